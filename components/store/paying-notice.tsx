/** While the gateway works: what is going on, and that nothing has to be done. Without JavaScript the page asks again itself. */
import { Notice } from '@/components/ui/notice';

export function PayingNotice() {
  return (
    <div role="status">
      <noscript>
        <meta httpEquiv="refresh" content="2" />
      </noscript>
      <Notice tone="accent" title="Paying. The bank is working on it.">
        This page goes on by itself when the answer is there. You may also close it and come back to this
        address later: you will be charged once, and your units stay held meanwhile.
      </Notice>
    </div>
  );
}

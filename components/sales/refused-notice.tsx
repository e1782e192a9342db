/** Why a sale was not started: another one goes on. */
import { ButtonLink } from '../ui/button';
import { Notice } from '../ui/notice';

export function RefusedNotice({ runId }: { runId: number }) {
  return (
    <Notice
      tone="warn"
      isAnswer
      title="Another sale is going on."
      actions={
        <ButtonLink href={`/sales/${runId}`} size="sm" tone="outline">
          Watch it
        </ButtonLink>
      }
    >
      One at a time: two would slow each other down, and the figures of both would mean nothing. Wait for its
      end, or stop it on its page.
    </Notice>
  );
}

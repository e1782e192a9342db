/** Words for why two stores decide differently. */
import type { BadgeTone } from '@/components/ui/badge';
import type { DifferenceReason } from '@/db/queries/admin-truth';

export const reasonTexts: Readonly<
  Record<DifferenceReason, { readonly tone: BadgeTone; readonly says: string }>
> = {
  timing: {
    tone: 'neutral',
    says: 'Both have the same stock on hand; they heard of some hold at different moments. Nothing to do.',
  },
  expiry: {
    tone: 'neutral',
    says: 'A hold was over its time, or had just been taken back, on one side only. Nothing to do.',
  },
  location: {
    tone: 'warn',
    says: 'Redis knows no locations: it promised units that lie where the buyer’s region is not served from. It ends when MySQL decides.',
  },
  bug: {
    tone: 'danger',
    says: 'The stores disagree on the stock on hand, looked at again and again. Nothing explains it: somebody wrote to a counter past the shop, or there is a fault. Step back to Redis and forward again loads the counters anew.',
  },
};

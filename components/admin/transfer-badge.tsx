/** Where a transfer stands, in a word. */
import { Badge, type BadgeTone } from '@/components/ui/badge';

export type TransferState = 'planned' | 'shipped' | 'received' | 'recalled' | 'cancelled';

const tones: Record<TransferState, BadgeTone> = {
  planned: 'neutral',
  shipped: 'accent',
  received: 'good',
  recalled: 'warn',
  cancelled: 'neutral',
};

export function TransferBadge({ status }: { status: TransferState }) {
  return <Badge tone={tones[status]}>{status === 'shipped' ? 'on the way' : status}</Badge>;
}

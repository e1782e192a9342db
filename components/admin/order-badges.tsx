/** How an order and its payment stand, in a word each. */
import { Badge, type BadgeTone } from '@/components/ui/badge';

export type OrderState = 'open' | 'needs_attention' | 'cancelled';

const orderWords: Record<OrderState, { word: string; tone: BadgeTone }> = {
  open: { word: 'open', tone: 'good' },
  needs_attention: { word: 'needs attention', tone: 'danger' },
  cancelled: { word: 'cancelled', tone: 'neutral' },
};

export function OrderBadge({ status }: { status: OrderState }) {
  const { word, tone } = orderWords[status];
  return <Badge tone={tone}>{word}</Badge>;
}

const paymentTones: Record<string, BadgeTone> = { approved: 'good', refunded: 'warn', declined: 'danger' };

export function PaymentBadge({ status, refundedMinor = 0 }: { status: string; refundedMinor?: number }) {
  const isPartly = status === 'approved' && refundedMinor > 0;
  const word = isPartly ? 'partly refunded' : status === 'approved' ? 'paid' : status.replace('_', ' ');
  return <Badge tone={isPartly ? 'warn' : (paymentTones[status] ?? 'neutral')}>{word}</Badge>;
}

export type AttentionReason = 'no_stock_after_payment' | 'paid_after_cancelling' | 'refunded_by_gateway';

/** Why an order waits for the merchant, and what may be done. */
export const attentionWords: Record<AttentionReason, { title: string; text: string }> = {
  no_stock_after_payment: {
    title: 'Paid after the hold had expired, and the units were sold by then.',
    text: 'The money went back by itself. Write to the buyer; close this when you have.',
  },
  paid_after_cancelling: {
    title: 'Paid after the buyer had ended the purchase.',
    text: 'The money went back by itself, and nothing is sent. Close this when you have looked at it.',
  },
  refunded_by_gateway: {
    title: 'The bank took the payment back.',
    text: 'Units were sold for it. Cancel the order to put them back, or close this to send them all the same.',
  },
};

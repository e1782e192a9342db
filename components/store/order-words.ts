/** An order in sentences: how it stands, what went wrong, what happened when. */
import type { LocationReason } from '@/checkout/plan-shipments';
import type { OrderEvent, OrderView } from '@/checkout/read-order';
import { formatCount, formatDateTime, formatMoney } from '@/components/format';
import type { TimelineEntry } from '@/components/ui/timeline';
import { chosenWords, passedOverWords } from './purchase-words';

/** How the order stands, in one sentence. */
export function standingWords({ status, shipments, paymentStatus }: OrderView): string {
  if (status === 'needs_attention' && shipments.length === 0) {
    return 'Payment received, but the order could not be completed.';
  }
  if (status === 'cancelled') {
    return paymentStatus === 'refunded' ? 'Cancelled. Your money is on its way back.' : 'Cancelled.';
  }
  if (status === 'needs_attention') return 'Your bank has taken the payment back.';
  const shipped = shipments.filter((parcel) => parcel.status === 'shipped').length;
  if (shipped === shipments.length)
    return `Paid. ${shipments.length === 1 ? 'Your parcel is' : 'All parcels are'} on the way.`;
  if (shipped > 0) return `Paid. ${shipped} of ${formatCount(shipments.length, 'parcel')} on the way.`;
  return `Thank you. Paid, and ${shipments.length === 1 ? 'your parcel is' : `${shipments.length} parcels are`} being packed.`;
}

/** What a buyer must know when the order needs attention. */
export function attentionWords(order: OrderView): { title: string; text: string } | undefined {
  if (order.status !== 'needs_attention') return undefined;
  const back = `${formatMoney(order.refundedMinor, order.currency)} went back to the card ending in ${order.cardLast4}.`;
  switch (order.attentionReason) {
    case 'no_stock_after_payment':
      return {
        title: `Sold out when your payment arrived. ${back}`,
        text: 'Your hold had run out before the bank answered, and others had taken the units by then. The shop knows and will write to you.',
      };
    case 'paid_after_cancelling':
      return {
        title: `You had ended this purchase before the payment arrived. ${back}`,
        text: 'Nothing is sent. If you still want it, buy it again.',
      };
    case 'refunded_by_gateway':
      return {
        title: `The payment was taken back by the bank. ${back}`,
        text: 'The order waits until the shop has looked into it.',
      };
    case null:
      return undefined;
  }
}

/** What happened, for people. Events told by machines to machines are left out. */
export function timelineOf(order: OrderView): TimelineEntry[] {
  return order.events.flatMap((event) => {
    const words = eventWords(event, order);
    if (!words) return [];
    return [
      {
        id: event.eventKey,
        time: formatDateTime(event.happenedAt),
        dateTime: event.happenedAt.toISOString(),
        ...words,
      },
    ];
  });
}

type Words = Pick<TimelineEntry, 'title' | 'detail' | 'tone'>;

function eventWords(event: OrderEvent, order: OrderView): Words | undefined {
  const { kind, detail, actor } = event;
  const isFirst = order.events.find((one) => one.kind === kind) === event;
  const amount = formatMoney(Number(detail.amountMinor ?? 0), order.currency);
  switch (kind) {
    case 'held':
      return { title: isFirst ? 'Units held' : 'Units held anew', detail: heldWords(detail, order) };
    case 'payment_started':
      return { title: `Payment of ${amount} started`, detail: `Card ending in ${detail.cardLast4}` };
    case 'approved':
      return { title: 'Payment approved', tone: 'good' };
    case 'declined':
      return { title: 'Payment declined', tone: 'warn' };
    case 'declined_ignored':
      return { title: 'A late failure was told, and ignored', detail: 'The payment was approved before.' };
    case 'approved_ignored':
      return { title: 'An approval was told again, and ignored' };
    case 'timed_out':
      return { title: 'The bank didn’t answer in time', tone: 'warn' };
    case 'ordered':
      return {
        title: 'Order placed',
        detail: 'The units left the ledger in the same transaction.',
        tone: 'good',
      };
    case 'given_back':
      return {
        title: `${amount} given back`,
        detail:
          order.attentionReason === 'no_stock_after_payment'
            ? 'The hold had run out before the payment arrived, and others had the units.'
            : undefined,
        tone: 'warn',
      };
    case 'refunded':
      return {
        title: `${amount} refunded`,
        detail: actor === 'gateway' ? 'Taken back by the bank' : String(detail.reason ?? ''),
        tone: 'warn',
      };
    case 'shipped': {
      const from = order.shipments.find(({ locationId }) => locationId === detail.locationId)?.locationName;
      return { title: `Parcel from ${from ?? 'the shop'} sent`, tone: 'good' };
    }
    case 'order_cancelled':
      return {
        title: 'Order cancelled',
        detail: 'Its units went back to where they came from.',
        tone: 'warn',
      };
    case 'checkout_cancelled':
      return { title: 'Purchase ended by the buyer' };
    case 'resolved':
      return { title: 'The shop has looked into it', detail: String(detail.note ?? '') };
    default:
      return undefined;
  }
}

function heldWords(detail: OrderEvent['detail'], order: OrderView): string {
  const reasons = (detail.reasons ?? []) as LocationReason[];
  const names = order.lines.map(({ inventoryItemId, productTitle, variantTitle }) => ({
    inventoryItemId,
    title: `${productTitle}, ${variantTitle}`,
  }));
  return reasons
    .map((reason) => {
      const passedOver = passedOverWords(reason, names, order.regionName);
      if (passedOver) return `${reason.name} ${passedOver}.`;
      const why = chosenWords(reason, reasons, names, order.regionName);
      return `From ${reason.name}: ${why.charAt(0).toLowerCase()}${why.slice(1)}`;
    })
    .join(' ');
}

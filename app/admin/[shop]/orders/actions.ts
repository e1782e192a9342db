'use server';
/** What a merchant does with an order: send its parcels, cancel it, give money back, close what needed attention. */
import { refresh } from 'next/cache';
import { z } from 'zod';
import { openAdminOf } from '@/app/admin/access';
import { hiddenId, hiddenUuid, parseForm, reasonText, valuesOf } from '@/app/admin/form';
import { BUSY, GONE } from '@/app/admin/sentences';
import { cancelOrder } from '@/checkout/cancel-order';
import { readOrder } from '@/checkout/read-order';
import { refundOrder } from '@/checkout/refund-order';
import { resolveAttention } from '@/checkout/resolve-attention';
import { shipParcel } from '@/checkout/ship-parcel';
import type { Answer } from '@/components/admin/answer';
import { formatCount, formatMoney } from '@/components/format';
import { countItem } from '@/merchant/count-levels';
import { price } from '../products/fields';

const key = z.object({ orderId: hiddenUuid });
const why = reasonText.min(1, 'Say why: the history keeps it.');

export async function ship(_: Answer, form: FormData): Promise<Answer> {
  const { engine, shop, actor } = await openAdminOf(form);
  const { input, answer } = parseForm(key.extend({ locationId: hiddenId }), form);
  if (!input) return answer;
  const { orderId, locationId } = input;
  const { outcome } = await shipParcel(engine, { shopId: shop.shopId, orderId, locationId, actor });
  refresh();
  const words = {
    shipped: 'Parcel marked as sent.',
    not_open: 'Nothing was changed: this order is cancelled or needs attention.',
    not_found: GONE,
    busy: BUSY,
  };
  return { status: outcome === 'shipped' ? 'done' : 'refused', message: words[outcome] };
}

export async function cancel(_: Answer, form: FormData): Promise<Answer> {
  const { engine, shop, actor } = await openAdminOf(form);
  const { input, answer } = parseForm(key, form);
  if (!input) return answer;
  const order = { shopId: shop.shopId, orderId: input.orderId };
  const result = await cancelOrder(engine, order, actor);
  refresh();
  if (result.outcome !== 'cancelled') {
    return { status: 'refused', message: result.outcome === 'busy' ? BUSY : GONE };
  }
  if (result.isRepeat)
    return { status: 'done', message: 'It was cancelled before; its units came back then.' };
  const view = await readOrder(engine, order);
  for (const { inventoryItemId } of view?.lines ?? []) {
    await countItem(engine.database, shop.shopId, inventoryItemId);
  }
  const units = (view?.shipments ?? [])
    .flatMap(({ lines }) => lines)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const left = view ? view.totalMinor - view.refundedMinor : 0;
  const money = view && left > 0 ? ` ${formatMoney(left, view.currency)} can still be refunded.` : '';
  return {
    status: 'done',
    message: `Cancelled: ${formatCount(units, 'unit')} back where they came from.${money}`,
  };
}

export async function refund(_: Answer, form: FormData): Promise<Answer> {
  const { engine, shop, actor } = await openAdminOf(form);
  const schema = key.extend({ refundId: hiddenUuid, amount: price(shop.currency), reason: why });
  const { input, answer } = parseForm(schema, form);
  if (!input) return answer;
  const values = valuesOf(form);
  if (input.amount === 0) return { status: 'invalid', fields: { amount: 'More than nothing.' }, values };
  const { orderId, refundId, amount: amountMinor, reason } = input;
  const result = await refundOrder(engine, {
    shopId: shop.shopId,
    orderId,
    refundId,
    amountMinor,
    reason,
    actor,
  });
  refresh();
  switch (result.outcome) {
    case 'refunded':
      return result.isRepeat
        ? { status: 'done', message: 'This refund was made before and is not made twice.' }
        : { status: 'done', message: `${formatMoney(result.amountMinor, shop.currency)} refunded.` };
    case 'too_much': {
      const most = formatMoney(result.leftMinor, shop.currency);
      return { status: 'invalid', fields: { amount: `At most ${most} is left of the payment.` }, values };
    }
    case 'nothing_left':
      return { status: 'refused', message: 'All of the payment has gone back already.', values };
    case 'busy':
      return { status: 'refused', message: BUSY, values };
    case 'not_found':
      return { status: 'refused', message: GONE, values };
  }
}

export async function resolve(_: Answer, form: FormData): Promise<Answer> {
  const { engine, shop, actor } = await openAdminOf(form);
  const { input, answer } = parseForm(key.extend({ note: why }), form);
  if (!input) return answer;
  const { orderId, note } = input;
  const { outcome } = await resolveAttention(engine, { shopId: shop.shopId, orderId, note, actor });
  refresh();
  const words = {
    resolved: 'Closed: it no longer needs attention.',
    not_waiting: 'Somebody has closed it already.',
    not_found: GONE,
    busy: BUSY,
  };
  return {
    status: outcome === 'resolved' ? 'done' : 'refused',
    message: words[outcome],
    values: valuesOf(form),
  };
}

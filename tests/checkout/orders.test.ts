import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { cancelOrder } from '@/checkout/cancel-order';
import { completePurchase } from '@/checkout/complete-purchase';
import { runDuePayments } from '@/checkout/gateway/run-due-payments';
import { readOrder } from '@/checkout/read-order';
import { receivePaymentEvent } from '@/checkout/receive-payment-event';
import { refundOrder } from '@/checkout/refund-order';
import { resolveAttention } from '@/checkout/resolve-attention';
import { shipParcel } from '@/checkout/ship-parcel';
import { openTestShop } from '@/tests/support/database';
import { countOutcomes, SHOP } from '@/tests/support/factories';
import {
  type Buyer,
  EUROPE,
  makeBuyer,
  makeHolder,
  makeStore,
  pay,
  rowsOf,
  run,
  runPayments,
  stockAt,
} from '@/tests/support/store';

const { engine } = openTestShop({ acquireTimeoutMs: 60_000, lockWaitTimeoutSeconds: 50 });

async function buy(quantity: number): Promise<Buyer & { orderId: string }> {
  const buyer = await makeHolder(engine, { wants: { 100: quantity } });
  await pay(engine, buyer);
  await runPayments(engine);
  return { ...buyer, orderId: buyer.checkoutId };
}

const keyOf = ({ orderId }: { orderId: string }) => ({ shopId: SHOP, orderId });
const read = (order: { orderId: string }) => readOrder(engine, keyOf(order));
const refund = (order: { orderId: string }, amountMinor?: number, refundId = uuidv7()) =>
  refundOrder(engine, { ...keyOf(order), refundId, amountMinor, reason: 'test', actor: 'ada' });
const ledger = () =>
  rowsOf<{ reason: string; delta: number }>(
    engine,
    `SELECT reason, delta FROM inventory_ledger WHERE reason <> 'received' ORDER BY created_at, delta`,
  );

test('A12: the success told again after refund and cancellation changes nothing', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 5 } }] });
  const order = await buy(1);
  await refund(order);
  await cancelOrder(engine, keyOf(order), 'ada');
  expect(await stockAt(engine, 100)).toMatchObject({ onHand: 5 });
  const paymentId = (await read(order))?.paymentId ?? '';
  await receivePaymentEvent(engine, { shopId: SHOP, paymentId, eventKey: 'approved', kind: 'approved' });
  await receivePaymentEvent(engine, {
    shopId: SHOP,
    paymentId,
    eventKey: 'two hours later',
    kind: 'approved',
  });
  expect(await read(order)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
  expect(await stockAt(engine, 100)).toEqual({ onHand: 5, held: 0, available: 5 });
  const events = 'SELECT event_key AS eventKey, effect, deliveries FROM payment_events ORDER BY received_at';
  expect(await rowsOf(engine, events)).toEqual([
    { eventKey: 'approved', effect: 'applied', deliveries: 2 },
    { eventKey: 'two hours later', effect: 'ignored', deliveries: 1 },
  ]);
});

test('A22: cancelled twice and by two at once, the units come back once; there is no way to resume', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 10 } }] });
  const order = await buy(2);
  expect(await stockAt(engine, 100)).toMatchObject({ onHand: 8 });
  await Promise.all([cancelOrder(engine, keyOf(order), 'ada'), cancelOrder(engine, keyOf(order), 'bob')]);
  expect(await cancelOrder(engine, keyOf(order), 'ada')).toEqual({ outcome: 'cancelled', isRepeat: true });
  expect(await stockAt(engine, 100)).toEqual({ onHand: 10, held: 0, available: 10 });
  expect(await ledger()).toEqual([
    { reason: 'sold', delta: -2 },
    { reason: 'returned', delta: 2 },
  ]);
  // What stands for resuming is a new purchase, with a ledger pair of its own.
  await buy(2);
  expect(await stockAt(engine, 100)).toMatchObject({ onHand: 8 });
});

test('A26: cancelling a shipped order gives back its own units and leaves the hold of another buyer alone', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 10 } }] });
  const order = await buy(5);
  await makeHolder(engine, { wants: { 100: 2 } });
  expect(await shipParcel(engine, { ...keyOf(order), locationId: 1, actor: 'ada' })).toEqual({
    outcome: 'shipped',
  });
  expect(await stockAt(engine, 100)).toEqual({ onHand: 5, held: 2, available: 3 });
  await cancelOrder(engine, keyOf(order), 'ada');
  expect(await stockAt(engine, 100)).toEqual({ onHand: 10, held: 2, available: 8 });
  expect((await read(order))?.shipments).toMatchObject([{ status: 'shipped' }]);
});

test.each([
  ['the whole payment', undefined],
  ['a part of it', 1000],
])('A27: cancelling after %s was refunded works, and stock comes back once', async (_, amountMinor) => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 5 } }] });
  const order = await buy(3);
  expect(await refund(order, amountMinor)).toMatchObject({ outcome: 'refunded' });
  expect(await cancelOrder(engine, keyOf(order), 'ada')).toEqual({ outcome: 'cancelled', isRepeat: false });
  expect(await stockAt(engine, 100)).toEqual({ onHand: 5, held: 0, available: 5 });
});

test('C26: 20 orders are sent, 20 cancelled and 20 bought at once: each is answered, and no lock gets in the way', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 60 } }] });
  const orders = await Promise.all(Array.from({ length: 40 }, () => makeHolder(engine)));
  await Promise.all(orders.map((order) => pay(engine, order)));
  await runPayments(engine);
  const buyers = await Promise.all(Array.from({ length: 20 }, () => makeBuyer(engine)));
  const retries: unknown[] = [];
  engine.events.on('retry', (retry) => retries.push(retry));
  const outcomes = await Promise.all(
    orders.flatMap(({ checkoutId: orderId }, index) => [
      index % 2
        ? shipParcel(engine, { shopId: SHOP, orderId, locationId: 1, actor: 'ada' })
        : cancelOrder(engine, { shopId: SHOP, orderId }, 'ada'),
      ...buyers.slice(index, index + 1).map((buyer) => completePurchase(engine, buyer)),
    ]),
  );
  expect(countOutcomes(outcomes)).toEqual({ shipped: 20, cancelled: 20, held: 20 });
  expect(retries).toEqual([]);
  expect(await stockAt(engine, 100)).toEqual({ onHand: 40, held: 20, available: 20 });
});

test('A37: a change of price moves no stock and no order, and a cancelled order is not revived by anything', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 5 } }] });
  const order = await buy(2);
  const before = await ledger();
  await run(engine, 'UPDATE variants SET price_minor = 1500 WHERE shop_id = 1');
  expect(await ledger()).toEqual(before);
  expect(await read(order)).toMatchObject({ totalMinor: 2000, lines: [{ unitPriceMinor: 1000 }] });
  // The claimed hold is over for good: neither release nor expiry gives its units back.
  const reservationId = (await read(order))?.reservationId ?? '';
  expect(await engine.release({ shopId: SHOP, reservationId })).toEqual({ outcome: 'claimed' });
  await run(engine, 'UPDATE reservations SET expires_at = NOW(3) - INTERVAL 1 DAY');
  expect(await engine.expire(SHOP)).toBe(0);
  expect(await stockAt(engine, 100)).toEqual({ onHand: 3, held: 0, available: 3 });
});

test('refunds never exceed what was paid, whoever asks at the same time, and one form is one refund', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 5 } }] });
  const order = await buy(3);
  const results = await Promise.all([1, 2, 3, 4, 5].map(() => refund(order, 1000)));
  expect(results.filter(({ outcome }) => outcome === 'refunded')).toHaveLength(3);
  expect(await read(order)).toMatchObject({ refundedMinor: 3000, paymentStatus: 'refunded' });
  expect(await refund(order)).toEqual({ outcome: 'nothing_left' });

  const other = await buy(2);
  expect(await refund(other, 2001)).toEqual({ outcome: 'too_much', leftMinor: 2000 });
  const refundId = uuidv7();
  await Promise.all([refund(other, 500, refundId), refund(other, 500, refundId)]);
  expect(await read(other)).toMatchObject({ refundedMinor: 500, paymentStatus: 'approved' });
});

test('money that the bank takes back puts the order on the list, until a merchant has dealt with it', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 5 } }] });
  const buyer = await makeHolder(engine);
  const order = { ...buyer, orderId: buyer.checkoutId };
  await pay(engine, buyer, 'refund');
  await run(engine, `UPDATE gateway_deliveries SET due_at = NOW(3) WHERE kind = 'approved'`);
  await runDuePayments(engine);
  expect(await read(order)).toMatchObject({ status: 'open' });
  await runPayments(engine);
  expect(await read(order)).toMatchObject({
    status: 'needs_attention',
    attentionReason: 'refunded_by_gateway',
    refundedMinor: 1000,
  });
  expect(await shipParcel(engine, { ...keyOf(order), locationId: 1, actor: 'ada' })).toEqual({
    outcome: 'not_open',
  });
  const resolve = () => resolveAttention(engine, { ...keyOf(order), actor: 'ada', note: 'Called the buyer' });
  expect(await resolve()).toEqual({ outcome: 'resolved' });
  expect(await resolve()).toEqual({ outcome: 'not_waiting' });
  expect(await read(order)).toMatchObject({ status: 'open' });
});

test('money that went back before the approval was told: no order, and the approval changes nothing', async () => {
  await makeStore(engine);
  const buyer = await makeHolder(engine);
  const started = await pay(engine, buyer, 'time_out');
  const paymentId = started.outcome === 'started' ? started.paymentId : '';
  for (const kind of ['refunded', 'approved'] as const) {
    await receivePaymentEvent(engine, { shopId: SHOP, paymentId, eventKey: kind, kind });
  }
  expect(await read({ orderId: buyer.checkoutId })).toBeUndefined();
  expect(await rowsOf(engine, 'SELECT amount_minor AS minor FROM refunds')).toEqual([{ minor: 1000 }]);
  expect(await stockAt(engine, 100)).toEqual({ onHand: 1, held: 1, available: 0 });
  // The hold is still there, and another payment gets it.
  await pay(engine, buyer);
  await runPayments(engine);
  expect(await read({ orderId: buyer.checkoutId })).toMatchObject({ status: 'open' });
});

test('a process that dies while an order is cancelled is followed by one that puts the rest back', async () => {
  await makeStore(engine, {
    locations: [
      { id: 1, regions: { [EUROPE]: 1 } },
      { id: 2, regions: { [EUROPE]: 2 } },
    ],
    items: [{ id: 100, stock: { 1: 2, 2: 3 } }],
  });
  const order = await buy(5);
  // What the dead one has done: the order is cancelled, one of two levels has its units back.
  await run(engine, `UPDATE orders SET status = 'cancelled', cancelled_at = NOW(3) - INTERVAL 3 SECOND`);
  await engine.returnSold({
    shopId: SHOP,
    inventoryItemId: 100,
    inventoryGroupId: 1,
    orderId: order.orderId,
    quantity: 2,
    referenceId: order.orderId,
    actor: 'ada',
  });
  await runDuePayments(engine);
  expect(await stockAt(engine, 100, 1)).toMatchObject({ onHand: 2 });
  expect(await stockAt(engine, 100, 2)).toMatchObject({ onHand: 3 });
  expect((await runDuePayments(engine)).handled).toBe(0);
});

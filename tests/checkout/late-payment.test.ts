import { expect, test } from 'vitest';
import { cancelCheckout } from '@/checkout/cancel-checkout';
import { completePurchase } from '@/checkout/complete-purchase';
import { readOrder } from '@/checkout/read-order';
import { receivePaymentEvent } from '@/checkout/receive-payment-event';
import { openTestShop } from '@/tests/support/database';
import { SHOP } from '@/tests/support/factories';
import {
  type Buyer,
  booksOf,
  makeBuyer,
  makeHolder,
  makeHoldOverdue,
  makeStore,
  pay,
  rowsOf,
  run,
  runPayments,
  stageOf,
  stockAt,
} from '@/tests/support/store';

const { engine } = openTestShop();

const orderOf = (buyer: Buyer) => readOrder(engine, { shopId: SHOP, orderId: buyer.checkoutId });

async function startPaying(buyer: Buyer, card = 'approve'): Promise<string> {
  const started = await pay(engine, buyer, card);
  if (started.outcome !== 'started') throw new Error(`startPayment answered ${started.outcome}`);
  return started.paymentId;
}

const tell = (paymentId: string, kind: 'approved' | 'declined' | 'timed_out', eventKey: string = kind) =>
  receivePaymentEvent(engine, { shopId: SHOP, paymentId, eventKey, kind });

test('A9: starting to pay extends the hold, once, so that it covers the bank’s answer', async () => {
  await makeStore(engine, { holdSeconds: 60 });
  const buyer = await makeHolder(engine);
  // 55 of the 60 seconds have gone.
  await run(engine, 'UPDATE reservations SET expires_at = NOW(3) + INTERVAL 5 SECOND');
  await startPaying(buyer, 'decline');
  const leftAfter = async () =>
    (
      await rowsOf<{ s: number }>(
        engine,
        'SELECT TIMESTAMPDIFF(SECOND, NOW(3), expires_at) AS s FROM reservations',
      )
    )[0]?.s;
  expect(await leftAfter()).toBeGreaterThan(100);
  // Ten seconds after the hold would have ended, somebody else tries.
  await run(engine, 'UPDATE reservations SET expires_at = expires_at - INTERVAL 15 SECOND');
  expect(await completePurchase(engine, await makeBuyer(engine))).toMatchObject({ outcome: 'all_held' });
  await runPayments(engine);
  await startPaying(buyer);
  expect(await leftAfter(), 'not extended a second time').toBeLessThanOrEqual(111);
  await runPayments(engine);
  expect(await booksOf(engine)).toMatchObject({ orders: 1, soldEntries: 1 });
});

test('a payment approved after the hold ran out takes the units again when they are there', async () => {
  await makeStore(engine);
  const buyer = await makeHolder(engine);
  await startPaying(buyer, 'approve_after_hold');
  await makeHoldOverdue(engine, buyer);
  expect(await engine.expire(SHOP)).toBe(1);
  expect(await stockAt(engine, 100)).toEqual({ onHand: 1, held: 0, available: 1 });
  await runPayments(engine);
  expect(await orderOf(buyer)).toMatchObject({ status: 'open', refundedMinor: 0 });
  expect(await stockAt(engine, 100)).toEqual({ onHand: 0, held: 0, available: 0 });
});

test('A7, A19: paying through an old page after the hold was taken back and the unit sold: no order, and the money goes back', async () => {
  await makeStore(engine);
  const late = await makeHolder(engine);
  const paymentId = await startPaying(late, 'time_out');
  await tell(paymentId, 'timed_out');
  await makeHoldOverdue(engine, late);
  await engine.expire(SHOP);
  // Without a hold nothing can be paid for: units come first.
  expect(await pay(engine, late)).toEqual({ outcome: 'expired' });
  const other = await makeHolder(engine);
  await startPaying(other);
  await runPayments(engine);
  expect(await completePurchase(engine, late)).toMatchObject({ outcome: 'sold_out' });

  // The bank's answer to the first payment comes after all.
  expect(await tell(paymentId, 'approved')).toEqual({ outcome: 'recorded' });
  expect(await orderOf(late)).toMatchObject({
    status: 'needs_attention',
    attentionReason: 'no_stock_after_payment',
    paymentStatus: 'refunded',
    refundedMinor: 1000,
    shipments: [],
  });
  expect(await booksOf(engine)).toEqual({
    orders: 1,
    soldEntries: 1,
    payments: { approved: 1, refunded: 1 },
  });
  expect(await stageOf(engine, late)).toBe('ordered');
});

test('A11: a payment that arrives after the buyer ended the purchase goes back, and says so', async () => {
  await makeStore(engine);
  const buyer = await makeHolder(engine);
  const paymentId = await startPaying(buyer, 'time_out');
  expect(await cancelCheckout(engine, buyer), 'not while the bank works on it').toEqual({
    outcome: 'paying',
  });
  await tell(paymentId, 'timed_out');
  expect(await cancelCheckout(engine, buyer)).toEqual({ outcome: 'cancelled' });
  expect(await cancelCheckout(engine, buyer)).toEqual({ outcome: 'cancelled' });
  expect(await stockAt(engine, 100)).toEqual({ onHand: 1, held: 0, available: 1 });
  expect(await stageOf(engine, buyer)).toBe('cancelled');

  await tell(paymentId, 'approved');
  expect(await orderOf(buyer)).toMatchObject({
    status: 'needs_attention',
    attentionReason: 'paid_after_cancelling',
    refundedMinor: 1000,
  });
  expect(await stockAt(engine, 100), 'nothing was sold').toEqual({ onHand: 1, held: 0, available: 1 });
});

test('A14: success wins over failure in both orders, and the failure is only recorded', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 2 } }] });
  for (const kinds of [
    ['approved', 'declined'],
    ['declined', 'approved'],
  ] as const) {
    const buyer = await makeHolder(engine);
    const paymentId = await startPaying(buyer, 'time_out');
    for (const kind of kinds) await tell(paymentId, kind);
    expect(await orderOf(buyer)).toMatchObject({ status: 'open', paymentStatus: 'approved' });
    const events = await rowsOf<{ kind: string; effect: string }>(
      engine,
      'SELECT kind, effect FROM payment_events WHERE payment_id = UUID_TO_BIN(?) ORDER BY kind',
      [paymentId],
    );
    expect(events).toEqual([
      { kind: 'approved', effect: 'applied' },
      { kind: 'declined', effect: kinds[0] === 'approved' ? 'ignored' : 'applied' },
    ]);
  }
  expect(await booksOf(engine)).toMatchObject({ orders: 2, soldEntries: 2 });
});

test('A24: a look at an old page neither extends nor revives a hold; the unit stays with who has it now', async () => {
  await makeStore(engine, { holdSeconds: 20 });
  const [first, second] = [await makeHolder(engine), await makeBuyer(engine)];
  await makeHoldOverdue(engine, first);
  expect(await completePurchase(engine, second)).toMatchObject({ outcome: 'held' });
  expect(await stageOf(engine, first)).toBe('expired');
  expect(await stageOf(engine, first), 'looking again changes nothing').toBe('expired');
  expect(await completePurchase(engine, first)).toMatchObject({ outcome: 'all_held' });
  expect(await stageOf(engine, second)).toBe('payment');
});

test('an expired hold nobody else wanted is taken again by its buyer, under a new hold', async () => {
  await makeStore(engine);
  const buyer = await makeHolder(engine);
  await makeHoldOverdue(engine, buyer);
  expect(await stageOf(engine, buyer)).toBe('expired');
  expect(await completePurchase(engine, buyer)).toMatchObject({ outcome: 'held', isRepeat: false });
  expect(await rowsOf(engine, 'SELECT status FROM reservations ORDER BY created_at')).toEqual([
    { status: 'released' },
    { status: 'held' },
  ]);
});

test('two payments of one purchase that both succeed: one order, and the second payment goes back', async () => {
  await makeStore(engine);
  const buyer = await makeHolder(engine);
  const first = await startPaying(buyer, 'time_out');
  await tell(first, 'timed_out');
  const second = await startPaying(buyer);
  await runPayments(engine);
  expect(await orderOf(buyer)).toMatchObject({ paymentId: second, status: 'open' });
  await tell(first, 'approved');
  expect(await orderOf(buyer)).toMatchObject({ paymentId: second, status: 'open', refundedMinor: 0 });
  expect(
    await rowsOf(engine, 'SELECT BIN_TO_UUID(payment_id) AS id, amount_minor AS minor FROM refunds'),
  ).toEqual([{ id: first, minor: 1000 }]);
  expect(await booksOf(engine)).toEqual({
    orders: 1,
    soldEntries: 1,
    payments: { approved: 1, refunded: 1 },
  });
});

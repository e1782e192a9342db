import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { completePurchase } from '@/checkout/complete-purchase';
import { finishPayment } from '@/checkout/finish-payment';
import { webhookSecret } from '@/checkout/gateway/account';
import { runDuePayments } from '@/checkout/gateway/run-due-payments';
import { receiveWebhook, signWebhook } from '@/checkout/gateway/webhook';
import { readCheckout } from '@/checkout/read-checkout';
import { receivePaymentEvent } from '@/checkout/receive-payment-event';
import { openTestShop } from '@/tests/support/database';
import { countOutcomes, SHOP } from '@/tests/support/factories';
import { makeGate } from '@/tests/support/gate';
import {
  type Buyer,
  booksOf,
  makeBuyer,
  makeHolder,
  makeStore,
  pay,
  rowsOf,
  run,
  runPayments,
  stageOf,
  stockAt,
} from '@/tests/support/store';

const { engine } = openTestShop();

async function startPaying(buyer: Buyer, card = 'time_out'): Promise<string> {
  const started = await pay(engine, buyer, card);
  if (started.outcome !== 'started') throw new Error(`startPayment answered ${started.outcome}`);
  return started.paymentId;
}

/** Sends an event as the gateway does: signed, through the front door. */
async function send(paymentId: string, kind = 'approved', eventKey = 'event-1') {
  const body = JSON.stringify({ shopId: SHOP, paymentId, eventKey, kind });
  return receiveWebhook(engine, SHOP, body, signWebhook(await webhookSecret(engine, SHOP), body));
}

test('A16: return of the buyer and webhook finish one payment at the same instant: sold once, 60 rounds', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 60 } }] });
  for (let round = 1; round <= 60; round += 1) {
    const buyer = await makeHolder(engine);
    const paymentId = await startPaying(buyer);
    const gate = makeGate();
    const calls = [
      gate.pass().then(() => send(paymentId)),
      gate
        .pass()
        .then(() =>
          receivePaymentEvent(engine, { shopId: SHOP, paymentId, eventKey: 'return', kind: 'approved' }),
        ),
      gate.pass().then(() => finishPayment(engine, { shopId: SHOP, paymentId })),
    ];
    gate.open();
    await Promise.all(calls);
    expect(await stageOf(engine, buyer)).toBe('ordered');
    expect((await stockAt(engine, 100)).onHand).toBe(60 - round);
  }
  expect(await booksOf(engine)).toEqual({ orders: 60, soldEntries: 60, payments: { approved: 60 } });
});

test('A39: whoever comes second to a finished payment is answered 200', async () => {
  await makeStore(engine);
  const paymentId = await startPaying(await makeHolder(engine));
  const answers = await Promise.all([send(paymentId, 'approved', 'a'), send(paymentId, 'approved', 'b')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await send(paymentId, 'approved', 'a')).status).toBe(200);
  expect(await booksOf(engine)).toMatchObject({ orders: 1, soldEntries: 1 });
});

test('A17: the same webhook three times at once and again an hour later is one settlement', async () => {
  await makeStore(engine);
  const paymentId = await startPaying(await makeHolder(engine));
  const answers = await Promise.all([send(paymentId), send(paymentId), send(paymentId)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await run(engine, 'UPDATE payment_events SET received_at = received_at - INTERVAL 1 HOUR');
  expect((await send(paymentId)).status).toBe(200);
  expect(await rowsOf(engine, 'SELECT event_key AS eventKey, deliveries FROM payment_events')).toEqual([
    { eventKey: 'event-1', deliveries: 4 },
  ]);
  expect(await booksOf(engine)).toEqual({ orders: 1, soldEntries: 1, payments: { approved: 1 } });
});

test('A17: the card that is told three times at once', async () => {
  await makeStore(engine);
  const buyer = await makeHolder(engine);
  await startPaying(buyer, 'duplicate');
  await runPayments(engine);
  expect(await rowsOf(engine, 'SELECT event_key AS eventKey, deliveries FROM payment_events')).toEqual([
    { eventKey: 'approved', deliveries: 3 },
  ]);
  expect(await booksOf(engine)).toMatchObject({ orders: 1, soldEntries: 1 });
});

test('A31: five presses of "Complete purchase" and five of "Pay" are one hold, one payment, one order', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 9 } }] });
  const buyer = await makeBuyer(engine);
  const five = [1, 2, 3, 4, 5];
  const held = await Promise.all(five.map(() => completePurchase(engine, buyer)));
  expect(countOutcomes(held)).toEqual({ held: 5 });
  expect(await stockAt(engine, 100)).toMatchObject({ held: 1 });
  const attemptKey = uuidv7();
  const paid = await Promise.all(five.map(() => pay(engine, buyer, 'approve', attemptKey)));
  expect(countOutcomes(paid)).toEqual({ started: 5 });
  await runPayments(engine);
  // Back, and the same form once more.
  expect(await pay(engine, buyer, 'approve', attemptKey)).toMatchObject({
    outcome: 'started',
    isRepeat: true,
  });
  expect(await completePurchase(engine, buyer)).toEqual({ outcome: 'ordered' });
  expect(await pay(engine, buyer)).toEqual({ outcome: 'ordered' });
  expect(await booksOf(engine)).toEqual({ orders: 1, soldEntries: 1, payments: { approved: 1 } });
});

test('A32: two starts of a payment at once, from two tabs with forms of their own, are one attempt', async () => {
  await makeStore(engine);
  const buyer = await makeHolder(engine);
  const both = await Promise.all([pay(engine, buyer), pay(engine, buyer)]);
  const ids = both.map((one) => (one.outcome === 'started' ? one.paymentId : one.outcome));
  expect(ids[0]).toBe(ids[1]);
  expect((await readCheckout(engine, buyer))?.attempts).toHaveLength(1);
  await runPayments(engine);
  expect(await booksOf(engine)).toEqual({ orders: 1, soldEntries: 1, payments: { approved: 1 } });
});

test('A29: a process that dies between payment and order is followed by one that finishes, with the same hold', async () => {
  await makeStore(engine);
  const buyer = await makeHolder(engine);
  const paymentId = await startPaying(buyer);
  const before = await readCheckout(engine, buyer);
  // All that the dead one has done: the approval is written down.
  await run(
    engine,
    `UPDATE payment_attempts SET status = 'approved', ended_at = NOW(3) - INTERVAL 3 SECOND WHERE payment_id = UUID_TO_BIN(?)`,
    [paymentId],
  );
  expect(await stageOf(engine, buyer)).toBe('paying');
  expect(await completePurchase(engine, buyer), 'pressing again waits for it').toEqual({ outcome: 'paying' });
  expect(await pay(engine, buyer)).toEqual({ outcome: 'started', paymentId, isRepeat: true });
  await runDuePayments(engine);
  expect(await stageOf(engine, buyer)).toBe('ordered');
  expect((await readCheckout(engine, buyer))?.reservationId).toBe(before?.reservationId);
  expect(await booksOf(engine)).toEqual({ orders: 1, soldEntries: 1, payments: { approved: 1 } });
});

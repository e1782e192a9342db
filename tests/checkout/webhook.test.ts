import { beforeEach, expect, test } from 'vitest';
import { webhookSecret } from '@/checkout/gateway/account';
import { receiveWebhook, signWebhook } from '@/checkout/gateway/webhook';
import { openTestShop } from '@/tests/support/database';
import { SHOP } from '@/tests/support/factories';
import { booksOf, makeHolder, makeStore, pay, rowsOf } from '@/tests/support/store';

const { engine } = openTestShop();

let paymentId = '';
let secret = '';

beforeEach(async () => {
  await makeStore(engine);
  const started = await pay(engine, await makeHolder(engine), 'time_out');
  paymentId = started.outcome === 'started' ? started.paymentId : '';
  secret = await webhookSecret(engine, SHOP);
});

const bodyOf = (changes: object = {}) =>
  JSON.stringify({ shopId: SHOP, paymentId, eventKey: 'e', kind: 'approved', ...changes });

async function expectNothingWritten(): Promise<void> {
  expect(await rowsOf(engine, 'SELECT * FROM payment_events')).toEqual([]);
  expect(await booksOf(engine)).toEqual({ orders: 0, soldEntries: 0, payments: { pending: 1 } });
}

test('a webhook with the right signature is recorded', async () => {
  expect(await receiveWebhook(engine, SHOP, bodyOf(), signWebhook(secret, bodyOf()))).toMatchObject({
    status: 200,
  });
  expect(await booksOf(engine)).toMatchObject({ orders: 1 });
});

test.each([
  ['without a signature', () => ''],
  ['signed with another secret', () => signWebhook('0'.repeat(64), bodyOf())],
  ['signed for another body', () => signWebhook(secret, bodyOf({ kind: 'declined' }))],
  ['recorded an hour ago', () => signWebhook(secret, bodyOf(), Math.floor(Date.now() / 1000) - 3600)],
  ['signed for an hour from now', () => signWebhook(secret, bodyOf(), Math.floor(Date.now() / 1000) + 3600)],
  ['with a moment that was changed', () => signWebhook(secret, bodyOf()).replace(/t=\d+/, 't=1')],
  ['with something that is no signature', () => 't=1,v1=nothing'],
])('a webhook %s is turned away and nothing is written', async (_, signature) => {
  expect(await receiveWebhook(engine, SHOP, bodyOf(), signature())).toMatchObject({ status: 401 });
  await expectNothingWritten();
});

test('a webhook of another shop, signed with that shop’s secret, is turned away', async () => {
  await makeStore(engine, { shopId: 2 });
  const other = await webhookSecret(engine, 2);
  const body = bodyOf({ shopId: 2 });
  expect(await receiveWebhook(engine, SHOP, body, signWebhook(other, body))).toMatchObject({ status: 401 });
  // Sent to its own door it is let in, and finds no such payment there.
  expect(await receiveWebhook(engine, 2, body, signWebhook(other, body))).toMatchObject({ status: 404 });
  expect(await receiveWebhook(engine, 2, bodyOf(), signWebhook(other, bodyOf()))).toMatchObject({
    status: 400,
  });
  await expectNothingWritten();
});

test.each([
  ['text that is no JSON', '<script>'],
  ['an event of no kind', JSON.stringify({ shopId: SHOP, paymentId: 'x', eventKey: 'e', kind: 'stolen' })],
  ['a list', '[]'],
  ['an event name without end', bodyOf({ eventKey: 'e'.repeat(81) })],
])('%s is answered 400 and nothing is written', async (_, body) => {
  expect(await receiveWebhook(engine, SHOP, body, signWebhook(secret, body))).toMatchObject({ status: 400 });
  await expectNothingWritten();
});

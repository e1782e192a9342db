import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { completePurchase } from '@/checkout/complete-purchase';
import { scriptNextPayment } from '@/checkout/gateway/account';
import { runDuePayments } from '@/checkout/gateway/run-due-payments';
import { readCheckout } from '@/checkout/read-checkout';
import { receivePaymentEvent } from '@/checkout/receive-payment-event';
import { createEngine } from '@/engine/index';
import { connect, openTestShop } from '@/tests/support/database';
import { SHOP } from '@/tests/support/factories';
import { untilWaitingFor } from '@/tests/support/locks';
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

const shop = openTestShop();
const { engine } = shop;

async function startPaying(buyer: Buyer, card = 'time_out'): Promise<string> {
  const started = await pay(engine, buyer, card);
  if (started.outcome !== 'started') throw new Error(`startPayment answered ${started.outcome}`);
  return started.paymentId;
}

const approve = (paymentId: string) =>
  receivePaymentEvent(engine, { shopId: SHOP, paymentId, eventKey: 'approved', kind: 'approved' });

/** A connection that holds the header of every hold, as an operator's forgotten transaction would. */
async function lockHolds() {
  const other = await connect(shop);
  await other.beginTransaction();
  await other.query('SELECT status FROM reservations WHERE shop_id = ? FOR UPDATE', [SHOP]);
  return other;
}

/** The one connection that waits for a row of `table` here; other schemas of the server belong to other tests. */
async function whoWaitsFor(observer: Awaited<ReturnType<typeof connect>>, table: string): Promise<number> {
  await untilWaitingFor(observer, table);
  const [rows] = await observer.query(
    `SELECT thread.PROCESSLIST_ID AS id
       FROM performance_schema.data_lock_waits AS wait
       JOIN performance_schema.threads AS thread ON thread.THREAD_ID = wait.REQUESTING_THREAD_ID
      WHERE thread.PROCESSLIST_DB = DATABASE()`,
  );
  const [row] = rows as { id: number }[];
  if (!row) throw new Error('nobody waits any more');
  return row.id;
}

test('A29: the connection is killed in the middle of the claim: the next try sells the units, once', async () => {
  await makeStore(engine);
  const buyer = await makeHolder(engine);
  const paymentId = await startPaying(buyer);
  const [holder, observer] = [await lockHolds(), await connect(shop)];
  const finishing = approve(paymentId);
  await observer.query('KILL ?', [await whoWaitsFor(observer, 'reservations')]);
  await holder.rollback();
  expect(await finishing).toEqual({ outcome: 'recorded' });
  expect(await booksOf(engine)).toEqual({ orders: 1, soldEntries: 1, payments: { approved: 1 } });
  await Promise.all([holder.end(), observer.end()]);
});

test('A29: a lock wait timeout (1205) in the claim rolls all of it back; the webhook is told to come again', async () => {
  await makeStore(engine);
  const buyer = await makeHolder(engine);
  const paymentId = await startPaying(buyer);
  const holder = await lockHolds();
  expect(await approve(paymentId)).toEqual({ outcome: 'busy' });
  expect(await booksOf(engine)).toEqual({ orders: 0, soldEntries: 0, payments: { approved: 1 } });
  expect(await stageOf(engine, buyer)).toBe('paying');
  await holder.rollback();
  await holder.end();
  expect(await approve(paymentId)).toEqual({ outcome: 'recorded' });
  expect(await booksOf(engine)).toEqual({ orders: 1, soldEntries: 1, payments: { approved: 1 } });
});

test('A29: a deadlock (1213) with a foreign transaction is retried as a whole', async () => {
  await makeStore(engine);
  const buyer = await makeHolder(engine);
  const paymentId = await startPaying(buyer);
  const retries: string[] = [];
  engine.events.on('retry', ({ code }) => retries.push(code));
  const [other, observer] = [await connect(shop), await connect(shop)];
  // The claim locks the hold's header and then, for the order, the checkout: the other comes the other way round, and
  // has changed so much that InnoDB picks the claim to roll back.
  await other.beginTransaction();
  await other.query('UPDATE checkouts SET city = ? WHERE shop_id = ?', ['Elsewhere', SHOP]);
  await other.query(
    `INSERT INTO checkout_events (shop_id, checkout_id, event_key, kind, actor, detail, happened_at)
     SELECT 99, UUID_TO_BIN(UUID()), seq.n, 'weight', 'test', '{}', NOW(3)
       FROM JSON_TABLE(?, '$[*]' COLUMNS (n INT PATH '$')) AS seq`,
    [JSON.stringify(Array.from({ length: 500 }, (_, n) => n))],
  );
  const finishing = approve(paymentId);
  await untilWaitingFor(observer, 'checkouts');
  await other.query('SELECT status FROM reservations WHERE shop_id = ? FOR UPDATE', [SHOP]);
  await other.rollback();
  expect(await finishing).toEqual({ outcome: 'recorded' });
  expect(retries).toContain('ER_LOCK_DEADLOCK');
  expect(await booksOf(engine)).toEqual({ orders: 1, soldEntries: 1, payments: { approved: 1 } });
  engine.events.removeAllListeners('retry');
  await Promise.all([other.end(), observer.end()]);
});

test('the gateway can’t be reached: nothing is charged, the hold stays, another try works', async () => {
  await makeStore(engine);
  const buyer = await makeHolder(engine);
  expect(await pay(engine, buyer, 'unreachable')).toEqual({ outcome: 'unreachable' });
  expect(await readCheckout(engine, buyer)).toMatchObject({
    stage: 'payment',
    attempts: [{ status: 'declined', declineReason: 'unreachable' }],
  });
  await pay(engine, buyer);
  await runPayments(engine);
  expect(await booksOf(engine)).toMatchObject({ orders: 1 });
});

test('the gateway dies while it delivers: the webhook is due again, and told twice it is one settlement', async () => {
  await makeStore(engine);
  const buyer = await makeHolder(engine);
  await startPaying(buyer, 'approve');
  await run(engine, 'UPDATE gateway_deliveries SET due_at = NOW(3)');
  // It reaches the shop, and the sender is gone before it hears the answer.
  const dying = runDuePayments(engine, async (server, shopId, body, signature) => {
    const { receiveWebhook } = await import('@/checkout/gateway/webhook');
    await receiveWebhook(server, shopId, body, signature);
    throw new Error('the gateway is gone');
  });
  await expect(dying).rejects.toThrow('the gateway is gone');
  expect(await rowsOf(engine, 'SELECT status, tries FROM gateway_deliveries')).toEqual([
    { status: 'waiting', tries: 1 },
  ]);
  await runPayments(engine);
  expect(await rowsOf(engine, 'SELECT status, tries FROM gateway_deliveries')).toEqual([
    { status: 'delivered', tries: 2 },
  ]);
  expect(await booksOf(engine)).toEqual({ orders: 1, soldEntries: 1, payments: { approved: 1 } });
});

test('the shop answers 503: the gateway comes again, later each time, and gives up in the end', async () => {
  await makeStore(engine);
  await startPaying(await makeHolder(engine), 'approve');
  for (let tries = 1; tries <= 12; tries += 1) {
    await run(engine, `UPDATE gateway_deliveries SET due_at = NOW(3)`);
    await runDuePayments(engine, async () => ({ status: 503, message: 'busy' }));
  }
  expect(await rowsOf(engine, 'SELECT status, tries FROM gateway_deliveries')).toEqual([
    { status: 'abandoned', tries: 12 },
  ]);
});

test('a server that dies before it told the gateway: another one tells it', async () => {
  await makeStore(engine);
  const buyer = await makeHolder(engine);
  await run(
    engine,
    `INSERT INTO payment_attempts (shop_id, payment_id, checkout_id, attempt_key, status, amount_minor, currency,
                                   card_last4, card_script, started_at, times_out_at)
     VALUES (?, UUID_TO_BIN(?), UUID_TO_BIN(?), UUID_TO_BIN(?), 'pending', 1000, 'EUR', '4242', 'approve',
             NOW(3) - INTERVAL 3 SECOND, NOW(3) + INTERVAL 27 SECOND)`,
    [SHOP, uuidv7(), buyer.checkoutId, uuidv7()],
  );
  await runDuePayments(engine);
  await runPayments(engine);
  expect(await stageOf(engine, buyer)).toBe('ordered');
});

test('no answer at all: the shop stops waiting, keeps the hold, and a late success still counts', async () => {
  await makeStore(engine);
  const buyer = await makeHolder(engine);
  const paymentId = await startPaying(buyer, 'time_out');
  expect(await stageOf(engine, buyer)).toBe('paying');
  await run(engine, 'UPDATE payment_attempts SET times_out_at = NOW(3)');
  await runDuePayments(engine);
  expect(await readCheckout(engine, buyer)).toMatchObject({
    stage: 'payment',
    isHeld: true,
    attempts: [{ status: 'timed_out' }],
  });
  await approve(paymentId);
  expect(await stageOf(engine, buyer)).toBe('ordered');
});

test('while a payment runs, no connection and no row lock is held for it', async () => {
  await makeStore(engine);
  await startPaying(await makeHolder(engine), 'slow');
  expect(engine.database.connections.inUse).toBe(0);
  const other = await connect(shop);
  await other.query('SET innodb_lock_wait_timeout = 1');
  await other.beginTransaction();
  for (const table of ['reservations', 'reserved_units', 'checkouts', 'payment_attempts']) {
    await other.query(`SELECT * FROM ${table} FOR UPDATE NOWAIT`);
  }
  await other.rollback();
  await other.end();
});

test('E9: two workers at once do each thing once', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 20 } }] });
  for (let number = 1; number <= 20; number += 1) await startPaying(await makeHolder(engine), 'approve');
  await run(engine, 'UPDATE gateway_deliveries SET due_at = NOW(3)');
  const worker = createEngine(shop.database);
  await Promise.all([runDuePayments(engine), runDuePayments(worker), runDuePayments(worker)]);
  expect(await rowsOf(engine, 'SELECT DISTINCT status, tries FROM gateway_deliveries')).toEqual([
    { status: 'delivered', tries: 1 },
  ]);
  expect(await booksOf(engine)).toEqual({ orders: 20, soldEntries: 20, payments: { approved: 20 } });
});

test('a test orders what the next payment does, once', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 2 } }] });
  await scriptNextPayment(engine, SHOP, {
    deliveries: [{ kind: 'declined', eventKey: 'ordered', afterMs: 0 }],
  });
  const [first, second] = [await makeHolder(engine), await makeHolder(engine)];
  await startPaying(first, 'approve');
  await startPaying(second, 'approve');
  await runPayments(engine);
  expect([await stageOf(engine, first), await stageOf(engine, second)]).toEqual(['payment', 'ordered']);
});

test('busy is another answer than sold out: all connections are in use', async () => {
  await makeStore(engine);
  const buyer = await makeBuyer(engine);
  const { createDatabase } = await import('@/db/database');
  const narrow = createDatabase({ url: shop.url, connectionLimit: 2, acquireTimeoutMs: 50 });
  const neighbours = await Promise.all([narrowHold(narrow), narrowHold(narrow)]);
  expect(await completePurchase(createEngine(narrow), buyer)).toEqual({ outcome: 'busy' });
  for (const leave of neighbours) leave();
  await narrow.close();
  expect(await stockAt(engine, 100)).toEqual({ onHand: 1, held: 0, available: 1 });
});

/** A neighbour that keeps a connection until it is let go. */
async function narrowHold(database: { session: typeof shop.database.session }): Promise<() => void> {
  let leave = () => {};
  await new Promise<void>((resolve) => {
    void database.session('neighbour', () => {
      resolve();
      return new Promise<void>((done) => {
        leave = done;
      });
    });
  });
  return () => leave();
}

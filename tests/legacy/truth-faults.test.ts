/** A shop on its way from Redis to MySQL while one of them, or both, fail for real: killed, paused, locked, stopped. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completePurchase } from '@/checkout/complete-purchase';
import { createDatabase } from '@/db/database';
import { migrate } from '@/db/migrate';
import { openRedis, type Redis } from '@/db/redis/client';
import { openTestRedis } from '@/db/redis/server';
import { createEngine } from '@/engine/index';
import { Counters } from '@/legacy/truth/counters';
import { createMovingEngine, type MovingEngine, type MovingOptions } from '@/legacy/truth/moving-engine';
import { settleTruth, switchTruth } from '@/legacy/truth/switch';
import { connect, openTestShop } from '@/tests/support/database';
import { countOutcomes, SHOP } from '@/tests/support/factories';
import { makeOwnMysqld } from '@/tests/support/own-mysqld';
import { booksOf, makeBuyer, makeHolder, makeStore, pay, rowsOf, runPayments } from '@/tests/support/store';

const shop = openTestShop();
const { database } = shop;
let url: string;
let pid: number;
let stopRedis: () => Promise<void>;
let redis: Redis;
let counters: Counters;
const opened: MovingEngine[] = [];

// A Redis for each test: they are killed and paused.
beforeEach(async () => {
  const server = await openTestRedis();
  if (!server.isThere) throw new Error(server.missing);
  ({ url } = server);
  stopRedis = () => server.stop();
  redis = await openRedis(url);
  pid = Number(/^process_id:(\d+)/m.exec(String(await redis.send('INFO', 'server')))?.[1]);
  counters = new Counters(redis, database.schema);
});
afterEach(async () => {
  for (const moving of opened.splice(0)) await moving.stop();
  redis.close();
  await stopRedis();
});

function openProcess(options: MovingOptions = {}, on = database): MovingEngine {
  const moving = createMovingEngine(on, url, { redisMs: 30_000, shadowMs: 30_000, ...options });
  opened.push(moving);
  return moving;
}

async function go(...states: ('redis' | 'shadow' | 'mysql_redis_written')[]): Promise<void> {
  for (const to of states) {
    const result = await switchTruth(database, counters, { shopId: SHOP, to, actor: 'test', reason: '' });
    expect(result.outcome).toBe('switched');
    await settleTruth(database, counters, SHOP);
  }
}

const stock = (units: number) => makeStore(shop.engine, { items: [{ id: 100, stock: { 1: units } }] });
const buyersOf = (count: number) => Promise.all(Array.from({ length: count }, () => makeBuyer(shop.engine)));
const countsOf = async ({ truth }: MovingEngine) => {
  await truth.settled();
  await truth.tally.flush();
  const [row] = await rowsOf<{ dropped: number; failed: number; decided: number }>(
    shop.engine,
    'SELECT SUM(dropped) AS dropped, SUM(failed) AS failed, SUM(decided) AS decided FROM truth_comparisons',
  );
  return row;
};

test('F11: Redis dies in the middle of a sale: with MySQL deciding it goes on, and sells what is there', async () => {
  await stock(10);
  await go('mysql_redis_written');
  const moving = openProcess();
  const buyers = await buyersOf(16);
  const sale = buyers.map(async (buyer, index) => {
    if (index === 4) process.kill(pid, 'SIGKILL');
    const { outcome } = await completePurchase(moving.engine, buyer);
    if (outcome === 'held') await pay(moving.engine, buyer);
    return { outcome };
  });
  expect(countOutcomes(await Promise.all(sale)).held).toBe(10);
  await runPayments(moving.engine);
  expect(await booksOf(moving.engine)).toMatchObject({ orders: 10, soldEntries: 10 });
  expect((await countsOf(moving))?.dropped).toBeGreaterThan(0);
});

test('F11: a Redis that hangs is waited for within bounds: busy where it decides, and unnoticed where it is told', async () => {
  await stock(4);
  await go('redis');
  const moving = openProcess({ redisMs: 250 });
  const [first, second, third] = await buyersOf(3);
  if (!first || !second || !third) throw new Error('Three buyers were made.');
  expect(await completePurchase(moving.engine, first)).toMatchObject({ outcome: 'held' });
  process.kill(pid, 'SIGSTOP');
  try {
    expect(await completePurchase(moving.engine, second)).toEqual({ outcome: 'busy' });
    // Forward is a person's decision, and without Redis none that anybody can take: nothing is switched.
    await expect(
      switchTruth(database, counters, { shopId: SHOP, to: 'shadow', actor: 'test', reason: '' }),
    ).rejects.toMatchObject({ name: 'RedisError', code: 'timeout' });
    await database.session('test', ({ connection }) =>
      connection.query(`UPDATE shop_truths SET state = 'mysql_redis_written', version = version + 1`),
    );
    await moving.truth.directory.refresh();
    expect(await completePurchase(moving.engine, third)).toMatchObject({ outcome: 'held' });
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  expect(await countsOf(moving)).toMatchObject({ decided: 3, failed: 1, dropped: 1 });
  // What Redis did after it was given up on is put right: two holds, each counted once.
  await moving.engine.expire(SHOP);
  await moving.truth.settled();
  const { free, holds } = await counters.look(SHOP, [100]);
  expect({ free, holds: holds.length }).toEqual({ free: [2], holds: 2 });
});

test('a shadow that waits for a lock is given up in time and counted; the hold is filled afterwards', async () => {
  await stock(2);
  await go('redis', 'shadow');
  const moving = openProcess({ shadowMs: 50 });
  const buyer = await makeBuyer(shop.engine);
  const blocker = await connect(shop);
  await blocker.query('START TRANSACTION; SELECT * FROM inventory_levels FOR UPDATE');
  await blocker.query('SELECT * FROM available_units FOR UPDATE');
  expect(await completePurchase(moving.engine, buyer)).toMatchObject({ outcome: 'held' });
  expect(await rowsOf(shop.engine, 'SELECT id FROM reserved_units')).toEqual([]);
  await blocker.query('COMMIT');
  await blocker.end();
  expect(await countsOf(moving)).toMatchObject({ decided: 1, failed: 0, dropped: 1 });
  await moving.engine.expire(SHOP);
  expect(await rowsOf(shop.engine, 'SELECT id FROM reserved_units')).toHaveLength(1);
});

test('two admins at the same moment make one switch, and both are told what it was', async () => {
  await stock(1);
  const press = (actor: string) =>
    switchTruth(database, counters, { shopId: SHOP, to: 'redis', actor, reason: '', seenVersion: 0 });
  const outcomes = countOutcomes(await Promise.all(['Ada', 'Grace', 'Ada'].map(press)));
  expect(outcomes).toEqual({ switched: 1, already: 2 });
  const switches = await rowsOf(shop.engine, 'SELECT to_state FROM truth_switches');
  expect(switches).toEqual([{ to_state: 'redis' }]);
});

test('a clock of this process that is a day off changes neither holds nor switches', async () => {
  await stock(2);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  try {
    await go('redis', 'shadow');
    const moving = openProcess();
    await makeHolder(moving.engine);
    expect(await moving.engine.expire(SHOP)).toBe(0);
    const [hold] = await rowsOf<{ left: number }>(
      shop.engine,
      'SELECT TIMESTAMPDIFF(SECOND, NOW(3), expires_at) AS left_seconds FROM reservations',
    ).then((rows) => rows.map((row) => ({ left: Number(Object.values(row)[0]) })));
    expect(hold?.left).toBeLessThanOrEqual(300);
    expect(hold?.left).toBeGreaterThan(0);
    expect(await countsOf(moving)).toMatchObject({ decided: 1, dropped: 0 });
  } finally {
    vi.useRealTimers();
  }
});

test('with MySQL gone, and then Redis too, nothing is sold or switched; the kill switch and the holds outlive both', async () => {
  const mysqld = await makeOwnMysqld();
  try {
    await mysqld.start();
    await migrate(mysqld.url);
    const own = createDatabase({ url: mysqld.url, connectionLimit: 6 });
    const ownCounters = new Counters(redis, own.schema);
    const to = (state: 'redis' | 'mysql_redis_written') =>
      switchTruth(own, ownCounters, { shopId: SHOP, to: state, actor: 'Ada', reason: 'kill switch' });
    await makeStore(createEngine(own), { items: [{ id: 100, stock: { 1: 2 } }] });
    const before = openProcess({}, own);
    const [holder, buyer] = [await makeBuyer(before.engine), await makeBuyer(before.engine)];
    expect(await to('redis')).toMatchObject({ outcome: 'switched' });
    await settleTruth(own, ownCounters, SHOP);
    await before.truth.directory.refresh();
    expect(await completePurchase(before.engine, holder)).toMatchObject({ outcome: 'held' });
    await before.truth.settled();
    await before.truth.directory.stop();
    await mysqld.stop();
    await expect(completePurchase(before.engine, buyer)).rejects.toThrow();
    await expect(to('mysql_redis_written')).rejects.toThrow();
    process.kill(pid, 'SIGKILL');
    await expect(completePurchase(before.engine, buyer)).rejects.toThrow();
    await mysqld.start();
    const after = createEngine(own);
    const [truth] = await rowsOf<{ state: string; changed_by: string }>(
      after,
      'SELECT state, changed_by FROM shop_truths',
    );
    expect(truth).toEqual({ state: 'redis', changed_by: 'Ada' });
    await opened.pop()?.stop();
    // Another process, without a Redis: it doesn't sell what it can't know, and the hold is still paid for once.
    const restarted = openProcess({}, own);
    expect(await completePurchase(restarted.engine, buyer)).toEqual({ outcome: 'busy' });
    await pay(restarted.engine, holder);
    await runPayments(restarted.engine);
    expect(await booksOf(restarted.engine)).toMatchObject({ orders: 1, soldEntries: 1 });
    expect((await restarted.engine.audit(SHOP)).broken).toEqual([]);
    await opened.pop()?.stop();
    await own.close();
  } finally {
    await mysqld.remove();
  }
});

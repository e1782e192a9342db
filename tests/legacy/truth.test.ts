/** A shop on its way from Redis to MySQL and back, on both of them: nothing is sold twice, and no hold is lost. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelCheckout } from '@/checkout/cancel-checkout';
import { completePurchase } from '@/checkout/complete-purchase';
import { openRedis, type Redis } from '@/db/redis/client';
import { openTestRedis } from '@/db/redis/server';
import { Counters, counterKey } from '@/legacy/truth/counters';
import { createMovingEngine, type MovingEngine } from '@/legacy/truth/moving-engine';
import { LEAST_COMPARED, type TruthState } from '@/legacy/truth/states';
import { readShopTruth, settleTruth, switchTruth } from '@/legacy/truth/switch';
import { openTestShop } from '@/tests/support/database';
import { countOutcomes, SHOP } from '@/tests/support/factories';
import {
  AMERICA,
  type Buyer,
  booksOf,
  EUROPE,
  makeBuyer,
  makeHolder,
  makeHoldOverdue,
  makeStore,
  pay,
  rowsOf,
  runPayments,
  stockAt,
} from '@/tests/support/store';

const shop = openTestShop();
const { database } = shop;
let redis: Redis;
let counters: Counters;
let stopRedis: () => Promise<void>;
let url = '';
const opened: MovingEngine[] = [];

/** No machine is too slow for these tests: what is given up for its time has a test of its own. */
const PATIENT = { redisMs: 30_000, shadowMs: 30_000 };

/** Web server, worker: each process has beliefs of its own. */
function openProcess(redisUrl = url, options = PATIENT): MovingEngine {
  const moving = createMovingEngine(database, redisUrl, options);
  opened.push(moving);
  return moving;
}

beforeAll(async () => {
  const server = await openTestRedis();
  if (!server.isThere) throw new Error(server.missing);
  url = server.url;
  stopRedis = () => server.stop();
  redis = await openRedis(url);
  counters = new Counters(redis, database.schema);
});
beforeEach(async () => {
  await redis.send('FLUSHALL');
});
// Runs before the shop's own hook, which looks for connections in use: a poll is one.
afterEach(async () => {
  for (const moving of opened.splice(0)) await moving.stop();
});
afterAll(async () => {
  redis?.close();
  await stopRedis?.();
});

async function go(to: TruthState, reason = ''): Promise<void> {
  const result = await switchTruth(database, counters, { shopId: SHOP, to, actor: 'test', reason });
  expect(result.outcome).toBe('switched');
  await settleTruth(database, counters, SHOP);
}

async function figures(moving: MovingEngine) {
  await moving.truth.settled();
  await moving.truth.tally.flush();
  return (await readShopTruth(database, SHOP))?.figures;
}

const freeInRedis = async (item = 100) => (await counters.look(SHOP, [item])).free[0];
const differences = () =>
  rowsOf<{ reason: string; redis_decision: string; mysql_decision: string }>(
    shop.engine,
    'SELECT reason, redis_decision, mysql_decision FROM truth_differences WHERE shop_id = ?',
    [SHOP],
  );

async function stock(units: number): Promise<void> {
  await makeStore(shop.engine, { items: [{ id: 100, stock: { 1: units } }] });
}

describe('each state', () => {
  test('on MySQL alone nothing is asked of Redis', async () => {
    await stock(1);
    const { engine } = openProcess('redis://127.0.0.1:1');
    const buyer = await makeHolder(engine);
    await pay(engine, buyer);
    await runPayments(engine);
    expect(await booksOf(engine)).toMatchObject({ orders: 1, soldEntries: 1 });
  });

  test('with Redis alone a hold has no units until it is paid for, and the last one is sold once', async () => {
    await stock(1);
    const { engine, truth } = openProcess();
    await go('redis');
    const [winner, loser] = [await makeBuyer(engine), await makeBuyer(engine)];
    const answers = await Promise.all([completePurchase(engine, winner), completePurchase(engine, loser)]);
    expect(countOutcomes(answers)).toEqual({ held: 1, sold_out: 1 });
    expect(await rowsOf(engine, 'SELECT id FROM reserved_units')).toEqual([]);
    await pay(engine, answers[0]?.outcome === 'held' ? winner : loser);
    await runPayments(engine);
    await truth.settled();
    expect(await booksOf(engine)).toMatchObject({ orders: 1, soldEntries: 1 });
    expect(await freeInRedis()).toBe(0);
    expect((await counters.look(SHOP, [])).holds).toEqual([]);
  });

  test('in the shadow both have the hold, and both get it back', async () => {
    await stock(3);
    const moving = openProcess();
    await go('redis');
    await go('shadow');
    const buyer = await makeHolder(moving.engine);
    expect(await figures(moving)).toMatchObject({ compared: 1, bug: 0, promises: 0 });
    expect(await stockAt(moving.engine, 100)).toMatchObject({ held: 1, available: 2 });
    expect(await freeInRedis()).toBe(2);
    await cancelCheckout(moving.engine, buyer);
    await moving.truth.settled();
    expect(await stockAt(moving.engine, 100)).toMatchObject({ held: 0, available: 3 });
    expect(await freeInRedis()).toBe(3);
  });

  test('with MySQL deciding, Redis counts the same, a hold that expires included', async () => {
    await stock(2);
    const moving = openProcess();
    await go('mysql_redis_written');
    const buyer = await makeHolder(moving.engine);
    await moving.truth.settled();
    expect(await freeInRedis()).toBe(1);
    await makeHoldOverdue(moving.engine, buyer);
    expect(await moving.engine.expire(SHOP)).toBe(1);
    expect(await freeInRedis()).toBe(2);
  });
});

describe('differences', () => {
  test('a counter that is one too high is found as a bug, and its promise is not sold', async () => {
    await stock(1);
    const moving = openProcess();
    await go('redis');
    await go('shadow');
    await redis.send('INCR', counterKey(database.schema, SHOP, 100));
    const first = await makeHolder(moving.engine);
    const second = await makeHolder(moving.engine);
    expect(await figures(moving)).toMatchObject({ compared: 2, bug: 1, promises: 1 });
    expect(await differences()).toEqual([
      { reason: 'bug', redis_decision: 'reserved', mysql_decision: 'sold_out' },
    ]);
    await pay(moving.engine, first);
    await pay(moving.engine, second);
    await runPayments(moving.engine);
    expect(await booksOf(moving.engine)).toMatchObject({
      soldEntries: 1,
      payments: { approved: 1, refunded: 1 },
    });
  });

  test('what lies where the region is not served from is told apart as location', async () => {
    await makeStore(shop.engine, {
      locations: [
        { id: 1, regions: { [EUROPE]: 1 } },
        { id: 2, regions: { [AMERICA]: 1 } },
      ],
      items: [{ id: 100, stock: { 2: 1 } }],
    });
    const moving = openProcess();
    await go('redis');
    await go('shadow');
    await makeHolder(moving.engine);
    expect(await figures(moving)).toMatchObject({ compared: 1, location: 1, bug: 0 });
  });
});

describe('switching', () => {
  test('carries every live hold, from each truth to the next and back, and sells each once', async () => {
    await stock(400);
    const moving = openProcess();
    const holders = [await makeHolder(moving.engine)];
    await go('redis', 'kill switch');
    holders.push(await makeHolder(moving.engine));
    await go('shadow');
    await moving.engine.expire(SHOP);
    for (let n = 0; n < LEAST_COMPARED; n += 1) {
      await cancelCheckout(moving.engine, await makeHolder(moving.engine));
    }
    holders.push(await makeHolder(moving.engine));
    expect(await figures(moving)).toMatchObject({
      compared: LEAST_COMPARED + 1,
      bug: 0,
      dropped: 0,
      promises: 0,
    });
    await go('mysql_redis_written');
    holders.push(await makeHolder(moving.engine));
    await go('redis', 'kill switch again');
    for (const holder of holders) await pay(moving.engine, holder);
    await runPayments(moving.engine);
    await moving.truth.settled();
    expect(await booksOf(moving.engine)).toMatchObject({ orders: 4, soldEntries: 4 });
    expect(await freeInRedis()).toBe(396);
    const switches = await rowsOf<{ to_state: string; holds_carried: number }>(
      shop.engine,
      'SELECT to_state, holds_carried FROM truth_switches WHERE shop_id = ? ORDER BY version',
      [SHOP],
    );
    expect(switches).toEqual([
      { to_state: 'redis', holds_carried: 1 },
      { to_state: 'shadow', holds_carried: 2 },
      { to_state: 'mysql_redis_written', holds_carried: 3 },
      { to_state: 'redis', holds_carried: 4 },
    ]);
  });

  test('back and forth during a sale, in two processes, sells exactly what is there', async () => {
    await stock(40);
    const processes = [openProcess(), openProcess()] as const;
    const buyers: Buyer[] = [];
    for (let n = 0; n < 80; n += 1) buyers.push(await makeBuyer(shop.engine));
    let done = false;
    const switching = (async () => {
      for (let n = 0; !done; n += 1) await go(n % 2 === 0 ? 'redis' : 'shadow', `switch ${n}`);
    })();
    const outcomes: string[] = [];
    const buyOne = async (index: number) => {
      const buyer = buyers[index];
      const { engine } = processes[index % 2] as MovingEngine;
      if (!buyer) return;
      for (;;) {
        const { outcome } = await completePurchase(engine, buyer);
        if (outcome === 'busy') continue;
        outcomes.push(outcome);
        if (outcome === 'held') await pay(engine, buyer);
        return;
      }
    };
    for (let from = 0; from < buyers.length; from += 8) {
      await Promise.all(Array.from({ length: 8 }, (_, n) => buyOne(from + n)));
    }
    done = true;
    await switching;
    await runPayments(processes[0].engine);
    const { payments, orders, soldEntries } = await booksOf(shop.engine);
    expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(40);
    expect({ payments, orders }).toEqual({ payments: { approved: 40 }, orders: 40 });
    expect(soldEntries).toBe(40);
  });

  test('pressed twice is one switch, and the second of two people is told', async () => {
    await stock(1);
    const before = await readShopTruth(database, SHOP);
    const press = (to: TruthState, actor: string) =>
      switchTruth(database, counters, {
        shopId: SHOP,
        to,
        actor,
        reason: '',
        seenVersion: before?.version ?? 0,
      });
    expect(await press('redis', 'Ada')).toMatchObject({ outcome: 'switched' });
    expect(await press('redis', 'Ada')).toEqual({ outcome: 'already' });
    expect(await press('shadow', 'Grace')).toEqual({ outcome: 'changed', state: 'redis', by: 'Ada' });
  });

  test('an unknown shop, a step too far and a closed gate are refused', async () => {
    await stock(1);
    const to = (shopId: number, state: TruthState) =>
      switchTruth(database, counters, { shopId, to: state, actor: 'test', reason: '' });
    expect(await to(999, 'redis')).toEqual({ outcome: 'not_found' });
    await go('redis');
    expect(await to(SHOP, 'mysql')).toEqual({ outcome: 'impossible', from: 'redis', allowed: ['shadow'] });
    await go('shadow');
    expect(await to(SHOP, 'mysql_redis_written')).toMatchObject({ outcome: 'closed', from: 'shadow' });
  });
});

describe('faults', () => {
  test('a Redis that comes back empty is loaded from MySQL, holds included', async () => {
    await stock(2);
    const moving = openProcess();
    await go('redis');
    await makeHolder(moving.engine);
    await redis.send('FLUSHALL');
    await makeHolder(moving.engine);
    expect(await completePurchase(moving.engine, await makeBuyer(moving.engine))).toMatchObject({
      outcome: 'sold_out',
    });
    expect(await freeInRedis()).toBe(0);
  });

  test('a shadow that is over its time is given up and counted, and the buyer has the hold', async () => {
    await stock(1);
    const moving = openProcess(url, { ...PATIENT, shadowMs: 0 });
    await go('redis');
    await go('shadow');
    await makeHolder(moving.engine);
    expect(await figures(moving)).toMatchObject({ compared: 0, dropped: 1, bug: 0 });
  });

  test('without Redis the shop is busy while Redis decides, and sells on once MySQL does', async () => {
    await stock(2);
    await go('redis');
    const cut = openProcess('redis://127.0.0.1:1');
    expect(await completePurchase(cut.engine, await makeBuyer(cut.engine))).toEqual({ outcome: 'busy' });
    await database.session('test', ({ connection }) =>
      connection.query(`UPDATE shop_truths SET state = 'mysql_redis_written', version = version + 1`),
    );
    await cut.truth.directory.refresh();
    await makeHolder(cut.engine);
    expect(await figures(cut)).toMatchObject({ dropped: 1 });
  });
});

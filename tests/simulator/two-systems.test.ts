/** What a crash between two systems leaves behind, on a real Redis and a real MySQL; and what one system does instead. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openRedis } from '@/db/redis/client';
import { openTestRedis, type RedisServer } from '@/db/redis/server';
import { openCarefulStock } from '@/legacy/index';
import { keysOf } from '@/legacy/keys';
import { redisBeside } from '@/simulator/redis';
import { readFindings } from '@/simulator/run-records';
import { RUN_SHOP } from '@/simulator/stock';
import type { StrategyId } from '@/simulator/strategies';
import { stageSales } from './sale-stage';
import { stageStrategy } from './strategy-stage';

const sales = stageSales();
let own: RedisServer | undefined;
let redisUrl = '';

// A Redis of its own, since it is emptied and paused here; never the one that somebody's REDIS_URL names.
beforeAll(async () => {
  vi.stubEnv('REDIS_URL', '');
  const started = await openTestRedis();
  if (!started.isThere) throw new Error(started.missing);
  own = started;
  redisUrl = started.url;
  vi.stubEnv('REDIS_URL', redisUrl);
});
afterAll(() => own?.stop());

const CLAIM = { stock: 40, buyers: 100, arrival: 'steady', arrivalSeconds: 2, paymentMs: 50 };
const PLACES = { stock: 30, locations: 3, spread: 'uneven', buyers: 90, arrivalSeconds: 1 };
const plans = {
  'ledger first, process killed': [
    'redis-counter-ledger-first',
    { ...CLAIM, crashPoint: 'claim-process-killed' },
  ],
  'Redis first, process killed': [
    'redis-counter-redis-first',
    { ...CLAIM, crashPoint: 'claim-process-killed' },
  ],
  'scripts, process killed': ['redis-lua-compensated', { ...CLAIM, crashPoint: 'claim-process-killed' }],
  'unit pool, process killed': ['unit-pool', { ...CLAIM, crashPoint: 'claim-process-killed' }],
  'ledger first, Redis cut': ['redis-counter-ledger-first', { ...CLAIM, crashPoint: 'claim-redis-cut' }],
  'Redis first, MySQL cut': ['redis-counter-redis-first', { ...CLAIM, crashPoint: 'claim-mysql-cut' }],
  'unit pool, MySQL cut': ['unit-pool', { ...CLAIM, crashPoint: 'claim-mysql-cut' }],
  'count, three places': ['redis-counter-ledger-first', PLACES],
  'unit pool, three places': ['unit-pool', PLACES],
} as const satisfies Record<string, readonly [StrategyId, object]>;

type PlanName = keyof typeof plans;

async function carryOut([strategy, inputs]: readonly [StrategyId, object]) {
  const [report] = await sales.sell({ ...inputs, strategies: [strategy] });
  if (!report) throw new Error('no report');
  return { report, findings: await readFindings(sales.main, report.runId) };
}

const carriedOut = new Map<PlanName, ReturnType<typeof carryOut>>();

/** What became of a sale; throws what it failed with. */
function saleOf(name: PlanName): ReturnType<typeof carryOut> {
  const sale = carriedOut.get(name);
  if (!sale) throw new Error(`${name} was not carried out`);
  return sale;
}

/** More at once, and on two cores the last buyer has been answered before the first claim is broken. */
const AT_ONCE = 3;

// Each has a schema and keys of its own and mostly waits, for buyers and for files.
beforeAll(async () => {
  const names = Object.keys(plans) as PlanName[];
  const line = async () => {
    for (let name = names.shift(); name; name = names.shift()) {
      const sale = carryOut(plans[name]);
      carriedOut.set(name, sale);
      await Promise.allSettled([sale]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
}, 300_000);

describe('one process of the shop is killed between the two halves of a claim', () => {
  it('F11: ledger first ends in an undersell', async () => {
    const { report, findings } = await saleOf('ledger first, process killed');
    expect(report).toMatchObject({ verdict: 'undersold', sold: 39, undersold: 1, oversold: 0 });
    expect(findings.filter(({ kind }) => kind === 'interrupted_claim')).toMatchObject([
      { detail: { fault: 'claim-process-killed', unitsWanted: 1 } },
    ]);
  });

  it('F11: Redis first ends in an oversell', async () => {
    const { report, findings } = await saleOf('Redis first, process killed');
    expect(report).toMatchObject({ verdict: 'oversold', sold: 41, oversold: 1 });
    expect(findings.filter(({ kind }) => kind === 'interrupted_claim')).toHaveLength(1);
  });

  it.each(['scripts, process killed', 'unit pool, process killed'] as const)(
    '%s: each unit is sold once',
    async (name) => {
      const { report, findings } = await saleOf(name);
      expect(report).toMatchObject({ verdict: 'exact', sold: 40, audit: { ok: true } });
      expect(findings.filter(({ kind }) => kind === 'interrupted_claim')).toHaveLength(1);
    },
  );
});

describe('Redis is cut off between the two halves of a claim', () => {
  it('ledger first ends in an undersell', async () => {
    const { report, findings } = await saleOf('ledger first, Redis cut');
    expect(report).toMatchObject({ verdict: 'undersold', oversold: 0 });
    expect(report.undersold).toBeGreaterThan(0);
    expect(report.sold).toBe(40 - report.undersold);
    expect(findings.filter(({ kind }) => kind === 'interrupted_claim')).toMatchObject([
      { detail: { fault: 'claim-redis-cut' } },
    ]);
  });
});

describe('MySQL is cut off between the two halves of a claim', () => {
  it('Redis first ends in an oversell', async () => {
    const { report, findings } = await saleOf('Redis first, MySQL cut');
    expect(report).toMatchObject({ verdict: 'oversold', oversold: 1 });
    expect(findings.filter(({ kind }) => kind === 'interrupted_claim')).toHaveLength(1);
  });

  it('the unit pool is rolled back by MySQL, and claims when it is asked again', async () => {
    const { report, findings } = await saleOf('unit pool, MySQL cut');
    expect(report).toMatchObject({ verdict: 'exact', sold: 40, paidWithoutOrder: 0 });
    expect(findings.filter(({ kind }) => kind === 'interrupted_claim')).toHaveLength(1);
  });
});

it('the count knows no locations: orders are promised from where nothing is left, and the verdict names them', async () => {
  const { report, findings } = await saleOf('count, three places');
  expect(report).toMatchObject({ verdict: 'oversold', sold: 30 });
  const misplaced = findings.filter(({ kind }) => kind === 'wrong_location');
  expect(misplaced).toHaveLength(report.oversold);
  const { report: pool } = await saleOf('unit pool, three places');
  expect(pool).toMatchObject({ verdict: 'exact', sold: 30 });
});

describe('the plain count at its weak places', () => {
  const ledgerFirst = stageStrategy('redis-counter-ledger-first');
  const careful = stageStrategy('redis-lua-compensated');

  it('F9: Redis comes back empty: the plain count forgets what is held, the careful one reads it from MySQL', async () => {
    for (const [stage, left] of [
      [ledgerFirst, 3],
      [careful, 2],
    ] as const) {
      const lines = await stage.lay([3]);
      expect(await stage.open.reserve(stage.request(lines))).toMatchObject({ outcome: 'reserved' });
      const redis = await openRedis(redisUrl);
      await redis.send('FLUSHALL');
      redis.close();
      expect(await stage.open.reserve(stage.request(lines))).not.toMatchObject({ outcome: 'reserved' });
      await stage.open.recover?.();
      expect(await stage.free()).toEqual([left]);
    }
  });

  it('F9: a number that is gone while holds are given back twice is read from MySQL, never counted from 0', async () => {
    const lines = await careful.lay([5]);
    const held = [1, 2, 3].map(() => careful.request(lines));
    for (const request of held)
      expect(await careful.open.reserve(request)).toMatchObject({ outcome: 'reserved' });
    const [given, kept] = held;
    if (!given || !kept) throw new Error('no holds');
    const [{ inventoryItemId = 0 } = {}] = lines;
    const { stockKey } = keysOf(careful.database, RUN_SHOP, inventoryItemId);
    const redis = await openRedis(redisUrl);
    expect(await redis.send('GET', stockKey)).toBe('2');
    await redis.send('DEL', stockKey);
    // Two processes of the shop, each with a connection of its own, give the same hold back at the same moment.
    const ends = [redis, await redisBeside(careful.database)].map((one) =>
      openCarefulStock(one, careful.database).end(
        { ...given, lines: [{ inventoryItemId, quantity: 1 }] },
        true,
      ),
    );
    await Promise.all([careful.open.release(given.reservationId), ...ends]);
    expect(await redis.send('EXISTS', stockKey)).toBe(0);
    expect(await careful.open.reserve(careful.request(lines))).toEqual({ outcome: 'busy' });
    expect(await careful.free()).toEqual([3]);
    // Given back again while the number is there: the second finds no hold.
    await Promise.all([careful.open.release(kept.reservationId), careful.open.release(kept.reservationId)]);
    expect(await careful.free()).toEqual([4]);
    redis.close();
  });

  it('a Redis that does not answer is "busy" within its time-out, and is asked again after', async () => {
    const lines = await ledgerFirst.lay([2]);
    const redis = await openRedis(redisUrl);
    // It ends by itself, since nothing can be sent to a Redis that takes no commands.
    await redis.send('CLIENT', 'PAUSE', '2500', 'ALL');
    const answer = await ledgerFirst.open.reserve(ledgerFirst.request(lines));
    expect(answer).toEqual({ outcome: 'busy' });
    expect(ledgerFirst.retries).toContain('REDIS_timeout');
    redis.close();
    while ((await ledgerFirst.open.reserve(ledgerFirst.request(lines))).outcome === 'busy');
  });

  it('the connection is cut while a hold is on its way to MySQL: the careful model ends in one truth', async () => {
    const lines = await careful.lay([2]);
    const request = careful.request(lines);
    const gate = careful.gates.close('after-lock', request.reservationId);
    const answer = careful.open.reserve(request);
    await gate.reached;
    await (await redisBeside(careful.database)).cutOff();
    gate.open();
    expect(await answer).toMatchObject({ outcome: 'reserved' });
    await careful.open.settled();
    expect(await careful.free()).toEqual([1]);
    expect(await careful.open.claim(request.reservationId, request.reservationId)).toBe('claimed');
    await careful.open.settled();
    expect(await careful.free()).toEqual([1]);
  });
});

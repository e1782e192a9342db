/** What a crash between two systems leaves behind, on a real Redis and a real MySQL; and what one system does instead. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openRedis } from '@/db/redis/client';
import { openTestRedis, type RedisServer } from '@/db/redis/server';
import { redisBeside } from '@/simulator/redis';
import { readFindings } from '@/simulator/run-records';
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

const slowEnough = { stock: 40, buyers: 100, arrival: 'steady', arrivalSeconds: 3, paymentMs: 50 };

async function sellWith(strategy: StrategyId, crashPoint: string) {
  const [report] = await sales.sell({ ...slowEnough, strategies: [strategy], crashPoint });
  if (!report) throw new Error('no report');
  const findings = await readFindings(sales.main, report.runId);
  const interrupted = findings.filter(({ kind }) => kind === 'interrupted_claim');
  expect(interrupted).toHaveLength(1);
  return { report, detail: interrupted[0]?.detail };
}

describe('one process of the shop is killed between the two halves of a claim', () => {
  it('F11: ledger first ends in an undersell', async () => {
    const { report, detail } = await sellWith('redis-counter-ledger-first', 'claim-process-killed');
    expect(report).toMatchObject({ verdict: 'undersold', sold: 39, undersold: 1, oversold: 0 });
    expect(detail).toMatchObject({ fault: 'claim-process-killed', unitsWanted: 1 });
  });

  it('F11: Redis first ends in an oversell', async () => {
    const { report } = await sellWith('redis-counter-redis-first', 'claim-process-killed');
    expect(report).toMatchObject({ verdict: 'oversold', sold: 41, oversold: 1 });
  });

  it.each(['redis-lua-compensated', 'unit-pool'] as const)('%s sells each unit once', async (strategy) => {
    const { report } = await sellWith(strategy, 'claim-process-killed');
    expect(report).toMatchObject({ verdict: 'exact', sold: 40, audit: { ok: true } });
  });
});

describe('MySQL is cut off between the two halves of a claim', () => {
  it('Redis first ends in an oversell', async () => {
    const { report } = await sellWith('redis-counter-redis-first', 'claim-mysql-cut');
    expect(report).toMatchObject({ verdict: 'oversold', oversold: 1 });
  });

  it('the unit pool is rolled back by MySQL, and claims when it is asked again', async () => {
    const { report } = await sellWith('unit-pool', 'claim-mysql-cut');
    expect(report).toMatchObject({ verdict: 'exact', sold: 40, paidWithoutOrder: 0 });
  });
});

describe('the plain count at its weak places', () => {
  const ledgerFirst = stageStrategy('redis-counter-ledger-first');
  const careful = stageStrategy('redis-lua-compensated');

  it('Redis comes back empty: the plain count forgets what is held, the careful one reads it from MySQL', async () => {
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

it('the count knows no locations: orders are promised from where nothing is left, and the verdict names them', async () => {
  const inputs = { stock: 30, locations: 3, spread: 'uneven', buyers: 90, arrivalSeconds: 1 };
  const [report] = await sales.sell({ ...inputs, strategies: ['redis-counter-ledger-first'] });
  if (!report) throw new Error('no report');
  expect(report).toMatchObject({ verdict: 'oversold', sold: 30 });
  const findings = await readFindings(sales.main, report.runId);
  const misplaced = findings.filter(({ kind }) => kind === 'wrong_location');
  expect(misplaced).toHaveLength(report.oversold);
  const [pool] = await sales.sell({ ...inputs, strategies: ['unit-pool'] });
  expect(pool).toMatchObject({ verdict: 'exact', sold: 30 });
});

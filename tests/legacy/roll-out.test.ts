/** Shops that move pod by pod, on a real Redis and a real MySQL: watched, stopped by what passes a threshold, taken back. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { completePurchase } from '@/checkout/complete-purchase';
import { openRedis, type Redis } from '@/db/redis/client';
import { advancePod, goOn, makePods, setPodBack, setThresholds, stopRollOut } from '@/legacy/roll-out/acts';
import { readRollOut } from '@/legacy/roll-out/read';
import { defaultThresholds } from '@/legacy/roll-out/thresholds';
import { RollOutWatch } from '@/legacy/roll-out/watch';
import { Counters, counterKey } from '@/legacy/truth/counters';
import { createMovingEngine, type MovingEngine } from '@/legacy/truth/moving-engine';
import { LEAST_COMPARED } from '@/legacy/truth/states';
import { settleTruth, switchTruth } from '@/legacy/truth/switch';
import { connect, openTestShop } from '@/tests/support/database';
import { untilBlocked } from '@/tests/support/locks';
import { testRedisUrl } from '@/tests/support/redis';
import { makeBuyer, makeHolder, makeStore } from '@/tests/support/store';

const shop = openTestShop();
const { database } = shop;
let redis: Redis;
let counters: Counters;
let watch: RollOutWatch;
const opened: MovingEngine[] = [];

beforeAll(async () => {
  redis = await openRedis(testRedisUrl());
  counters = new Counters(redis, database.schema);
});
beforeEach(async () => {
  await redis.send('FLUSHALL');
  watch = newWatch();
});
afterEach(async () => {
  for (const moving of opened.splice(0)) await moving.stop();
});
afterAll(() => redis.close());

const newWatch = () => new RollOutWatch(database, testRedisUrl());

function openProcess(redisUrl = testRedisUrl()): MovingEngine {
  const moving = createMovingEngine(database, redisUrl, { redisMs: 30_000, shadowMs: 30_000 });
  opened.push(moving);
  return moving;
}

const stores = () => ({ database, counters });
const advance = (podId: number, to: 'shadow' | 'mysql_redis_written' | 'mysql', seenVersion?: number) =>
  advancePod(stores(), { actor: 'Ada', podId, to, seenVersion });

/** Shops 1 to `count`, on Redis alone, in pods as listed; somebody watches. */
async function makeRollOut(lists: number[][], units = 500): Promise<void> {
  const toRedis = async (shopId: number) => {
    await makeStore(shop.engine, { shopId, items: [{ id: 100, stock: { 1: units } }] });
    await switchTruth(database, counters, { shopId, to: 'redis', actor: 'test', reason: '' });
    await settleTruth(database, counters, shopId);
  };
  await Promise.all(lists.flat().map(toRedis));
  const grouping = { by: 'list', lists } as const;
  expect(await makePods(database, { actor: 'Ada', hours: 24, grouping })).toMatchObject({ outcome: 'done' });
  await watch.look();
}

async function statesOf(): Promise<Record<number, string>> {
  const { pods } = await readRollOut(database);
  return Object.fromEntries(pods.flatMap(({ shops }) => shops.map(({ shopId, state }) => [shopId, state])));
}

async function flushed(moving: MovingEngine): Promise<void> {
  await moving.truth.settled();
  await moving.truth.tally.flush();
}

test('a pod goes forward with one act, is watched, and counts as safe after its time', async () => {
  await makeRollOut([[1, 2], [3]]);
  expect(await advance(1, 'shadow')).toMatchObject({
    outcome: 'done',
    says: expect.stringContaining('2 of 2'),
  });
  expect(await statesOf()).toEqual({ 1: 'shadow', 2: 'shadow', 3: 'redis' });
  expect(await advance(2, 'shadow')).toMatchObject({
    outcome: 'refused',
    why: expect.stringContaining('Pod 1'),
  });
  await shop.database.session('test', ({ connection }) =>
    connection.query('UPDATE roll_out_pods SET stepped_at = stepped_at - INTERVAL 1 DAY WHERE pod_id = 1'),
  );
  // The next watch, in another process, goes on where the first one ended.
  await newWatch().look();
  const { pods, events } = await readRollOut(database);
  expect(pods[0]).toMatchObject({ status: 'resting', behind: 'shadow' });
  expect(pods[0]?.shops.map(({ safeState }) => safeState)).toEqual(['shadow', 'shadow']);
  expect(events[0]).toMatchObject({ kind: 'safe', podId: 1, actor: 'watch' });
  expect(await advance(2, 'shadow')).toMatchObject({ outcome: 'done' });
});

test('a shop whose gate is closed is waited for, and follows while the pod is under way', async () => {
  await makeRollOut([[1]]);
  await advance(1, 'shadow');
  const moving = openProcess();
  expect(await advance(1, 'mysql_redis_written')).toMatchObject({
    outcome: 'done',
    says: expect.stringContaining(`0 of at least ${LEAST_COMPARED} reserves compared`),
  });
  for (let n = 0; n < LEAST_COMPARED; n += 10) {
    await Promise.all(Array.from({ length: 10 }, () => makeHolder(moving.engine)));
  }
  await flushed(moving);
  await moving.engine.expire(1);
  await watch.look();
  expect(await statesOf()).toEqual({ 1: 'mysql_redis_written' });
});

test('an unexplained difference stops it: the pod goes back to where it was safe, and says why', async () => {
  await makeRollOut([[1], [2]], 1);
  await advance(1, 'shadow');
  await watch.look();
  const moving = openProcess();
  // One more than there is: the second buyer is promised what MySQL hasn't got.
  await redis.send('INCR', counterKey(database.schema, 1, 100));
  for (let n = 0; n < 2; n += 1) await makeHolder(moving.engine);
  await flushed(moving);
  await watch.look();
  const { status, stoppedWhy, pods, events } = await readRollOut(database);
  expect({ status, stoppedWhy }).toEqual({
    status: 'stopped',
    stoppedWhy: 'Unexplained: 1, at most 0',
  });
  expect(pods[0]).toMatchObject({ status: 'resting', ahead: 'redis' });
  expect(events[0]).toMatchObject({ kind: 'stop', actor: 'watch', podId: 1 });
  expect(await advance(2, 'shadow')).toMatchObject({ outcome: 'refused' });
  expect(await goOn(database, { actor: 'Ada' })).toMatchObject({ outcome: 'done' });
  expect(await advance(2, 'shadow')).toMatchObject({ outcome: 'done' });
});

test('errors stop it: reserves that fail are counted, and the pod goes back', async () => {
  await makeRollOut([[1]]);
  await setThresholds(database, {
    actor: 'Ada',
    thresholds: { ...defaultThresholds, errorPercent: 50, leastReserves: 2 },
  });
  await advance(1, 'shadow');
  await watch.look();
  const cut = openProcess('redis://127.0.0.1:1');
  for (let n = 0; n < 2; n += 1) {
    expect(await completePurchase(cut.engine, await makeBuyer(cut.engine))).toEqual({ outcome: 'busy' });
  }
  await flushed(cut);
  await watch.look();
  expect(await readRollOut(database)).toMatchObject({
    status: 'stopped',
    stoppedWhy: 'Errors: 100 %, at most 50',
    pods: [{ status: 'resting', ahead: 'redis' }],
  });
});

test('lock waits and connections stop it too', async () => {
  await makeRollOut([[1]]);
  await setThresholds(database, {
    actor: 'Ada',
    thresholds: { ...defaultThresholds, lockWaitsPerSecond: 0, connectionPercent: 0 },
  });
  await advance(1, 'shadow');
  const [holder, waiter, observer] = [await connect(shop), await connect(shop), await connect(shop)];
  try {
    await watch.look();
    const before = await readRollOut(database);
    expect(before).toMatchObject({ status: 'stopped', stoppedWhy: expect.stringMatching(/^Connections: /) });
    await goOn(database, { actor: 'Ada' });
    await advance(1, 'shadow');
    await setThresholds(database, {
      actor: 'Ada',
      thresholds: { ...defaultThresholds, lockWaitsPerSecond: 0 },
    });
    await watch.look();
    expect(await readRollOut(database)).toMatchObject({ status: 'running' });
    await holder.query('START TRANSACTION; SELECT * FROM shops FOR UPDATE');
    const waiting = waiter.query('SELECT * FROM shops FOR UPDATE');
    await untilBlocked(observer, waiter.threadId ?? 0);
    await holder.query('COMMIT');
    await waiting;
    await watch.look();
    expect(await readRollOut(database)).toMatchObject({
      status: 'stopped',
      stoppedWhy: expect.stringMatching(/^Lock waits: /),
    });
  } finally {
    for (const connection of [holder, waiter, observer]) await connection.end();
  }
});

test('pressed twice is one step, the second of two people is told, and back is refused to nobody', async () => {
  await makeRollOut([[1], [2]]);
  const { version } = await readRollOut(database);
  const [one, other] = await Promise.all([advance(1, 'shadow', version), advance(1, 'shadow', version)]);
  expect([one.outcome, other.outcome].sort()).toEqual(['already', 'done']);
  const seen = defaultThresholds;
  expect(
    await setThresholds(database, { actor: 'Ada', seen, thresholds: { ...seen, errorPercent: 3 } }),
  ).toMatchObject({ outcome: 'done' });
  const thresholds = { ...seen, errorPercent: 1 };
  expect(await setThresholds(database, { actor: 'Grace', seen, thresholds })).toMatchObject({
    outcome: 'changed',
    by: 'Ada',
  });
  expect(
    await setPodBack(stores(), { actor: 'Grace', seenVersion: version, podId: 1, to: 'redis' }),
  ).toMatchObject({ outcome: 'done' });
  expect(await statesOf()).toEqual({ 1: 'redis', 2: 'redis' });
  expect(await stopRollOut(stores(), { actor: 'Grace', why: 'Enough' })).toMatchObject({ outcome: 'done' });
  expect(await stopRollOut(stores(), { actor: 'Ada', why: 'Enough' })).toMatchObject({ outcome: 'already' });
});

test('steps that are none are refused with the one that is, and nothing goes forward unwatched', async () => {
  await makeRollOut([[1]]);
  expect(await advance(9, 'shadow')).toMatchObject({ outcome: 'refused', why: 'There is no pod 9.' });
  expect(await advance(1, 'mysql')).toMatchObject({
    outcome: 'refused',
    why: 'The next step of pod 1 leads to shadow, not to mysql.',
  });
  await shop.database.session('test', ({ connection }) =>
    connection.query('UPDATE roll_outs SET measured_at = measured_at - INTERVAL 1 HOUR'),
  );
  expect(await advance(1, 'shadow')).toMatchObject({
    outcome: 'refused',
    why: expect.stringContaining('worker'),
  });
});

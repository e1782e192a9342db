import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { PacketEvent } from '@/db/session';
import { createEngine, type ReserveRequest } from '@/engine/index';
import { connect, openTestShop } from '@/tests/support/database';
import {
  BERLIN,
  countOutcomes,
  ITEM,
  makeLevel,
  makeOverdue,
  makeRequest,
  SHOP,
} from '@/tests/support/factories';

const shop = openTestShop({
  connectionLimit: 16,
  acquireTimeoutMs: 60_000,
  lockWaitTimeoutSeconds: 1,
  coalesce: {},
});
const { engine } = shop;
const reserveMany = (count: number) => Array.from({ length: count }, () => makeRequest());
const all = (requests: ReserveRequest[]) => Promise.all(requests.map((request) => engine.reserve(request)));
const lineOf = (quantity: number) => [{ inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity }];

describe('coalesced reserves', () => {
  it('sell exactly 100 of 100 units to 400 buyers', async () => {
    await makeLevel(engine, { units: 100 });
    const results = await all(reserveMany(400));
    expect(countOutcomes(results)).toEqual({ reserved: 100, all_held: 300 });
    const ids = results.flatMap((result) =>
      result.outcome === 'reserved' ? result.units.map(({ id }) => id) : [],
    );
    expect(new Set(ids).size).toBe(100);
  });

  it('refuse nobody when the pool runs dry again and again', async () => {
    await makeLevel(engine, { units: 3_000, poolCap: 250, lowWaterMark: 50, isPooled: false });
    expect(countOutcomes(await all(reserveMany(3_000)))).toEqual({ reserved: 3_000 });
    expect(countOutcomes(await all(reserveMany(3)))).toEqual({ all_held: 3 });
  });

  it('share commits', async () => {
    await makeLevel(engine, { units: 500 });
    let commits = 0;
    const stop = shop.database.observe((event: PacketEvent) => {
      if (event.tag === 'checkout' && event.statements.some(({ name }) => name === 'transaction.commit'))
        commits += 1;
    });
    expect(countOutcomes(await all(reserveMany(400)))).toEqual({ reserved: 400 });
    stop();
    expect(commits).toBeLessThan(20);
  });

  it('give each checkout its own hold, which ends alone', async () => {
    await makeLevel(engine, { units: 60 });
    const requests = [1, 2, 3, 4, 5].map((quantity) => makeRequest({ lines: lineOf(quantity) }));
    const results = await all(requests);
    expect(results.map((result) => result.outcome === 'reserved' && result.units.length)).toEqual([
      1, 2, 3, 4, 5,
    ]);
    const [first, second, third] = requests as [ReserveRequest, ReserveRequest, ReserveRequest];
    await engine.claim({ ...first, orderId: uuidv7() });
    await engine.release(second);
    await makeOverdue(engine, third.reservationId);
    expect(await engine.expire(SHOP)).toBe(1);
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ onHand: 59, held: 9 }]);
  });

  it('answer a repeated id as ever, though it takes its batch apart', async () => {
    await makeLevel(engine, { units: 60 });
    const twice = makeRequest();
    const others = reserveMany(19);
    await engine.reserve(twice);
    const results = await all([...others, twice, twice]);
    expect(countOutcomes(results)).toEqual({ reserved: 21 });
    expect(results.filter((result) => result.outcome === 'reserved' && result.isRepeat)).toHaveLength(2);
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ held: 20 }]);
  });

  it('one request that makes no sense fails alone', async () => {
    await makeLevel(engine, { units: 60 });
    const good = reserveMany(10);
    const bad = makeRequest({ reservationId: 'not a uuid' });
    const results = await Promise.allSettled([...good, bad].map((request) => engine.reserve(request)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(results.at(-1)?.status).toBe('rejected');
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ held: 10 }]);
  });

  it('serve those who came first and fit, and tell the others what is left', async () => {
    await makeLevel(engine, { units: 10 });
    const requests = [4, 4, 4, 2].map((quantity) => makeRequest({ lines: lineOf(quantity) }));
    expect((await all(requests)).map(({ outcome }) => outcome)).toEqual([
      'reserved',
      'reserved',
      'all_held',
      'reserved',
    ]);
  });

  it('of several processes share one level without a deadlock', async () => {
    await makeLevel(engine, { units: 900, poolCap: 200, lowWaterMark: 40 });
    const other = createEngine(shop.database, { coalesce: { lanes: 4, batchSize: 20 } });
    const ordinary = createEngine(shop.database);
    const retries: unknown[] = [];
    for (const one of [engine, other, ordinary]) one.events.on('retry', (retry) => retries.push(retry));
    const engines = [engine, other, ordinary];
    const results = await Promise.all(
      reserveMany(1_200).map((request, index) => (engines[index % 3] ?? engine).reserve(request)),
    );
    await Promise.all(engines.map((one) => one.settled()));
    expect(countOutcomes(results)).toEqual({ reserved: 900, all_held: 300 });
    expect(retries).toEqual([]);
  });

  it('go on, each alone, when a batch meets a lock on a level that others keep for long', async () => {
    await makeLevel(engine, { units: 30, poolCap: 10, lowWaterMark: 2, isPooled: false });
    const holder = await connect(shop);
    try {
      await holder.query('START TRANSACTION; SELECT unpooled FROM inventory_levels FOR UPDATE');
      expect(countOutcomes(await all(reserveMany(8)))).toEqual({ busy: 8 });
    } finally {
      await holder.query('ROLLBACK');
      await holder.end();
    }
    expect(countOutcomes(await all(reserveMany(40)))).toEqual({ reserved: 30, all_held: 10 });
  });
});

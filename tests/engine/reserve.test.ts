import { describe, expect, it } from 'vitest';
import { openTestShop } from '@/tests/support/database';
import {
  BERLIN,
  countOutcomes,
  ITEM,
  makeLevel,
  makeOverdue,
  makeRequest,
  PORTO,
  SHOP,
} from '@/tests/support/factories';

const { engine } = openTestShop({ connectionLimit: 32, acquireTimeoutMs: 30_000 });

describe('reserve', () => {
  it('sells exactly 100 of 100 units to 400 buyers', async () => {
    await makeLevel(engine, { units: 100 });
    const results = await Promise.all(Array.from({ length: 400 }, () => engine.reserve(makeRequest())));
    expect(countOutcomes(results)).toEqual({ reserved: 100, all_held: 300 });
    const ids = results.flatMap((result) =>
      result.outcome === 'reserved' ? result.units.map(({ id }) => id) : [],
    );
    expect(new Set(ids).size).toBe(100);
  });

  it('moves as many rows as units and says which', async () => {
    await makeLevel(engine, { units: 5 });
    const result = await engine.reserve(
      makeRequest({ lines: [{ inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity: 3 }] }),
    );
    expect(result).toMatchObject({ outcome: 'reserved', isRepeat: false });
    expect(result.outcome === 'reserved' && result.units.length).toBe(3);
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ available: 2, held: 3, onHand: 5 }]);
  });

  it('gives the same hold to a repeated call, one after the other or at once', async () => {
    await makeLevel(engine, { units: 5 });
    const request = makeRequest();
    const results = await Promise.all([
      engine.reserve(request),
      engine.reserve(request),
      engine.reserve(request),
    ]);
    expect(countOutcomes(results)).toEqual({ reserved: 3 });
    expect(results.filter((result) => result.outcome === 'reserved' && result.isRepeat)).toHaveLength(2);
    expect(await engine.reserve(request)).toMatchObject({ outcome: 'reserved', isRepeat: true });
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ held: 1 }]);
  });

  it('refuses an id that belongs to another checkout and one that has ended', async () => {
    await makeLevel(engine);
    const request = makeRequest();
    await engine.reserve(request);
    await expect(engine.reserve({ ...request, checkoutId: makeRequest().checkoutId })).rejects.toThrow(
      'another checkout',
    );
    await engine.release(request);
    expect(await engine.reserve(request)).toEqual({ outcome: 'ended', status: 'released' });
  });

  it('A2: adds up two lines of one item before it locks, and leaves no partial hold', async () => {
    await makeLevel(engine, { units: 5 });
    const line = { inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity: 3 };
    const result = await engine.reserve(makeRequest({ lines: [line, line] }));
    expect(result).toEqual({
      outcome: 'sold_out',
      short: [{ ...line, quantity: 6, available: 5, held: 0, backInMs: null }],
    });
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ available: 5, held: 0 }]);
  });

  it('A7: carts with the same items in opposite order neither deadlock nor oversell', async () => {
    await makeLevel(engine, { units: 30 });
    await makeLevel(engine, { units: 30, inventoryItemId: ITEM + 1 });
    const first = { inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity: 1 };
    const second = { ...first, inventoryItemId: ITEM + 1 };
    const retries: string[] = [];
    engine.events.on('retry', ({ code }) => retries.push(code));
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        engine.reserve(makeRequest({ lines: index % 2 ? [first, second] : [second, first] })),
      ),
    );
    expect(countOutcomes(results)).toEqual({ reserved: 30, all_held: 70 });
    expect(retries).toEqual([]);
  });

  it('A1: gives the last unit to one of two callers, 200 times', async () => {
    await makeLevel(engine, { units: 1 });
    for (let round = 0; round < 200; round += 1) {
      const requests = [makeRequest(), makeRequest()];
      const results = await Promise.all(requests.map((request) => engine.reserve(request)));
      expect(countOutcomes(results)).toEqual({ reserved: 1, all_held: 1 });
      for (const request of requests) await engine.release(request);
    }
  });

  it('sells one unit again after it was given back', async () => {
    await makeLevel(engine, { units: 1 });
    const first = makeRequest();
    expect((await engine.reserve(first)).outcome).toBe('reserved');
    const losers = await Promise.all(Array.from({ length: 20 }, () => engine.reserve(makeRequest())));
    expect(countOutcomes(losers)).toEqual({ all_held: 20 });
    await engine.release(first);
    const results = await Promise.all(Array.from({ length: 20 }, () => engine.reserve(makeRequest())));
    expect(countOutcomes(results)).toEqual({ reserved: 1, all_held: 19 });
  });

  it('takes back the overdue holds of the item instead of refusing', async () => {
    await makeLevel(engine, { units: 2 });
    const abandoned = makeRequest();
    const live = makeRequest();
    await engine.reserve(abandoned);
    await engine.reserve(live);
    expect((await engine.reserve(makeRequest())).outcome).toBe('all_held');
    await makeOverdue(engine, abandoned.reservationId);
    expect((await engine.reserve(makeRequest())).outcome).toBe('reserved');
    expect(await engine.claim({ ...abandoned, orderId: abandoned.checkoutId })).toEqual({
      outcome: 'expired',
    });
  });

  it('says sold out when nothing could come back, and when a held unit may', async () => {
    await makeLevel(engine, { units: 2 });
    const holder = makeRequest();
    await engine.reserve(holder);
    const three = [{ inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity: 3 }];
    expect(await engine.reserve(makeRequest({ lines: three }))).toMatchObject({ outcome: 'sold_out' });
    const two = [{ inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity: 2 }];
    const result = await engine.reserve(makeRequest({ lines: two }));
    expect(result).toMatchObject({ outcome: 'all_held', short: [{ available: 1, held: 1 }] });
    expect(result.outcome === 'all_held' && result.short[0]?.backInMs).toBeGreaterThan(0);
    expect(
      await engine.reserve(makeRequest({ lines: [{ ...two[0], inventoryItemId: 999 } as never] })),
    ).toMatchObject({
      outcome: 'sold_out',
    });
  });

  it('holds a cart at several locations in one go, or not at all', async () => {
    await makeLevel(engine, { units: 3 });
    await makeLevel(engine, { units: 1, inventoryGroupId: PORTO });
    const lines = [
      { inventoryItemId: ITEM, inventoryGroupId: PORTO, quantity: 1 },
      { inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity: 2 },
    ];
    expect((await engine.reserve(makeRequest({ lines }))).outcome).toBe('reserved');
    expect((await engine.reserve(makeRequest({ lines }))).outcome).toBe('all_held');
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([
      { available: 1, held: 2 },
      { available: 0, held: 1 },
    ]);
  });

  it('refuses lines that make no sense and writes nothing', async () => {
    await makeLevel(engine);
    const line = { inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity: 1 };
    const bad = [[], [{ ...line, quantity: 0 }], [{ ...line, quantity: 1.5 }], [{ ...line, quantity: -1 }]];
    for (const lines of bad) await expect(engine.reserve(makeRequest({ lines }))).rejects.toThrow(RangeError);
    await expect(engine.reserve(makeRequest({ holdSeconds: 0 }))).rejects.toThrow(RangeError);
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ available: 100, held: 0 }]);
  });
});

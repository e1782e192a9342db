import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { openTestShop } from '@/tests/support/database';
import { countOutcomes, ITEM, makeLevel, makeOverdue, makeRequest, SHOP } from '@/tests/support/factories';

const shop = openTestShop({ connectionLimit: 32, acquireTimeoutMs: 30_000 });
const { engine, database } = shop;

async function count(sql: string): Promise<number> {
  return database.session('test', async ({ connection }) => {
    const [rows] = await connection.query(sql);
    return (rows as { n: number }[])[0]?.n ?? 0;
  });
}

describe('claim', () => {
  it('deducts the ledger once, keeps the unit as sold, and empties the hold', async () => {
    await makeLevel(engine, { units: 10 });
    const request = makeRequest();
    await engine.reserve(request);
    expect(await engine.claim({ ...request, orderId: uuidv7() })).toEqual({
      outcome: 'claimed',
      isRepeat: false,
    });
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ onHand: 9, held: 0 }]);
    expect(await count('SELECT COUNT(*) AS n FROM sold_units')).toBe(1);
  });

  it('A16: two claims of one hold at the same instant sell it once, 200 rounds', async () => {
    await makeLevel(engine, { units: 200 });
    for (let round = 0; round < 200; round += 1) {
      const request = makeRequest();
      await engine.reserve(request);
      const orderId = uuidv7();
      const results = await Promise.all([
        engine.claim({ ...request, orderId }),
        engine.claim({ ...request, orderId }),
      ]);
      expect(results.map((result) => result.outcome)).toEqual(['claimed', 'claimed']);
      expect(results.filter((result) => result.outcome === 'claimed' && result.isRepeat)).toHaveLength(1);
    }
    expect(await count("SELECT COUNT(*) AS n FROM inventory_ledger WHERE reason = 'sold'")).toBe(200);
  });

  it('still sells a hold that is over its time but was not taken back: paid wins', async () => {
    await makeLevel(engine);
    const request = makeRequest();
    await engine.reserve(request);
    await makeOverdue(engine, request.reservationId);
    expect((await engine.claim({ ...request, orderId: uuidv7() })).outcome).toBe('claimed');
  });

  it('A36: writes the order in the same transaction, so that a failing order sells nothing', async () => {
    await makeLevel(engine, { units: 1 });
    const request = makeRequest();
    await engine.reserve(request);
    const failing = engine.claim({ ...request, orderId: uuidv7() }, async () => {
      throw new Error('the order could not be written');
    });
    await expect(failing).rejects.toThrow('the order could not be written');
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ held: 1, onHand: 1 }]);
    let writes = 0;
    const again = () =>
      engine.claim({ ...request, orderId: request.checkoutId }, async () => {
        writes += 1;
      });
    expect(await again()).toEqual({ outcome: 'claimed', isRepeat: false });
    expect(await again()).toEqual({ outcome: 'claimed', isRepeat: true });
    expect(writes).toBe(1);
  });

  it('says not found for a hold that never was', async () => {
    await makeLevel(engine);
    expect(await engine.claim({ ...makeRequest(), orderId: uuidv7() })).toEqual({ outcome: 'not_found' });
    expect(await engine.release(makeRequest())).toEqual({ outcome: 'not_found' });
    expect(await engine.extend({ ...makeRequest(), extensionSeconds: 60 })).toEqual({ outcome: 'not_found' });
  });
});

describe('the end of a hold', () => {
  it('claim, expire and release at the same instant end it once, 200 rounds', async () => {
    await makeLevel(engine, { units: 200 });
    const ends = { claimed: 0, released: 0, expired: 0 };
    for (let round = 0; round < 200; round += 1) {
      const request = makeRequest();
      expect((await engine.reserve(request)).outcome).toBe('reserved');
      await makeOverdue(engine, request.reservationId);
      // Every order of arrival gets its turn at being first.
      const contenders = [
        async () => Number((await engine.expire(SHOP)) > 0) && 'expired',
        async () => firstOf(await engine.claim({ ...request, orderId: uuidv7() }), 'claimed'),
        async () => firstOf(await engine.release(request), 'released'),
      ];
      const turned = [...contenders.slice(round % 3), ...contenders.slice(0, round % 3)];
      const winners = (await Promise.all(turned.map((contender) => contender()))).filter(Boolean);
      expect(winners).toHaveLength(1);
      ends[winners[0] as keyof typeof ends] += 1;
    }
    expect(ends.claimed + ends.released + ends.expired).toBe(200);
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ held: 0, onHand: 200 - ends.claimed }]);
  });

  it('release gives units back to the pool under their own ids, once', async () => {
    await makeLevel(engine, { units: 3 });
    const request = makeRequest();
    const reserved = await engine.reserve(request);
    expect(await engine.release(request)).toEqual({ outcome: 'released', isRepeat: false });
    expect(await engine.release(request)).toEqual({ outcome: 'released', isRepeat: true });
    const again = await engine.reserve(
      makeRequest({ lines: [{ inventoryItemId: ITEM, inventoryGroupId: 1, quantity: 3 }] }),
    );
    const ids = again.outcome === 'reserved' ? again.units.map(({ id }) => id) : [];
    expect(ids).toContain(reserved.outcome === 'reserved' && reserved.units[0]?.id);
  });
});

describe('extend', () => {
  it('A9: extends a live hold once, and no more', async () => {
    await makeLevel(engine);
    const request = makeRequest({ holdSeconds: 60 });
    await engine.reserve(request);
    const first = await engine.extend({ ...request, extensionSeconds: 120 });
    expect(first).toMatchObject({ outcome: 'extended', isRepeat: false });
    const second = await engine.extend({ ...request, extensionSeconds: 120 });
    expect(second).toMatchObject({ outcome: 'extended', isRepeat: true });
    expect('remainingMs' in second && second.remainingMs).toBeLessThanOrEqual(180_000);
  });

  it('A24: does not revive a hold that is over its time', async () => {
    await makeLevel(engine, { units: 1 });
    const request = makeRequest();
    await engine.reserve(request);
    await makeOverdue(engine, request.reservationId);
    expect(await engine.extend({ ...request, extensionSeconds: 60 })).toEqual({ outcome: 'expired' });
    expect((await engine.reserve(makeRequest())).outcome).toBe('reserved');
    expect(await engine.extend({ ...request, extensionSeconds: 60 })).toEqual({ outcome: 'expired' });
  });
});

describe('expire', () => {
  it('takes back what is over its time and leaves the rest', async () => {
    await makeLevel(engine, { units: 10 });
    const requests = Array.from({ length: 6 }, () => makeRequest());
    for (const request of requests) await engine.reserve(request);
    for (const request of requests.slice(0, 4)) await makeOverdue(engine, request.reservationId);
    expect(await engine.expire(SHOP)).toBe(4);
    expect(await engine.expire(SHOP)).toBe(0);
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ available: 8, held: 2 }]);
  });

  it('C6: three sweepers over 500 holds take each back once and never deadlock', async () => {
    await makeLevel(engine, { units: 500 });
    const requests = Array.from({ length: 500 }, () => makeRequest());
    expect(countOutcomes(await Promise.all(requests.map((request) => engine.reserve(request))))).toEqual({
      reserved: 500,
    });
    await database.session('test', ({ connection }) =>
      connection.query('UPDATE reservations SET expires_at = NOW(3) - INTERVAL 1 SECOND'),
    );
    const retries: unknown[] = [];
    engine.events.on('retry', (retry) => retries.push(retry));
    let left = 500;
    while (left > 0) {
      const swept = await Promise.all([engine.expire(SHOP), engine.expire(SHOP), engine.expire(SHOP)]);
      left -= swept.reduce((sum, ended) => sum + ended, 0);
    }
    expect(left).toBe(0);
    expect(retries).toEqual([]);
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ available: 500, held: 0 }]);
  });
});

function firstOf(result: { outcome: string; isRepeat?: boolean }, outcome: string): string | false {
  return result.outcome === outcome && !result.isRepeat && outcome;
}

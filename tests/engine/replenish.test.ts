import { describe, expect, it } from 'vitest';
import { connect, openTestShop } from '@/tests/support/database';
import { countOutcomes, ITEM, makeLevel, makeRequest, SHOP } from '@/tests/support/factories';
import { untilWaitingFor } from '@/tests/support/locks';

const shop = openTestShop({ connectionLimit: 64, acquireTimeoutMs: 60_000 });
const { engine } = shop;

function countRefills(): { inline: number; background: number } {
  const refills = { inline: 0, background: 0 };
  engine.events.on('refill', ({ kind }) => {
    refills[kind] += 1;
  });
  return refills;
}

describe('replenish', () => {
  it('fills the pool up to its cap and leaves the rest unpooled', async () => {
    const level = await makeLevel(engine, { units: 5_000, isPooled: false });
    expect(await engine.replenish(level)).toEqual({ added: 1_000, pooled: 1_000, unpooled: 4_000 });
    expect(await engine.replenish(level)).toEqual({ added: 0, pooled: 1_000, unpooled: 4_000 });
  });

  it('refuses nobody when 64 connections empty a pool of 1,000 five times', async () => {
    await makeLevel(engine, { units: 5_000, isPooled: false });
    const refills = countRefills();
    let left = 5_000;
    const outcomes: Record<string, number> = {};
    const buyer = async () => {
      while (left > 0) {
        left -= 1;
        const { outcome } = await engine.reserve(makeRequest());
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: 64 }, buyer));
    expect(outcomes).toEqual({ reserved: 5_000 });
    expect((await engine.reserve(makeRequest())).outcome).toBe('all_held');
    // 5 pools' worth; each refill that comes before the pool is empty lays out a little less than the cap.
    expect(refills.inline + refills.background).toBeGreaterThanOrEqual(5);
    expect(refills.inline + refills.background).toBeLessThanOrEqual(8);
  });

  it('refills an empty pool without going through the holds, of which a sale has ever more', async () => {
    await makeLevel(engine, { units: 60, poolCap: 10, lowWaterMark: 0, isPooled: false });
    const names: string[] = [];
    const stop = shop.database.observe(({ statements }) => names.push(...statements.map(({ name }) => name)));
    const reserveAll = () => Promise.all(Array.from({ length: 30 }, () => engine.reserve(makeRequest())));
    expect(countOutcomes(await reserveAll())).toEqual({ reserved: 30 });
    expect(names).toContain('replenish.read_unpooled');
    expect(names).not.toContain('availability.read_level');
    // Only the answer to a buyer who gets nothing needs to know who holds what.
    await reserveAll();
    expect(countOutcomes(await reserveAll())).toEqual({ all_held: 30 });
    expect(names).toContain('availability.read_level');
    stop();
  });

  it('sells what several processes race for while the pool is empty', async () => {
    await makeLevel(engine, { units: 300, poolCap: 40, lowWaterMark: 5, isPooled: false });
    const { createEngine } = await import('@/engine/index');
    // A second engine shares nothing with the first but the database, as another process would.
    const other = createEngine(shop.database);
    const results = await Promise.all(
      Array.from({ length: 400 }, (_, index) => (index % 2 ? engine : other).reserve(makeRequest())),
    );
    await other.settled();
    expect(countOutcomes(results)).toEqual({ reserved: 300, all_held: 100 });
  });

  it('lets the refill of another session go first and then finds the pool full', async () => {
    const level = await makeLevel(engine, { units: 50, isPooled: false });
    const rival = await connect(shop);
    const observer = await connect(shop);
    try {
      await rival.query(`SET TRANSACTION ISOLATION LEVEL READ COMMITTED; START TRANSACTION;
        SELECT unpooled FROM inventory_levels WHERE shop_id = 1 AND inventory_item_id = ${ITEM} FOR UPDATE`);
      const reserving = engine.reserve(makeRequest());
      await untilWaitingFor(observer, 'inventory_levels');
      await rival.query(`INSERT INTO available_units VALUES (1, ${ITEM}, 1, 1), (1, ${ITEM}, 1, 2);
        UPDATE inventory_levels SET unpooled = unpooled - 2, next_unit_id = 3 WHERE shop_id = 1; COMMIT`);
      expect((await reserving).outcome).toBe('reserved');
    } finally {
      await rival.end();
      await observer.end();
    }
    expect(await engine.availability(SHOP, [level.inventoryItemId])).toMatchObject([{ onHand: 50, held: 1 }]);
  });

  it('lays out more than the cap for a cart that is larger than it', async () => {
    await makeLevel(engine, { units: 60, poolCap: 10, lowWaterMark: 2, isPooled: false });
    const lines = [{ inventoryItemId: ITEM, inventoryGroupId: 1, quantity: 25 }];
    expect((await engine.reserve(makeRequest({ lines }))).outcome).toBe('reserved');
  });

  it('refills in the background at the low-water mark, before anybody has to wait', async () => {
    const level = await makeLevel(engine, { units: 500, poolCap: 100, lowWaterMark: 30, isPooled: false });
    await engine.replenish(level);
    const refills = countRefills();
    for (let buyer = 0; buyer < 90; buyer += 1) await engine.reserve(makeRequest());
    await engine.settled();
    expect(refills.inline).toBe(0);
    expect(refills.background).toBeGreaterThanOrEqual(1);
  });

  it('finds the low levels of a shop and refills only those', async () => {
    await makeLevel(engine, { units: 50, isPooled: false });
    await makeLevel(engine, { units: 2_000, inventoryItemId: ITEM + 1 });
    await makeLevel(engine, { units: 50, shopId: 2, isPooled: false });
    expect(await engine.replenishLow(SHOP)).toBe(1);
    expect(await engine.availability(2, [ITEM])).toMatchObject([{ pooled: 0, unpooled: 50 }]);
  });
});

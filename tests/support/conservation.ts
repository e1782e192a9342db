import { expect } from 'vitest';
import type { Engine } from '@/engine/index';

/** Every level of every shop adds up: ledger = unpooled + pool + reserved, no unit in two places, none kept by nobody. */
export async function expectConservation(engine: Engine): Promise<void> {
  const shops = await engine.database.session('test', async ({ connection }) => {
    const [rows] = await connection.query('SELECT DISTINCT shop_id AS shopId FROM inventory_levels');
    return rows as { shopId: number }[];
  });
  for (const { shopId } of shops) {
    const { broken } = await engine.audit(shopId);
    expect(broken, `levels of shop ${shopId} that don't add up`).toEqual([]);
  }
}

import { expect } from 'vitest';
import { shopIds } from '@/db/shop-ids';
import type { Engine } from '@/engine/index';

/** Every level of every shop adds up: ledger = unpooled + pool + reserved, no unit in two places, none kept by nobody. */
export async function expectConservation(engine: Engine): Promise<void> {
  for (const shopId of await shopIds(engine.database, 'test')) {
    const { broken } = await engine.audit(shopId);
    expect(broken, `levels of shop ${shopId} that don't add up`).toEqual([]);
  }
}

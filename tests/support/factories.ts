/** Full, valid rows; a test names only what it is about. */
import { v7 as uuidv7 } from 'uuid';
import type { Engine, LevelKey, ReserveRequest } from '@/engine/index';

export const SHOP = 1;
export const ITEM = 100;
export const BERLIN = 1;
export const PORTO = 2;

export interface LevelOverrides extends Partial<LevelKey> {
  /** Units received; default 100. */
  readonly units?: number;
  readonly poolCap?: number;
  readonly lowWaterMark?: number;
  /** Whether the pool is filled at once; default true. */
  readonly isPooled?: boolean;
}

export async function makeShop(engine: Engine, shopId = SHOP): Promise<void> {
  await engine.database.session('test', ({ connection }) =>
    connection.query('INSERT IGNORE INTO shops (shop_id, slug, name, currency) VALUES (?, ?, ?, ?)', [
      shopId,
      `shop-${shopId}`,
      `Shop ${shopId}`,
      'EUR',
    ]),
  );
}

export async function makeLevel(engine: Engine, overrides: LevelOverrides = {}): Promise<LevelKey> {
  const { units = 100, poolCap, lowWaterMark, isPooled = true, ...key } = overrides;
  const level = { shopId: SHOP, inventoryItemId: ITEM, inventoryGroupId: BERLIN, ...key };
  await makeShop(engine, level.shopId);
  const received = await engine.receive({
    ...level,
    locationId: level.inventoryGroupId,
    quantity: units,
    referenceId: uuidv7(),
    actor: 'test',
  });
  if (received.outcome !== 'done') throw new Error(`receive answered ${received.outcome}`);
  if (poolCap !== undefined || lowWaterMark !== undefined) {
    await engine.database.session('test', ({ connection }) =>
      connection.query(
        `UPDATE inventory_levels SET pool_cap = COALESCE(?, pool_cap), low_water_mark = COALESCE(?, low_water_mark)
          WHERE shop_id = ? AND inventory_item_id = ? AND inventory_group_id = ?`,
        [poolCap ?? null, lowWaterMark ?? null, level.shopId, level.inventoryItemId, level.inventoryGroupId],
      ),
    );
  }
  if (isPooled) await engine.replenish(level);
  return level;
}

/** A request of a new hold for one unit of the usual item in Berlin. */
export function makeRequest(overrides: Partial<ReserveRequest> = {}): ReserveRequest {
  const id = uuidv7();
  return {
    shopId: SHOP,
    reservationId: id,
    checkoutId: id,
    holdSeconds: 300,
    lines: [{ inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity: 1 }],
    ...overrides,
  };
}

/** Moves a hold into the past, as if its time had run; clocks stay as they are. */
export async function makeOverdue(engine: Engine, reservationId: string): Promise<void> {
  await engine.database.session('test', ({ connection }) =>
    connection.query(
      'UPDATE reservations SET expires_at = NOW(3) - INTERVAL 1 SECOND WHERE reservation_id = UUID_TO_BIN(?)',
      [reservationId],
    ),
  );
}

/** How often each outcome came. */
export function countOutcomes(results: readonly { outcome: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

import { call } from '@/db/statement';
import type { EngineContext } from './context';
import type { LevelFigures, LevelKey } from './results';
import { readAvailability } from './sql/read-availability';

export interface Availability extends LevelKey, LevelFigures {
  readonly locationId: number;
  /** What a buyer could reserve now: in the pool and unpooled. */
  readonly available: number;
  /** Units owned: available and held. */
  readonly onHand: number;
}

/** What can be sold of each item, level by level, in one statement and without a lock. At most 500 items. */
export async function availability(
  engine: EngineContext,
  shopId: number,
  inventoryItemIds: readonly number[],
  tag = 'storefront',
): Promise<Availability[]> {
  if (inventoryItemIds.length === 0) return [];
  const [result] = await engine.database.session(tag, (session) =>
    session.send(call(readAvailability, { shopId, itemIds: JSON.stringify(inventoryItemIds.slice(0, 500)) })),
  );
  return (result?.rows ?? []).map((row) => ({
    shopId,
    inventoryItemId: row.inventoryItemId,
    inventoryGroupId: row.inventoryGroupId,
    locationId: row.locationId,
    unpooled: row.unpooled,
    pooled: row.pooled,
    held: row.held,
    available: row.unpooled + row.pooled,
    onHand: row.unpooled + row.pooled + row.held,
  }));
}

/**
 * Where the units of a shop are, level by level.
 *
 * Counting a pool reads its rows, so counting a thousand of them is not done every second: levels and holds are read
 * each time, pools only of the levels that are asked for.
 */
import type { Row, Session } from '@/db/session';
import { type Call, call, type Statement, sqlText } from '@/db/statement';

export interface LevelNumbers {
  readonly inventoryItemId: number;
  readonly inventoryGroupId: number;
  readonly unpooled: number;
  readonly nextUnitId: number;
  readonly poolCap: number;
  readonly lowWaterMark: number;
  readonly held: number;
}

export interface LevelNames {
  readonly inventoryItemId: number;
  readonly inventoryGroupId: number;
  readonly sku: string;
  readonly title: string;
  readonly location: string;
}

export const levelKey = (level: { inventoryItemId: number; inventoryGroupId: number }): string =>
  `${level.inventoryItemId}:${level.inventoryGroupId}`;

export const readLevelNumbers: Statement = {
  name: 'panel.read_levels',
  purpose: 'Reads what each level of a shop has in reserve and where its sequence stands.',
  sql: sqlText(`
    SELECT inventory_item_id AS inventoryItemId,
           inventory_group_id AS inventoryGroupId,
           unpooled,
           next_unit_id AS nextUnitId,
           pool_cap AS poolCap,
           low_water_mark AS lowWaterMark
      FROM inventory_levels
     WHERE shop_id = :shopId
     ORDER BY inventory_item_id, inventory_group_id
     LIMIT :limit
  `),
};

export const countHeld: Statement = {
  name: 'panel.count_held',
  purpose: 'Counts the units in live holds, level by level.',
  sql: sqlText(`
    SELECT inventory_item_id AS inventoryItemId,
           inventory_group_id AS inventoryGroupId,
           COUNT(*) AS held
      FROM reserved_units
     WHERE shop_id = :shopId
     GROUP BY inventory_item_id, inventory_group_id
  `),
};

export const countPools: Statement = {
  name: 'panel.count_pools',
  purpose: 'Counts every pool of a shop.',
  sql: sqlText(`
    SELECT inventory_item_id AS inventoryItemId,
           inventory_group_id AS inventoryGroupId,
           COUNT(*) AS pooled
      FROM available_units
     WHERE shop_id = :shopId
     GROUP BY inventory_item_id, inventory_group_id
  `),
};

export const countPoolsOf: Statement = {
  name: 'panel.count_hot_pools',
  purpose: 'Counts the pools of the levels that something happens in.',
  sql: sqlText(`
    SELECT level.inventoryItemId,
           level.inventoryGroupId,
           (SELECT COUNT(*)
              FROM available_units AS unit
             WHERE unit.shop_id = :shopId
               AND unit.inventory_item_id = level.inventoryItemId
               AND unit.inventory_group_id = level.inventoryGroupId) AS pooled
      FROM JSON_TABLE(:levels, '$[*]' COLUMNS (
             inventoryItemId BIGINT UNSIGNED PATH '$[0]',
             inventoryGroupId BIGINT UNSIGNED PATH '$[1]')) AS level
  `),
};

export const readNames: Statement = {
  name: 'panel.read_names',
  purpose: 'Reads what people call the items and places of a shop.',
  sql: sqlText(`
    SELECT level.inventory_item_id AS inventoryItemId,
           level.inventory_group_id AS inventoryGroupId,
           COALESCE(item.sku, '') AS sku,
           COALESCE(
             (SELECT product.title
                FROM variants AS variant
                     JOIN products AS product
                       ON product.shop_id = variant.shop_id
                      AND product.product_id = variant.product_id
               WHERE variant.shop_id = level.shop_id
                 AND variant.inventory_item_id = level.inventory_item_id
               LIMIT 1), '') AS title,
           COALESCE(location.name, '') AS location
      FROM inventory_levels AS level
           LEFT JOIN inventory_items AS item
             ON item.shop_id = level.shop_id
            AND item.inventory_item_id = level.inventory_item_id
           LEFT JOIN locations AS location
             ON location.shop_id = level.shop_id
            AND location.location_id = level.location_id
     WHERE level.shop_id = :shopId
     LIMIT :limit
  `),
};

/** Most levels that the panel lists; a shop with more shows the first so many and says so. */
export const MOST_LEVELS = 2_000;

/** Which pools to count in a reading: none, those of these levels, or all. */
export type PoolsToCount = 'none' | 'all' | readonly { inventoryItemId: number; inventoryGroupId: number }[];

export interface StockReading {
  readonly levels: readonly LevelNumbers[];
  /** Whether the shop has more levels than are read. */
  readonly isCut: boolean;
  /** Sizes by level key of the pools that were counted. Of all: a level that isn't listed has none. */
  readonly pools: ReadonlyMap<string, number>;
}

/** All levels of a shop with their holds, and pools, in one round trip. */
export async function readStock(
  session: Session,
  shopId: number,
  toCount: PoolsToCount,
): Promise<StockReading> {
  const isCounting = toCount === 'all' || (toCount !== 'none' && toCount.length > 0);
  const [levels, holds, counted] = await session.send(
    call(readLevelNumbers, { shopId, limit: MOST_LEVELS + 1 }),
    call(countHeld, { shopId }),
    ...(isCounting ? [countingCall(shopId, toCount)] : []),
  );
  const byLevel = (rows: readonly Row[], figure: string) =>
    new Map(rows.map((row) => [levelKey(row as LevelNames), Number(row[figure])]));
  const held = byLevel(holds?.rows ?? [], 'held');
  const rows = levels?.rows ?? [];
  return {
    levels: rows
      .slice(0, MOST_LEVELS)
      .map((row) => ({ ...(row as LevelNumbers), held: held.get(levelKey(row as LevelNames)) ?? 0 })),
    isCut: rows.length > MOST_LEVELS,
    pools: byLevel(counted?.rows ?? [], 'pooled'),
  };
}

function countingCall(shopId: number, toCount: Exclude<PoolsToCount, 'none'>): Call {
  if (toCount === 'all') return call(countPools, { shopId });
  const levels = toCount.map((level) => [level.inventoryItemId, level.inventoryGroupId]);
  return call(countPoolsOf, { shopId, levels: JSON.stringify(levels) });
}

export async function readLevelNames(session: Session, shopId: number): Promise<LevelNames[]> {
  const [result] = await session.send(call(readNames, { shopId, limit: MOST_LEVELS }));
  return (result?.rows ?? []) as LevelNames[];
}

/**
 * A shop of merchant size, written in a minute: the ledger, the sold units and the pools add up, so that the auditor
 * finds nothing. Promise: the same size gives the same shop; a second call replaces the first one's.
 */
import type { Database } from '@/db/database';
import { call, type Statement, type Values } from '@/db/statement';
import {
  type LargeSize,
  largeCategories,
  largeLocations,
  largeRegions,
  type PlannedLevel,
  planItems,
  planLevels,
  titleOf,
} from './plan';
import * as large from './statements';

export type { LargeSize } from './plan';

export const largeShop = { slug: 'ten-thousand-things', name: 'Ten Thousand Things' } as const;
const POOL_CAP = 50;
const ENTRIES_PER_BATCH = 25_000;

export interface SeedProgress {
  readonly done: number;
  readonly total: number;
}

/** Writes the shop and returns its id; `onProgress` hears of ledger entries written. */
export async function seedLarge(
  database: Database,
  size: LargeSize,
  onProgress: (progress: SeedProgress) => void = () => {},
): Promise<number> {
  return database.session('seed', async (session) => {
    const run = (statement: Statement, values: Values) => session.send(call(statement, values));
    const query = (sql: string, values: unknown[] = []) => session.connection.query(sql, values);
    await query('SET SESSION cte_max_recursion_depth = 4294967295');
    const shopId = await replaceShop(query);
    const items = planItems(size);
    const levels = planLevels(size, items);
    const products = [...new Set(items.map((item) => item.productId))].map((id) => [
      id,
      `thing-${id}`,
      titleOf(id),
      largeCategories[id % largeCategories.length],
      id % 40 === 0 ? 'archived' : 'active',
    ]);
    for (const batch of slices(products, 5_000)) {
      await run(large.insertProducts, { shopId, rows: JSON.stringify(batch) });
    }
    for (const batch of slices(items, 5_000)) {
      const rows = JSON.stringify(
        batch.map((item) => [item.itemId, item.productId, item.position, item.sku]),
      );
      await run(large.insertItems, { shopId, rows });
      await run(large.insertVariants, { shopId, rows });
    }
    let done = 0;
    const now = new Date();
    for (const batch of batchesOf(levels)) {
      const most = Math.max(...batch.map((level) => level.entries));
      const values = { shopId, levels: JSON.stringify(batch.map(toTuple)), now, poolCap: POOL_CAP };
      await run(large.insertLevels, values);
      await run(large.insertLedger, { ...values, most });
      await run(large.insertSoldUnits, values);
      await run(large.insertAvailableUnits, { ...values, most: POOL_CAP });
      await run(large.insertHolds, values);
      await run(large.insertHoldLines, values);
      await run(large.insertReservedUnits, values);
      done += batch.reduce((sum, level) => sum + level.entries, 0);
      onProgress({ done, total: size.ledgerEntries });
    }
    await query(
      'ANALYZE TABLE products, variants, inventory_items, inventory_levels, inventory_ledger, available_units, reserved_units, sold_units, reservations',
    );
    return shopId;
  });
}

const toTuple = (level: PlannedLevel) => [
  level.itemId,
  level.locationId,
  level.entries,
  level.firstReceived,
  level.sold,
  level.onHand,
  level.held,
];

type Query = (sql: string, values?: unknown[]) => Promise<unknown>;

/** Removes an earlier large shop, a few rows at a time, and writes the empty one. */
async function replaceShop(query: Query): Promise<number> {
  const [found] = (await query('SELECT shop_id AS shopId FROM shops WHERE slug = ?', [largeShop.slug])) as [
    { shopId: number }[],
  ];
  const earlier = found[0]?.shopId;
  if (earlier !== undefined) {
    const [tables] = (await query(
      `SELECT TABLE_NAME AS name FROM information_schema.COLUMNS
        WHERE TABLE_SCHEMA = DATABASE() AND COLUMN_NAME = 'shop_id'`,
    )) as [{ name: string }[]];
    for (const { name } of tables) await removeRows(query, name, earlier);
  }
  const [next] = (await query(
    'SELECT GREATEST(COALESCE(MAX(shop_id), 0), 999) + 1 AS shopId FROM shops',
  )) as [{ shopId: number }[]];
  const shopId = earlier ?? next[0]?.shopId ?? 1;
  await query('INSERT INTO shops (shop_id, slug, name, currency) VALUES (?, ?, ?, ?)', [
    shopId,
    largeShop.slug,
    largeShop.name,
    'EUR',
  ]);
  for (const { locationId, name, countryCode, status } of largeLocations) {
    await query(
      'INSERT INTO locations (shop_id, location_id, name, country_code, status) VALUES (?, ?, ?, ?, ?)',
      [shopId, locationId, name, countryCode, status],
    );
  }
  for (const [position, { code, name }] of largeRegions.entries()) {
    await query('INSERT INTO regions (shop_id, region_code, name, position) VALUES (?, ?, ?, ?)', [
      shopId,
      code,
      name,
      position,
    ]);
    for (const { locationId } of largeLocations) {
      await query(
        'INSERT INTO location_regions (shop_id, region_code, location_id, priority) VALUES (?, ?, ?, ?)',
        [shopId, code, locationId, locationId],
      );
    }
  }
  return shopId;
}

async function removeRows(query: Query, table: string, shopId: number): Promise<void> {
  for (;;) {
    const [result] = (await query('DELETE FROM ?? WHERE shop_id = ? LIMIT 20000', [table, shopId])) as [
      { affectedRows: number },
    ];
    if (result.affectedRows < 20_000) return;
  }
}

function* slices<T>(rows: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

/** Levels of about the same past go together: a statement counts up to the longest of its batch for each. */
function* batchesOf(levels: readonly PlannedLevel[]): Generator<readonly PlannedLevel[]> {
  let batch: PlannedLevel[] = [];
  let entries = 0;
  for (const level of levels) {
    const isAlike = batch.length === 0 || Math.abs((batch[0]?.entries ?? 0) - level.entries) < 100;
    if (!isAlike || entries + level.entries > ENTRIES_PER_BATCH) {
      if (batch.length > 0) yield batch;
      batch = [];
      entries = 0;
    }
    batch.push(level);
    entries += level.entries;
  }
  if (batch.length > 0) yield batch;
}

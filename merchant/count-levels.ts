import type { Database } from '@/db/database';
import { withRetry } from '@/db/retry';
import { call, type Statement, sqlText } from '@/db/statement';

export const countLevelsStatement: Statement = {
  name: 'admin.count_levels',
  purpose: 'Counts the units of every level of a range of items and keeps the figures for lists.',
  sql: sqlText(`
    INSERT INTO counted_levels
           (shop_id, inventory_item_id, inventory_group_id, location_id, location_name, product_id, product_title,
            variant_title, sku, is_archived, on_hand, available, held, pooled, unpooled)
    SELECT counted.shop_id, counted.inventory_item_id, counted.inventory_group_id, counted.location_id,
           counted.location_name, counted.product_id, counted.product_title, counted.variant_title, counted.sku,
           counted.is_archived, counted.unpooled + counted.pooled + counted.held, counted.unpooled + counted.pooled,
           counted.held, counted.pooled, counted.unpooled
      FROM (SELECT level.shop_id, level.inventory_item_id, level.inventory_group_id, level.location_id,
                   COALESCE(location.name, '') AS location_name,
                   COALESCE(product.product_id, 0) AS product_id,
                   COALESCE(product.title, '') AS product_title,
                   COALESCE(variant.title, '') AS variant_title,
                   COALESCE(item.sku, '') AS sku,
                   COALESCE(product.status = 'archived' OR variant.status = 'archived', FALSE) AS is_archived,
                   level.unpooled,
                   (SELECT COUNT(*)
                      FROM available_units AS unit
                     WHERE unit.shop_id = level.shop_id
                       AND unit.inventory_item_id = level.inventory_item_id
                       AND unit.inventory_group_id = level.inventory_group_id) AS pooled,
                   (SELECT COUNT(*)
                      FROM reserved_units AS unit
                     WHERE unit.shop_id = level.shop_id
                       AND unit.inventory_item_id = level.inventory_item_id
                       AND unit.inventory_group_id = level.inventory_group_id) AS held
              FROM inventory_levels AS level
                   LEFT JOIN locations AS location
                     ON location.shop_id = level.shop_id
                    AND location.location_id = level.location_id
                   LEFT JOIN inventory_items AS item
                     ON item.shop_id = level.shop_id
                    AND item.inventory_item_id = level.inventory_item_id
                   LEFT JOIN variants AS variant
                     ON variant.shop_id = level.shop_id
                    AND variant.inventory_item_id = level.inventory_item_id
                   LEFT JOIN products AS product
                     ON product.shop_id = variant.shop_id
                    AND product.product_id = variant.product_id
             WHERE level.shop_id = :shopId
               AND level.inventory_item_id BETWEEN :fromItemId AND :toItemId) AS counted
        ON DUPLICATE KEY UPDATE
           location_id = counted.location_id,
           location_name = counted.location_name,
           product_id = counted.product_id,
           product_title = counted.product_title,
           variant_title = counted.variant_title,
           sku = counted.sku,
           is_archived = counted.is_archived,
           on_hand = counted.unpooled + counted.pooled + counted.held,
           available = counted.unpooled + counted.pooled,
           held = counted.held,
           pooled = counted.pooled,
           unpooled = counted.unpooled
  `),
};

const noteCount: Statement = {
  name: 'admin.note_count',
  purpose: 'Notes when all levels of a shop were counted.',
  sql: sqlText(`
    INSERT INTO level_counts
           (shop_id, counted_at, duration_ms)
    VALUES (:shopId, NOW(3), :durationMs)
        ON DUPLICATE KEY UPDATE
           counted_at = NOW(3),
           duration_ms = :durationMs
  `),
};

const readCount: Statement = {
  name: 'admin.read_count',
  purpose: 'Says how old the last count of a shop is, how long it took, and where its items end.',
  sql: sqlText(`
    SELECT (SELECT MAX(inventory_item_id) FROM inventory_levels WHERE shop_id = :shopId) AS lastItemId,
           (SELECT counted_at FROM level_counts WHERE shop_id = :shopId) AS countedAt,
           (SELECT TIMESTAMPDIFF(MICROSECOND, counted_at, NOW(3)) DIV 1000 FROM level_counts WHERE shop_id = :shopId) AS ageMs,
           (SELECT duration_ms FROM level_counts WHERE shop_id = :shopId) AS durationMs
  `),
};

const ITEMS_PER_STATEMENT = 1_000;
/** A count that takes longer than this is not waited for. */
const SHORT_MS = 400;

/** Counts the levels of one item again, after a change of its stock or its names. */
export function countItem(database: Database, shopId: number, inventoryItemId: number): Promise<void> {
  return countRange(database, shopId, inventoryItemId, inventoryItemId);
}

/** Counts every level of a shop again, a thousand items at a time. */
export async function countLevels(database: Database, shopId: number): Promise<void> {
  const startedAt = performance.now();
  const { lastItemId } = await lastCount(database, shopId);
  for (let from = 0; from <= lastItemId; from += ITEMS_PER_STATEMENT) {
    await countRange(database, shopId, from, from + ITEMS_PER_STATEMENT - 1);
  }
  const durationMs = Math.ceil(performance.now() - startedAt);
  await database.session('admin', (session) => session.send(call(noteCount, { shopId, durationMs })));
}

/** When the figures of a shop were counted, and whether they are being counted again at this moment. */
export interface CountState {
  readonly countedAt: Date | null;
  readonly isUnderWay: boolean;
}

const underWay = new Map<string, Promise<void>>();

/**
 * Sees to it that lists have recent figures: counts again when the last count is older than a second and than twenty
 * times what it took. A short count is waited for, and so is the first; a long one goes on while the page is shown.
 */
export async function recentCount(database: Database, shopId: number): Promise<CountState> {
  const { countedAt, ageMs, durationMs } = await lastCount(database, shopId);
  const key = `${database.options.url} ${shopId}`;
  const isRecent = ageMs !== null && ageMs <= Math.max(1_000, 20 * durationMs);
  if (isRecent) return { countedAt, isUnderWay: underWay.has(key) };
  let counting = underWay.get(key);
  if (!counting) {
    counting = countLevels(database, shopId).finally(() => underWay.delete(key));
    underWay.set(key, counting);
  }
  if (ageMs === null || durationMs <= SHORT_MS) {
    await counting;
    return { countedAt: (await lastCount(database, shopId)).countedAt, isUnderWay: false };
  }
  // Whoever waits for it next hears of its failure; a page that shows the last figures does not fail for it.
  counting.catch(() => undefined);
  return { countedAt, isUnderWay: true };
}

async function countRange(database: Database, shopId: number, fromItemId: number, toItemId: number) {
  await withRetry(() =>
    database.session('admin', (session) =>
      session.send(call(countLevelsStatement, { shopId, fromItemId, toItemId })),
    ),
  );
}

async function lastCount(database: Database, shopId: number) {
  const [result] = await database.session('admin', (session) => session.send(call(readCount, { shopId })));
  const row = result?.rows[0];
  return {
    lastItemId: (row?.lastItemId ?? -1) as number,
    countedAt: (row?.countedAt ?? null) as Date | null,
    ageMs: (row?.ageMs ?? null) as number | null,
    durationMs: (row?.durationMs ?? 0) as number,
  };
}

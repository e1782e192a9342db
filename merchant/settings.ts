import { eq } from 'drizzle-orm';
import type { Database } from '@/db/database';
import { withRetry } from '@/db/retry';
import { shops } from '@/db/schema';
import { call, type Statement, sqlText } from '@/db/statement';
import { inTransaction } from './edit';
import { type Author, differences, recordChange } from './record-change';
import { Refusal, type Refused } from './refusal';

export interface ShopSettings {
  readonly holdSeconds: number;
  readonly paymentExtensionSeconds: number;
  readonly poolCap: number;
  readonly lowWaterMark: number;
}

export type SettingsResult =
  | { readonly outcome: 'done' | 'unchanged' }
  /** Somebody else changed them; what they are now. */
  | { readonly outcome: 'changed'; readonly now: ShopSettings }
  | Refused<'not_found' | 'busy' | 'name_taken' | 'sku_taken'>;

/**
 * Changes a shop's settings if they still are what was seen. Holds that run keep their time; levels keep their pool cap
 * and low-water mark until `applyToLevels`.
 */
export function editSettings(
  database: Database,
  author: Author,
  seen: ShopSettings,
  wanted: ShopSettings,
): Promise<SettingsResult> {
  return inTransaction<SettingsResult, 'not_found'>(database, async (builder) => {
    const [now] = await builder
      .select({
        holdSeconds: shops.holdSeconds,
        paymentExtensionSeconds: shops.paymentExtensionSeconds,
        poolCap: shops.poolCap,
        lowWaterMark: shops.lowWaterMark,
      })
      .from(shops)
      .where(eq(shops.shopId, author.shopId))
      .for('update');
    if (!now) throw new Refusal('not_found');
    if (differences({ ...now }, { ...seen }).length > 0) return { outcome: 'changed', now };
    const changes = differences({ ...now }, { ...wanted });
    if (changes.length === 0) return { outcome: 'unchanged' };
    await builder.update(shops).set(wanted).where(eq(shops.shopId, author.shopId));
    await recordChange(builder, author, {
      subject: 'settings',
      subjectId: author.shopId,
      subjectName: 'Shop settings',
      action: 'edited',
      changes,
    });
    return { outcome: 'done' };
  });
}

const applyPool: Statement = {
  name: 'admin.apply_pool_settings',
  purpose: 'Gives the levels of a range of items the shop’s pool cap and low-water mark.',
  sql: sqlText(`
    UPDATE inventory_levels AS level
           JOIN shops AS shop
             ON shop.shop_id = level.shop_id
       SET level.pool_cap = shop.pool_cap,
           level.low_water_mark = shop.low_water_mark
     WHERE level.shop_id = :shopId
       AND level.inventory_item_id BETWEEN :fromItemId AND :toItemId
       AND (level.pool_cap <> shop.pool_cap OR level.low_water_mark <> shop.low_water_mark)
  `),
};

const lastItem: Statement = {
  name: 'admin.last_item',
  purpose: 'Says where the items of a shop end.',
  sql: 'SELECT MAX(inventory_item_id) AS lastItemId FROM inventory_levels WHERE shop_id = :shopId',
};

const ITEMS_PER_STATEMENT = 200;

/**
 * Gives every level the shop's pool cap and low-water mark, a few at a time, and says how many changed. A pool above a
 * lowered cap shrinks by being sold.
 */
export async function applyToLevels(database: Database, { shopId }: Pick<Author, 'shopId'>): Promise<number> {
  const [last] = await database.session('admin', (session) => session.send(call(lastItem, { shopId })));
  let changed = 0;
  for (let from = 0; from <= (last?.rows[0]?.lastItemId ?? -1); from += ITEMS_PER_STATEMENT) {
    const range = { shopId, fromItemId: from, toItemId: from + ITEMS_PER_STATEMENT - 1 };
    const [result] = await withRetry(() =>
      database.session('admin', (session) => session.send(call(applyPool, range))),
    );
    changed += result?.affectedRows ?? 0;
  }
  return changed;
}

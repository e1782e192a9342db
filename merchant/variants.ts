/** Variants: what of a product can be bought, each with the inventory item that is stocked. */
import { and, eq, max, sql } from 'drizzle-orm';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import type { Database } from '@/db/database';
import { inventoryItems, products, shops, variants } from '@/db/schema';
import { type EditResult, inTransaction, staleness } from './edit';
import { type Author, differences, recordChange } from './record-change';
import { Refusal, type Refused } from './refusal';

export interface VariantFields {
  readonly title: string;
  readonly sku: string;
  readonly priceMinor: number;
}

export type Created<K extends string> =
  | ({ readonly outcome: 'done' } & Record<K, number>)
  | Refused<'name_taken' | 'sku_taken' | 'busy' | 'too_many'>;
const MOST_VARIANTS = 100;

/** Adds a variant, with an inventory item of its own, to a product. */
export function createVariant(
  database: Database,
  author: Author,
  productId: number,
  fields: VariantFields,
): Promise<Created<'variantId'> | Refused<'not_found'>> {
  return inTransaction<{ outcome: 'done'; variantId: number }, 'not_found' | 'too_many'>(
    database,
    async (builder) => {
      const { shopId } = author;
      await lockCatalogue(builder, shopId);
      const [product] = await builder
        .select({ title: products.title })
        .from(products)
        .where(and(eq(products.shopId, shopId), eq(products.productId, productId)));
      if (!product) throw new Refusal('not_found');
      const siblings = await builder
        .select({ position: variants.position })
        .from(variants)
        .where(and(eq(variants.shopId, shopId), eq(variants.productId, productId)));
      if (siblings.length >= MOST_VARIANTS) throw new Refusal('too_many');
      const position = Math.max(-1, ...siblings.map((sibling) => sibling.position)) + 1;
      const variantId = await insertVariant(builder, author, productId, product.title, fields, position);
      return { outcome: 'done', variantId };
    },
  );
}

export interface VariantKey {
  readonly productId: number;
  readonly variantId: number;
  readonly version: number;
}

/** Changes a variant that is still as it was seen. Open checkouts keep the price that they were shown. */
export function editVariant(
  database: Database,
  author: Author,
  key: VariantKey,
  fields: VariantFields,
): Promise<EditResult> {
  return inTransaction(database, async (builder) => {
    const before = await lockVariant(builder, author.shopId, key);
    const stale = await staleness(builder, author, 'variant', key.variantId, key.version, before?.version);
    if (stale || !before) return stale ?? { outcome: 'unchanged' };
    const { title, sku, priceMinor } = before;
    const changes = differences({ title, sku, priceMinor }, { ...fields });
    if (changes.length === 0) return { outcome: 'unchanged' };
    const { shopId } = author;
    await builder
      .update(variants)
      .set({ title: fields.title, priceMinor: fields.priceMinor, version: sql`version + 1` })
      .where(and(eq(variants.shopId, shopId), eq(variants.variantId, key.variantId)));
    await builder
      .update(inventoryItems)
      .set({ sku: fields.sku })
      .where(
        and(eq(inventoryItems.shopId, shopId), eq(inventoryItems.inventoryItemId, before.inventoryItemId)),
      );
    await recordChange(builder, author, {
      subject: 'variant',
      subjectId: key.variantId,
      subjectName: `${before.productTitle} · ${title}`,
      action: 'edited',
      changes,
    });
    return { outcome: 'done' };
  });
}

/** Takes a variant out of the shop, or puts it back. */
export function setVariantStatus(
  database: Database,
  author: Author,
  key: VariantKey,
  status: 'active' | 'archived',
): Promise<EditResult> {
  return inTransaction(database, async (builder) => {
    const before = await lockVariant(builder, author.shopId, key);
    const stale = await staleness(builder, author, 'variant', key.variantId, key.version, before?.version);
    if (stale || !before) return stale ?? { outcome: 'unchanged' };
    if (before.status === status) return { outcome: 'unchanged' };
    await builder
      .update(variants)
      .set({ status, version: sql`version + 1` })
      .where(and(eq(variants.shopId, author.shopId), eq(variants.variantId, key.variantId)));
    await recordChange(builder, author, {
      subject: 'variant',
      subjectId: key.variantId,
      subjectName: `${before.productTitle} · ${before.title}`,
      action: status === 'archived' ? 'archived' : 'put back on sale',
      changes: [{ field: 'status', from: before.status, to: status }],
    });
    return { outcome: 'done' };
  });
}

/** One creation at a time per shop: ids are counted upwards by whoever has the shop's row. */
export async function lockCatalogue(builder: MySql2Database, shopId: number): Promise<void> {
  await builder.select({ shopId: shops.shopId }).from(shops).where(eq(shops.shopId, shopId)).for('update');
}

async function lockVariant(builder: MySql2Database, shopId: number, { productId, variantId }: VariantKey) {
  const [variant] = await builder
    .select({
      title: variants.title,
      sku: inventoryItems.sku,
      priceMinor: variants.priceMinor,
      status: variants.status,
      version: variants.version,
      inventoryItemId: variants.inventoryItemId,
      productTitle: products.title,
    })
    .from(variants)
    .innerJoin(
      inventoryItems,
      and(
        eq(inventoryItems.shopId, variants.shopId),
        eq(inventoryItems.inventoryItemId, variants.inventoryItemId),
      ),
    )
    .innerJoin(
      products,
      and(eq(products.shopId, variants.shopId), eq(products.productId, variants.productId)),
    )
    .where(
      and(eq(variants.shopId, shopId), eq(variants.variantId, variantId), eq(variants.productId, productId)),
    )
    .for('update');
  return variant;
}

/** Writes a variant and its inventory item; the caller has the catalogue locked. Returns the variant's id. */
export async function insertVariant(
  builder: MySql2Database,
  author: Author,
  productId: number,
  productTitle: string,
  { title, sku, priceMinor }: VariantFields,
  position: number,
): Promise<number> {
  const { shopId } = author;
  const [lastVariant] = await builder
    .select({ id: max(variants.variantId) })
    .from(variants)
    .where(eq(variants.shopId, shopId));
  const [lastItem] = await builder
    .select({ id: max(inventoryItems.inventoryItemId) })
    .from(inventoryItems)
    .where(eq(inventoryItems.shopId, shopId));
  const variantId = (lastVariant?.id ?? 0) + 1;
  const inventoryItemId = (lastItem?.id ?? 0) + 1;
  await builder.insert(inventoryItems).values({ shopId, inventoryItemId, sku });
  await builder
    .insert(variants)
    .values({ shopId, variantId, productId, inventoryItemId, title, priceMinor, position });
  await recordChange(builder, author, {
    subject: 'variant',
    subjectId: variantId,
    subjectName: `${productTitle} · ${title}`,
    action: 'created',
    changes: [
      { field: 'sku', from: null, to: sku },
      { field: 'priceMinor', from: null, to: priceMinor },
    ],
  });
  return variantId;
}

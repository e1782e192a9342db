/** The first units of one level with what became of each: for the front page, read fresh at every visit. */
import { and, eq, lte, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/mysql-core';
import type { Database } from '@/db/database';
import {
  availableUnits,
  inventoryLevels,
  locations,
  products,
  reservedUnits,
  shops,
  soldUnits,
  variants,
} from '@/db/schema/index';

export interface ShowcaseUnit {
  id: number;
  state: 'free' | 'held' | 'sold' | 'returned';
}

export interface Showcase {
  productTitle: string;
  locationName: string;
  /** Ledger units that are not laid out as rows. */
  unpooled: number;
  units: ShowcaseUnit[];
}

type UnitTable = typeof availableUnits | typeof reservedUnits | typeof soldUnits;

/** The units numbered 1 to `most` of a product's first level; undefined when the shop or the product is not there. */
export async function readShowcase(
  database: Database,
  { shopSlug, productSlug, most }: { shopSlug: string; productSlug: string; most: number },
): Promise<Showcase | undefined> {
  return database.read('showcase', async (builder) => {
    const [level] = await builder
      .select({
        shopId: inventoryLevels.shopId,
        inventoryItemId: inventoryLevels.inventoryItemId,
        inventoryGroupId: inventoryLevels.inventoryGroupId,
        unpooled: inventoryLevels.unpooled,
        productTitle: products.title,
        locationName: locations.name,
      })
      .from(shops)
      .innerJoin(products, and(eq(products.shopId, shops.shopId), eq(products.slug, productSlug)))
      .innerJoin(variants, and(eq(variants.shopId, shops.shopId), eq(variants.productId, products.productId)))
      .innerJoin(
        inventoryLevels,
        and(
          eq(inventoryLevels.shopId, shops.shopId),
          eq(inventoryLevels.inventoryItemId, variants.inventoryItemId),
        ),
      )
      .innerJoin(
        locations,
        and(eq(locations.shopId, shops.shopId), eq(locations.locationId, inventoryLevels.locationId)),
      )
      .where(eq(shops.slug, shopSlug))
      .orderBy(variants.position, inventoryLevels.inventoryGroupId)
      .limit(1);
    if (!level) return undefined;

    const ofLevel = (table: UnitTable) =>
      and(
        eq(table.shopId, level.shopId),
        eq(table.inventoryItemId, level.inventoryItemId),
        eq(table.inventoryGroupId, level.inventoryGroupId),
        lte(table.id, most),
      );
    const free = builder
      .select({ id: availableUnits.id, state: sql<ShowcaseUnit['state']>`'free'` })
      .from(availableUnits)
      .where(ofLevel(availableUnits));
    const held = builder
      .select({ id: reservedUnits.id, state: sql<ShowcaseUnit['state']>`'held'` })
      .from(reservedUnits)
      .where(ofLevel(reservedUnits));
    const sold = builder
      .select({
        id: soldUnits.id,
        state: sql<ShowcaseUnit['state']>`IF(${soldUnits.returnedAt} IS NULL, 'sold', 'returned')`,
      })
      .from(soldUnits)
      .where(ofLevel(soldUnits));
    // One statement, so that a unit on its way from one table to the next is seen once.
    const units = await unionAll(free, held, sold).orderBy(sql`id`);
    const { productTitle, locationName, unpooled } = level;
    return { productTitle, locationName, unpooled, units };
  });
}

/** One inventory item as the merchant sees it: what it is, where it is kept, what is on the way. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import {
  inventoryItems,
  inventoryLevels,
  locations,
  products,
  transferLines,
  transfers,
  variants,
} from '@/db/schema';

/** The item with its variant and product, or undefined when this shop has none of that id. */
export async function findItem(builder: MySql2Database, shopId: number, inventoryItemId: number) {
  const [item] = await builder
    .select({
      inventoryItemId: inventoryItems.inventoryItemId,
      sku: inventoryItems.sku,
      variantId: variants.variantId,
      variantTitle: variants.title,
      variantStatus: variants.status,
      productId: products.productId,
      productTitle: products.title,
      productStatus: products.status,
    })
    .from(inventoryItems)
    .innerJoin(
      variants,
      and(
        eq(variants.shopId, inventoryItems.shopId),
        eq(variants.inventoryItemId, inventoryItems.inventoryItemId),
      ),
    )
    .innerJoin(
      products,
      and(eq(products.shopId, variants.shopId), eq(products.productId, variants.productId)),
    )
    .where(and(eq(inventoryItems.shopId, shopId), eq(inventoryItems.inventoryItemId, inventoryItemId)));
  return item;
}

export type ItemRow = NonNullable<Awaited<ReturnType<typeof findItem>>>;

/** Every location of the shop with the level that the item has there, if it has one. */
export function levelsOfItem(builder: MySql2Database, shopId: number, inventoryItemId: number) {
  return builder
    .select({
      locationId: locations.locationId,
      locationName: locations.name,
      countryCode: locations.countryCode,
      status: locations.status,
      inventoryGroupId: inventoryLevels.inventoryGroupId,
      poolCap: inventoryLevels.poolCap,
      lowWaterMark: inventoryLevels.lowWaterMark,
    })
    .from(locations)
    .leftJoin(
      inventoryLevels,
      and(
        eq(inventoryLevels.shopId, locations.shopId),
        eq(inventoryLevels.locationId, locations.locationId),
        eq(inventoryLevels.inventoryItemId, inventoryItemId),
      ),
    )
    .where(eq(locations.shopId, shopId))
    .orderBy(asc(locations.name));
}

/** Units of the item that have left a location and not arrived, by transfer. */
export function inTransitOfItem(builder: MySql2Database, shopId: number, inventoryItemId: number) {
  return builder
    .select({
      transferId: transfers.transferId,
      fromLocationId: transfers.fromLocationId,
      toLocationId: transfers.toLocationId,
      shippedAt: transfers.shippedAt,
      quantity: sql<number>`${transferLines.quantity} - ${transferLines.received} - ${transferLines.missing} - ${transferLines.returned}`,
    })
    .from(transferLines)
    .innerJoin(
      transfers,
      and(eq(transfers.shopId, transferLines.shopId), eq(transfers.transferId, transferLines.transferId)),
    )
    .where(
      and(
        eq(transferLines.shopId, shopId),
        eq(transferLines.inventoryItemId, inventoryItemId),
        eq(transfers.status, 'shipped'),
        sql`${transferLines.quantity} > ${transferLines.received} + ${transferLines.missing} + ${transferLines.returned}`,
      ),
    )
    .orderBy(asc(transfers.createdAt));
}

/** The shop that a page of the merchant admin is about. */
import { asc, eq } from 'drizzle-orm';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import { locations, regions, shops } from '@/db/schema';

export async function findShop(builder: MySql2Database, slug: string) {
  const [shop] = await builder
    .select({
      shopId: shops.shopId,
      slug: shops.slug,
      name: shops.name,
      currency: shops.currency,
      holdSeconds: shops.holdSeconds,
      paymentExtensionSeconds: shops.paymentExtensionSeconds,
      poolCap: shops.poolCap,
      lowWaterMark: shops.lowWaterMark,
    })
    .from(shops)
    .where(eq(shops.slug, slug));
  return shop;
}

export type ShopRow = NonNullable<Awaited<ReturnType<typeof findShop>>>;

export function listShops(builder: MySql2Database) {
  return builder
    .select({ slug: shops.slug, name: shops.name })
    .from(shops)
    .orderBy(asc(shops.shopId))
    .limit(50);
}

export function listLocations(builder: MySql2Database, shopId: number) {
  return builder
    .select({
      locationId: locations.locationId,
      name: locations.name,
      countryCode: locations.countryCode,
      status: locations.status,
      version: locations.version,
    })
    .from(locations)
    .where(eq(locations.shopId, shopId))
    .orderBy(asc(locations.name));
}

export type LocationRow = Awaited<ReturnType<typeof listLocations>>[number];

export function listRegions(builder: MySql2Database, shopId: number) {
  return builder
    .select({ regionCode: regions.regionCode, name: regions.name })
    .from(regions)
    .where(eq(regions.shopId, shopId))
    .orderBy(asc(regions.position), asc(regions.regionCode));
}

/** Locations with where they ship and what is there. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import { countedLevels, locationRegions, locations, regions } from '@/db/schema';

/** Each location with its regions, and its stock as it was counted last. */
export async function locationsWithStock(builder: MySql2Database, shopId: number) {
  const rows = await builder
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
  const served = await builder
    .select({
      locationId: locationRegions.locationId,
      regionCode: locationRegions.regionCode,
      regionName: regions.name,
      priority: locationRegions.priority,
    })
    .from(locationRegions)
    .innerJoin(
      regions,
      and(eq(regions.shopId, locationRegions.shopId), eq(regions.regionCode, locationRegions.regionCode)),
    )
    .where(eq(locationRegions.shopId, shopId))
    .orderBy(asc(regions.position));
  const stock = await builder
    .select({
      locationId: countedLevels.locationId,
      items: sql<number>`SUM(${countedLevels.onHand} > 0)`.mapWith(Number),
      onHand: sql<number>`SUM(${countedLevels.onHand})`.mapWith(Number),
      available: sql<number>`SUM(${countedLevels.available})`.mapWith(Number),
      held: sql<number>`SUM(${countedLevels.held})`.mapWith(Number),
    })
    .from(countedLevels)
    .where(eq(countedLevels.shopId, shopId))
    .groupBy(countedLevels.locationId);
  return rows.map((row) => ({
    ...row,
    regions: served.filter(({ locationId }) => locationId === row.locationId),
    ...(stock.find(({ locationId }) => locationId === row.locationId) ?? {
      items: 0,
      onHand: 0,
      available: 0,
      held: 0,
    }),
  }));
}

export type LocationWithStock = Awaited<ReturnType<typeof locationsWithStock>>[number];

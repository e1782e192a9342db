/**
 * Writes the demo shop of seed-catalog.ts into an empty schema: catalogue, places, and stock that was received.
 *
 * Stock is written as a level with unpooled units beside its ledger entry, in one transaction: the books balance from
 * the first commit on, and the first refill lays the units out.
 */
import { eq, sql } from 'drizzle-orm';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from './database';
import {
  inventoryItems,
  inventoryLedger,
  inventoryLevels,
  locationRegions,
  locations,
  products,
  regions,
  shops,
  variants,
} from './schema/index';
import { type SeedLocation, seedLocations, seedProducts, seedRegions, seedShop } from './seed-catalog';

export const DEMO_SHOP_ID = 1;
const POOL_CAP = 1000;
const LOW_WATER_MARK = 200;

/** Writes the demo shop unless it is there. True when it wrote it. */
export async function seed(database: Database): Promise<boolean> {
  return database.transaction('seed', async (tx) => {
    const builder = await tx.builder();
    const [existing] = await builder.select().from(shops).where(eq(shops.shopId, DEMO_SHOP_ID)).for('update');
    if (existing) return false;
    await builder.insert(shops).values({
      shopId: DEMO_SHOP_ID,
      ...seedShop,
      poolCap: POOL_CAP,
      lowWaterMark: LOW_WATER_MARK,
    });
    await seedPlaces(builder);
    await seedCatalogue(builder);
    return true;
  });
}

const locationIds = new Map<SeedLocation, number>(seedLocations.map(({ name }, index) => [name, index + 1]));

function locationIdOf(name: SeedLocation): number {
  const id = locationIds.get(name);
  if (id === undefined) throw new RangeError(`the seed knows no location ${name}`);
  return id;
}

async function seedPlaces(builder: MySql2Database): Promise<void> {
  const shopId = DEMO_SHOP_ID;
  await builder.insert(locations).values(
    seedLocations.map(({ name, countryCode }) => ({
      shopId,
      locationId: locationIdOf(name),
      name,
      countryCode,
    })),
  );
  await builder
    .insert(regions)
    .values(seedRegions.map(({ code, name }, position) => ({ shopId, regionCode: code, name, position })));
  await builder.insert(locationRegions).values(
    seedRegions.flatMap(({ code, shipsFrom }) =>
      shipsFrom.map((name, index) => ({
        shopId,
        regionCode: code,
        locationId: locationIdOf(name),
        priority: index + 1,
      })),
    ),
  );
}

async function seedCatalogue(builder: MySql2Database): Promise<void> {
  const shopId = DEMO_SHOP_ID;
  let itemNumber = 100;
  for (const [index, product] of seedProducts.entries()) {
    const { variants: seedVariants, ...shown } = product;
    const productId = index + 1;
    await builder.insert(products).values({ shopId, productId, ...shown });
    for (const [position, { title, sku, priceMinor, stock }] of seedVariants.entries()) {
      const inventoryItemId = itemNumber;
      itemNumber += 1;
      await builder.insert(inventoryItems).values({ shopId, inventoryItemId, sku });
      await builder.insert(variants).values({
        shopId,
        variantId: inventoryItemId,
        productId,
        inventoryItemId,
        title,
        priceMinor,
        position,
      });
      await seedStock(builder, inventoryItemId, stock);
    }
  }
}

async function seedStock(
  builder: MySql2Database,
  inventoryItemId: number,
  stock: Partial<Record<SeedLocation, number>>,
): Promise<void> {
  for (const [name, units] of Object.entries(stock) as [SeedLocation, number][]) {
    const locationId = locationIdOf(name);
    const key = { shopId: DEMO_SHOP_ID, inventoryItemId, inventoryGroupId: locationId };
    await builder
      .insert(inventoryLevels)
      .values({ ...key, locationId, unpooled: units, poolCap: POOL_CAP, lowWaterMark: LOW_WATER_MARK });
    if (units === 0) continue;
    await builder.insert(inventoryLedger).values({
      ...key,
      reason: 'received',
      referenceId: uuidv7(),
      delta: units,
      actor: 'seed',
      note: 'First stock',
      createdAt: sql`NOW(3)`,
    });
  }
}

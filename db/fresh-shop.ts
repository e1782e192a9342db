/** A shop of its own, for one test or for many buyers: catalogue, places and stock that was received, under ids that nobody else has. */
import { sql } from 'drizzle-orm';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from './database';
import { isDuplicateKey } from './errors';
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

export interface FreshLocation {
  readonly name: string;
  /** Priority by region; lower ships first. */
  readonly regions: Readonly<Record<string, number>>;
}

export interface FreshProduct {
  readonly title: string;
  readonly priceMinor: number;
  /** Units by the location's name. */
  readonly stock: Readonly<Record<string, number>>;
}

export interface FreshShopPlan {
  /** Default "Test shop" with its number. */
  readonly name?: string;
  readonly locations: readonly FreshLocation[];
  readonly products: readonly FreshProduct[];
  readonly holdSeconds: number;
  readonly paymentExtensionSeconds: number;
}

export interface FreshShop {
  readonly shopId: number;
  readonly slug: string;
  readonly products: readonly {
    readonly title: string;
    readonly slug: string;
    readonly variantId: number;
    readonly inventoryItemId: number;
  }[];
}

/** Writes the shop in one transaction. Two at the same time get different ids. */
export async function makeFreshShop(database: Database, plan: FreshShopPlan): Promise<FreshShop> {
  for (;;) {
    try {
      return await database.transaction('seed', async (tx) => write(await tx.builder(), plan));
    } catch (error) {
      // Another one has just taken the next id.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

async function write(builder: MySql2Database, plan: FreshShopPlan): Promise<FreshShop> {
  const [last] = await builder.select({ id: sql<number>`COALESCE(MAX(${shops.shopId}), 0)` }).from(shops);
  const shopId = (last?.id ?? 0) + 1;
  const slug = `test-shop-${uuidv7().slice(-12)}`;
  const { holdSeconds, paymentExtensionSeconds } = plan;
  await builder.insert(shops).values({
    shopId,
    slug,
    name: plan.name ?? `Test shop ${shopId}`,
    currency: 'EUR',
    holdSeconds,
    paymentExtensionSeconds,
  });
  const codes = [...new Set(plan.locations.flatMap((location) => Object.keys(location.regions)))];
  await builder
    .insert(regions)
    .values(
      codes.map((regionCode, position) => ({ shopId, regionCode, name: nameOf(regionCode), position })),
    );
  for (const [index, location] of plan.locations.entries()) {
    const locationId = index + 1;
    await builder.insert(locations).values({ shopId, locationId, name: location.name, countryCode: 'DE' });
    const served = Object.entries(location.regions);
    if (served.length === 0) continue;
    await builder
      .insert(locationRegions)
      .values(served.map(([regionCode, priority]) => ({ shopId, regionCode, locationId, priority })));
  }
  const made: FreshShop['products'][number][] = [];
  for (const [index, product] of plan.products.entries()) {
    made.push(await writeProduct(builder, shopId, 100 + index, product, plan.locations));
  }
  return { shopId, slug, products: made };
}

/** "north-america" → "North America". */
const nameOf = (code: string) =>
  code.replace(/(^|-)(\w)/g, (_, dash, letter) => `${dash && ' '}${letter.toUpperCase()}`);

async function writeProduct(
  builder: MySql2Database,
  shopId: number,
  id: number,
  { title, priceMinor, stock }: FreshProduct,
  places: readonly FreshLocation[],
): Promise<FreshShop['products'][number]> {
  const slug = `${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}-${id}`;
  const key = { shopId, inventoryItemId: id };
  await builder.insert(inventoryItems).values({ ...key, sku: `TEST-${id}` });
  await builder.insert(products).values({
    shopId,
    productId: id,
    slug,
    title,
    description: '',
    category: 'Test',
    image: '/products/letter-scale.svg',
  });
  await builder
    .insert(variants)
    .values({ ...key, variantId: id, productId: id, title: 'One size', priceMinor });
  for (const [name, units] of Object.entries(stock)) {
    const locationId = places.findIndex((place) => place.name === name) + 1;
    if (locationId === 0) throw new RangeError(`the plan has no location ${name}`);
    const level = { ...key, inventoryGroupId: locationId };
    await builder.insert(inventoryLevels).values({ ...level, locationId, unpooled: units });
    if (units === 0) continue;
    await builder.insert(inventoryLedger).values({
      ...level,
      reason: 'received',
      referenceId: uuidv7(),
      delta: units,
      actor: 'test',
      createdAt: sql`NOW(3)`,
    });
  }
  return { title, slug, variantId: id, inventoryItemId: id };
}

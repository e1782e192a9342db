/** Catalogue: what a shop shows and prices, and where its stock can be. */
import { sql } from 'drizzle-orm';
import {
  char,
  check,
  index,
  int,
  mysqlEnum,
  mysqlTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/mysql-core';
import { createdAt, moment, sequenceId, shopId } from './columns';

export const shops = mysqlTable(
  'shops',
  {
    shopId: shopId(),
    slug: varchar('slug', { length: 60 }).notNull(),
    name: varchar('name', { length: 120 }).notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** Seconds a reservation holds its units before it may expire. */
    holdSeconds: int('hold_seconds', { unsigned: true }).notNull().default(300),
    /** Seconds by which starting a payment extends a hold, once. */
    paymentExtensionSeconds: int('payment_extension_seconds', { unsigned: true }).notNull().default(120),
    /** Most unit rows a level keeps; new levels take it over. */
    poolCap: int('pool_cap', { unsigned: true }).notNull().default(1000),
    /** Unit rows left at which the background refill starts; new levels take it over. */
    lowWaterMark: int('low_water_mark', { unsigned: true }).notNull().default(200),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId] }),
    uniqueIndex('shops_by_slug').on(table.slug),
    check('shops_settings', sql`hold_seconds > 0 AND pool_cap > 0 AND low_water_mark < pool_cap`),
  ],
);

export const products = mysqlTable(
  'products',
  {
    shopId: shopId(),
    productId: sequenceId('product_id'),
    slug: varchar('slug', { length: 80 }).notNull(),
    title: varchar('title', { length: 160 }).notNull(),
    tagline: varchar('tagline', { length: 200 }).notNull().default(''),
    description: text('description').notNull(),
    category: varchar('category', { length: 60 }).notNull().default(''),
    /** Path below public/. */
    image: varchar('image', { length: 200 }).notNull().default(''),
    status: mysqlEnum('status', ['active', 'archived']).notNull().default('active'),
    /** Counts edits, so that the second of two writers is told. */
    version: int('version', { unsigned: true }).notNull().default(1),
    createdAt: createdAt(),
    updatedAt: moment('updated_at'),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.productId] }),
    uniqueIndex('products_by_slug').on(table.shopId, table.slug),
    index('products_for_list').on(table.shopId, table.status, table.title),
  ],
);

export const inventoryItems = mysqlTable(
  'inventory_items',
  {
    shopId: shopId(),
    inventoryItemId: sequenceId('inventory_item_id'),
    /** Code on the shelf and on the packing slip. */
    sku: varchar('sku', { length: 60 }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.inventoryItemId] }),
    uniqueIndex('inventory_items_by_sku').on(table.shopId, table.sku),
  ],
);

export const variants = mysqlTable(
  'variants',
  {
    shopId: shopId(),
    variantId: sequenceId('variant_id'),
    productId: sequenceId('product_id'),
    inventoryItemId: sequenceId('inventory_item_id'),
    title: varchar('title', { length: 120 }).notNull(),
    /** Price in minor units of the shop's currency. */
    priceMinor: int('price_minor', { unsigned: true }).notNull(),
    position: smallint('position', { unsigned: true }).notNull().default(0),
    status: mysqlEnum('status', ['active', 'archived']).notNull().default('active'),
    version: int('version', { unsigned: true }).notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.variantId] }),
    uniqueIndex('variants_by_item').on(table.shopId, table.inventoryItemId),
    index('variants_of_product').on(table.shopId, table.productId, table.position),
  ],
);

export const locations = mysqlTable(
  'locations',
  {
    shopId: shopId(),
    locationId: sequenceId('location_id'),
    name: varchar('name', { length: 80 }).notNull(),
    countryCode: char('country_code', { length: 2 }).notNull(),
    /** active takes new holds; draining finishes the holds it has; inactive has neither stock nor holds. */
    status: mysqlEnum('status', ['active', 'draining', 'inactive']).notNull().default('active'),
    version: int('version', { unsigned: true }).notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.locationId] }),
    uniqueIndex('locations_by_name').on(table.shopId, table.name),
  ],
);

export const regions = mysqlTable(
  'regions',
  {
    shopId: shopId(),
    regionCode: varchar('region_code', { length: 20 }).notNull(),
    name: varchar('name', { length: 80 }).notNull(),
    position: smallint('position', { unsigned: true }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.regionCode] })],
);

export const locationRegions = mysqlTable(
  'location_regions',
  {
    shopId: shopId(),
    regionCode: varchar('region_code', { length: 20 }).notNull(),
    locationId: sequenceId('location_id'),
    /** Lower ships first. */
    priority: smallint('priority', { unsigned: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.regionCode, table.locationId] }),
    index('location_regions_by_location').on(table.shopId, table.locationId),
  ],
);

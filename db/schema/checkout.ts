/**
 * Carts and checkouts: what a buyer wants, from where it would come, and which hold keeps it for them.
 *
 * A checkout's lines never change: whoever edits the cart and checks out again gets a new checkout, whose hold takes
 * the place of the old one's. What stage a checkout is in is not stored twice: its hold, its payments and its order say.
 */
import { sql } from 'drizzle-orm';
import {
  char,
  check,
  index,
  int,
  json,
  mysqlEnum,
  mysqlTable,
  primaryKey,
  varchar,
} from 'drizzle-orm/mysql-core';
import { createdAt, moment, sequenceId, shopId, uuid } from './columns';

export const carts = mysqlTable(
  'carts',
  {
    shopId: shopId(),
    cartId: uuid('cart_id').notNull(),
    /** The newest checkout of this cart. */
    checkoutId: uuid('checkout_id'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ name: 'carts_key', columns: [table.shopId, table.cartId] })],
);

export const cartLines = mysqlTable(
  'cart_lines',
  {
    shopId: shopId(),
    cartId: uuid('cart_id').notNull(),
    variantId: sequenceId('variant_id'),
    quantity: int('quantity', { unsigned: true }).notNull(),
    addedAt: moment('added_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'cart_lines_key', columns: [table.shopId, table.cartId, table.variantId] }),
    check('cart_lines_quantity', sql`quantity BETWEEN 1 AND 20`),
  ],
);

export const checkouts = mysqlTable(
  'checkouts',
  {
    shopId: shopId(),
    checkoutId: uuid('checkout_id').notNull(),
    cartId: uuid('cart_id').notNull(),
    /** open takes holds and payments; completed has an order of the same id; cancelled takes nothing any more. */
    status: mysqlEnum('status', ['open', 'completed', 'cancelled']).notNull().default('open'),
    regionCode: varchar('region_code', { length: 20 }).notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** Sum of the lines, in minor units. */
    totalMinor: int('total_minor', { unsigned: true }).notNull(),
    email: varchar('email', { length: 254 }).notNull().default(''),
    fullName: varchar('full_name', { length: 120 }).notNull().default(''),
    street: varchar('street', { length: 160 }).notNull().default(''),
    postcode: varchar('postcode', { length: 20 }).notNull().default(''),
    city: varchar('city', { length: 80 }).notNull().default(''),
    country: varchar('country', { length: 80 }).notNull().default(''),
    /** Id under which the next, or the present, hold is made: two clicks find the same one here. */
    reservationId: uuid('reservation_id'),
    /** Hold whose place `reservationId` takes, in the same transaction. */
    replacesReservationId: uuid('replaces_reservation_id'),
    /** Region for which the hold was made; another one makes it stale. */
    heldRegionCode: varchar('held_region_code', { length: 20 }),
    createdAt: createdAt(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ name: 'checkouts_key', columns: [table.shopId, table.checkoutId] }),
    check('checkouts_ended', sql`(status = 'open') = (ended_at IS NULL)`),
  ],
);

export const checkoutLines = mysqlTable(
  'checkout_lines',
  {
    shopId: shopId(),
    checkoutId: uuid('checkout_id').notNull(),
    variantId: sequenceId('variant_id'),
    inventoryItemId: sequenceId('inventory_item_id'),
    /** What was shown when the checkout began; later edits of the product don't change it. */
    productTitle: varchar('product_title', { length: 160 }).notNull(),
    variantTitle: varchar('variant_title', { length: 120 }).notNull(),
    unitPriceMinor: int('unit_price_minor', { unsigned: true }).notNull(),
    quantity: int('quantity', { unsigned: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'checkout_lines_key', columns: [table.shopId, table.checkoutId, table.variantId] }),
    check('checkout_lines_quantity', sql`quantity > 0`),
  ],
);

/** What happened to a checkout and to its order, for the timeline. The key makes each event one row, however often told. */
export const checkoutEvents = mysqlTable(
  'checkout_events',
  {
    shopId: shopId(),
    checkoutId: uuid('checkout_id').notNull(),
    /** Kind and cause: `held:<reservation>`, `approved:<payment>`. */
    eventKey: varchar('event_key', { length: 120 }).notNull(),
    kind: varchar('kind', { length: 40 }).notNull(),
    actor: varchar('actor', { length: 80 }).notNull(),
    detail: json('detail').notNull(),
    happenedAt: moment('happened_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'checkout_events_key', columns: [table.shopId, table.checkoutId, table.eventKey] }),
    index('checkout_events_by_time').on(table.shopId, table.checkoutId, table.happenedAt),
  ],
);

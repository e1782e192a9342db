/** Orders: what was sold, from where it ships, and what a merchant has to look at. An order has its checkout's id. */
import { sql } from 'drizzle-orm';
import { char, check, index, int, mysqlEnum, mysqlTable, primaryKey, varchar } from 'drizzle-orm/mysql-core';
import { moment, sequenceId, shopId, uuid } from './columns';

export const orders = mysqlTable(
  'orders',
  {
    shopId: shopId(),
    /** The checkout's id: one checkout can't have two orders. */
    orderId: uuid('order_id').notNull(),
    /** What people read to each other. */
    orderCode: char('order_code', { length: 9 }).notNull(),
    paymentId: uuid('payment_id').notNull(),
    /** The hold that was claimed; none when units could not be had. */
    reservationId: uuid('reservation_id'),
    /** open is to be shipped or has been; needs_attention waits for the merchant; cancelled ships nothing. */
    status: mysqlEnum('status', ['open', 'needs_attention', 'cancelled']).notNull(),
    attentionReason: mysqlEnum('attention_reason', [
      'no_stock_after_payment',
      'paid_after_cancelling',
      'refunded_by_gateway',
    ]),
    regionCode: varchar('region_code', { length: 20 }).notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    totalMinor: int('total_minor', { unsigned: true }).notNull(),
    email: varchar('email', { length: 254 }).notNull(),
    fullName: varchar('full_name', { length: 120 }).notNull(),
    street: varchar('street', { length: 160 }).notNull(),
    postcode: varchar('postcode', { length: 20 }).notNull(),
    city: varchar('city', { length: 80 }).notNull(),
    country: varchar('country', { length: 80 }).notNull(),
    placedAt: moment('placed_at').notNull(),
    cancelledAt: moment('cancelled_at'),
    /** Set when the units of a cancelled order are back. */
    restockedAt: moment('restocked_at'),
    /** Set when a merchant has dealt with what needed attention. */
    resolvedAt: moment('resolved_at'),
    resolvedBy: varchar('resolved_by', { length: 80 }),
  },
  (table) => [
    primaryKey({ name: 'orders_key', columns: [table.shopId, table.orderId] }),
    index('orders_by_time').on(table.shopId, table.placedAt),
    index('orders_by_status').on(table.shopId, table.status, table.placedAt),
    index('orders_by_code').on(table.shopId, table.orderCode),
    index('orders_by_email').on(table.shopId, table.email),
    index('orders_to_restock').on(table.status, table.restockedAt),
    check('orders_cancelled', sql`(status = 'cancelled') = (cancelled_at IS NOT NULL)`),
    check('orders_attention', sql`status <> 'needs_attention' OR attention_reason IS NOT NULL`),
  ],
);

export const orderLines = mysqlTable(
  'order_lines',
  {
    shopId: shopId(),
    orderId: uuid('order_id').notNull(),
    variantId: sequenceId('variant_id'),
    inventoryItemId: sequenceId('inventory_item_id'),
    productTitle: varchar('product_title', { length: 160 }).notNull(),
    variantTitle: varchar('variant_title', { length: 120 }).notNull(),
    unitPriceMinor: int('unit_price_minor', { unsigned: true }).notNull(),
    quantity: int('quantity', { unsigned: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'order_lines_key', columns: [table.shopId, table.orderId, table.variantId] }),
    check('order_lines_quantity', sql`quantity > 0`),
  ],
);

/** One parcel: what one location sends. */
export const shipments = mysqlTable(
  'shipments',
  {
    shopId: shopId(),
    orderId: uuid('order_id').notNull(),
    locationId: sequenceId('location_id'),
    status: mysqlEnum('status', ['waiting', 'shipped', 'cancelled']).notNull().default('waiting'),
    shippedAt: moment('shipped_at'),
  },
  (table) => [
    primaryKey({ name: 'shipments_key', columns: [table.shopId, table.orderId, table.locationId] }),
    index('shipments_of_location').on(table.shopId, table.locationId, table.status),
  ],
);

export const shipmentLines = mysqlTable(
  'shipment_lines',
  {
    shopId: shopId(),
    orderId: uuid('order_id').notNull(),
    inventoryItemId: sequenceId('inventory_item_id'),
    /** Units go back to the group that they came from, whatever routing says by then. */
    inventoryGroupId: sequenceId('inventory_group_id'),
    locationId: sequenceId('location_id'),
    quantity: int('quantity', { unsigned: true }).notNull(),
  },
  (table) => [
    primaryKey({
      name: 'shipment_lines_key',
      columns: [table.shopId, table.orderId, table.inventoryItemId, table.inventoryGroupId],
    }),
    check('shipment_lines_quantity', sql`quantity > 0`),
  ],
);

/**
 * Stock as rows: levels, the unit pool, holds and what became of the units.
 *
 * No foreign keys here: their checks take gap and shared locks on rows that other checkouts are working on. The
 * auditor proves what they would have proven. Every key starts with shop_id, so that a shop can live on any server.
 */
import { sql } from 'drizzle-orm';
import { check, index, int, mysqlEnum, mysqlTable, primaryKey } from 'drizzle-orm/mysql-core';
import { moment, sequenceId, shopId, uuid } from './columns';

const levelColumns = {
  shopId: shopId(),
  inventoryItemId: sequenceId('inventory_item_id'),
  inventoryGroupId: sequenceId('inventory_group_id'),
};

/** Item × inventory group: the stock that is not laid out as rows, and the sequence that names the next unit. */
export const inventoryLevels = mysqlTable(
  'inventory_levels',
  {
    ...levelColumns,
    locationId: sequenceId('location_id'),
    /** Units in the ledger that have no row in the pool and are in no hold. */
    unpooled: int('unpooled', { unsigned: true }).notNull().default(0),
    nextUnitId: sequenceId('next_unit_id').default(1),
    poolCap: int('pool_cap', { unsigned: true }).notNull().default(1000),
    lowWaterMark: int('low_water_mark', { unsigned: true }).notNull().default(200),
  },
  (table) => [
    primaryKey({
      name: 'levels_key',
      columns: [table.shopId, table.inventoryItemId, table.inventoryGroupId],
    }),
    index('levels_of_location').on(table.shopId, table.locationId),
    check('levels_pool', sql`pool_cap > 0 AND low_water_mark < pool_cap`),
  ],
);

/**
 * One sellable unit in the pool. The primary key is the only index: with an auto-increment key and a secondary index a
 * locked unit costs two record locks instead of one.
 */
export const availableUnits = mysqlTable(
  'available_units',
  { ...levelColumns, id: sequenceId('id') },
  (table) => [
    primaryKey({
      name: 'available_units_key',
      columns: [table.shopId, table.inventoryItemId, table.inventoryGroupId, table.id],
    }),
  ],
);

/** One hold, the header: changed under lock, and the only thing that ends a hold. */
export const reservations = mysqlTable(
  'reservations',
  {
    shopId: shopId(),
    reservationId: uuid('reservation_id').notNull(),
    checkoutId: uuid('checkout_id').notNull(),
    status: mysqlEnum('status', ['held', 'claimed', 'released', 'expired']).notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Set by the one extension that a payment may ask for. */
    extendedAt: moment('extended_at'),
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ name: 'reservations_key', columns: [table.shopId, table.reservationId] }),
    index('reservations_for_expiry').on(table.shopId, table.status, table.expiresAt),
    check('reservations_ended', sql`(status = 'held') = (ended_at IS NULL)`),
  ],
);

/** How many units of a level a hold was made for; stays when the units move on. */
export const reservationLines = mysqlTable(
  'reservation_lines',
  {
    shopId: shopId(),
    reservationId: uuid('reservation_id').notNull(),
    inventoryItemId: sequenceId('inventory_item_id'),
    inventoryGroupId: sequenceId('inventory_group_id'),
    quantity: int('quantity', { unsigned: true }).notNull(),
  },
  (table) => [
    primaryKey({
      name: 'reservation_lines_key',
      columns: [table.shopId, table.reservationId, table.inventoryItemId, table.inventoryGroupId],
    }),
    check('reservation_lines_quantity', sql`quantity > 0`),
  ],
);

/**
 * One unit in a live hold. The key starts with the level, so that "the holds of this item" is a range of it; "the units
 * of this hold" is a range too once the hold's lines are known.
 */
export const reservedUnits = mysqlTable(
  'reserved_units',
  { ...levelColumns, reservationId: uuid('reservation_id').notNull(), id: sequenceId('id') },
  (table) => [
    primaryKey({
      name: 'reserved_units_key',
      columns: [table.shopId, table.inventoryItemId, table.inventoryGroupId, table.reservationId, table.id],
    }),
  ],
);

/** One unit that was sold. Its key makes it impossible to sell one unit twice. */
export const soldUnits = mysqlTable(
  'sold_units',
  {
    ...levelColumns,
    id: sequenceId('id'),
    reservationId: uuid('reservation_id').notNull(),
    /** With the inventory item this names the order line. */
    orderId: uuid('order_id').notNull(),
    soldAt: moment('sold_at').notNull(),
    /** A returned unit comes back under a new id; this row stays as the record of the sale. */
    returnedAt: moment('returned_at'),
  },
  (table) => [
    primaryKey({
      name: 'sold_units_key',
      columns: [table.shopId, table.inventoryItemId, table.inventoryGroupId, table.id],
    }),
    index('sold_units_of_order').on(table.shopId, table.orderId),
  ],
);

/** The merchant's side: goods on the way, who changed what, and a count of the stock that lists can be sorted by. */
import { sql } from 'drizzle-orm';
import {
  boolean,
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

/** One field that an edit changed. */
export interface FieldChange {
  readonly field: string;
  readonly from: string | number | null;
  readonly to: string | number | null;
}

/** Who changed what, when and why, for everything that is not stock: stock has the ledger. Append-only. */
export const auditTrail = mysqlTable(
  'audit_trail',
  {
    shopId: shopId(),
    entryId: uuid('entry_id').notNull(),
    subject: mysqlEnum('subject', [
      'product',
      'variant',
      'location',
      'settings',
      'transfer',
      'hold',
      'order',
    ]).notNull(),
    subjectId: varchar('subject_id', { length: 40 }).notNull(),
    /** What the subject is called, as it was then. */
    subjectName: varchar('subject_name', { length: 200 }).notNull(),
    /** A verb in the past: "created", "archived", "shipped". */
    action: varchar('action', { length: 40 }).notNull(),
    changes: json('changes').$type<readonly FieldChange[]>().notNull(),
    actor: varchar('actor', { length: 80 }).notNull(),
    reason: varchar('reason', { length: 200 }).notNull().default(''),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'audit_trail_key', columns: [table.shopId, table.entryId] }),
    index('audit_trail_by_time').on(table.shopId, table.createdAt),
    index('audit_trail_of_subject').on(table.shopId, table.subject, table.subjectId, table.createdAt),
  ],
);

/**
 * Goods moved from one location to another. Planned moves nothing; shipping takes the units out of the source's ledger;
 * receiving adds them at the destination, in one or more deliveries; recalling adds what has not arrived at the source.
 */
export const transfers = mysqlTable(
  'transfers',
  {
    shopId: shopId(),
    transferId: uuid('transfer_id').notNull(),
    fromLocationId: sequenceId('from_location_id'),
    toLocationId: sequenceId('to_location_id'),
    /** planned → shipped → received or recalled; planned → cancelled. */
    status: mysqlEnum('status', ['planned', 'shipped', 'received', 'recalled', 'cancelled']).notNull(),
    note: varchar('note', { length: 200 }).notNull().default(''),
    /** Counts changes, so that the second of two writers is told. */
    version: int('version', { unsigned: true }).notNull().default(1),
    createdAt: createdAt(),
    createdBy: varchar('created_by', { length: 80 }).notNull(),
    shippedAt: moment('shipped_at'),
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ name: 'transfers_key', columns: [table.shopId, table.transferId] }),
    index('transfers_by_status').on(table.shopId, table.status, table.createdAt),
    check('transfers_ends', sql`from_location_id <> to_location_id`),
    check('transfers_ended', sql`(status IN ('planned', 'shipped')) = (ended_at IS NULL)`),
  ],
);

/** An item of a transfer. What is on the way is quantity - received - missing - returned while the transfer is shipped. */
export const transferLines = mysqlTable(
  'transfer_lines',
  {
    shopId: shopId(),
    transferId: uuid('transfer_id').notNull(),
    inventoryItemId: sequenceId('inventory_item_id'),
    quantity: int('quantity', { unsigned: true }).notNull(),
    received: int('received', { unsigned: true }).notNull().default(0),
    /** Reported as lost on the way. */
    missing: int('missing', { unsigned: true }).notNull().default(0),
    /** Came back to the source by a recall. */
    returned: int('returned', { unsigned: true }).notNull().default(0),
  },
  (table) => [
    primaryKey({
      name: 'transfer_lines_key',
      columns: [table.shopId, table.transferId, table.inventoryItemId],
    }),
    index('transfer_lines_of_item').on(table.shopId, table.inventoryItemId),
    check('transfer_lines_sum', sql`quantity > 0 AND received + missing + returned <= quantity`),
  ],
);

/**
 * Every level as it was counted last, with the names it is looked for by: what lists are sorted, filtered and searched
 * through, each sort by an index. Units are rows, and counting those of all levels for every page would read them all.
 * Never a basis for a decision about stock.
 */
export const countedLevels = mysqlTable(
  'counted_levels',
  {
    shopId: shopId(),
    inventoryItemId: sequenceId('inventory_item_id'),
    inventoryGroupId: sequenceId('inventory_group_id'),
    locationId: sequenceId('location_id'),
    locationName: varchar('location_name', { length: 80 }).notNull(),
    productId: sequenceId('product_id'),
    productTitle: varchar('product_title', { length: 160 }).notNull(),
    variantTitle: varchar('variant_title', { length: 120 }).notNull(),
    sku: varchar('sku', { length: 60 }).notNull(),
    /** The product or the variant is. */
    isArchived: boolean('is_archived').notNull(),
    onHand: int('on_hand', { unsigned: true }).notNull(),
    available: int('available', { unsigned: true }).notNull(),
    held: int('held', { unsigned: true }).notNull(),
    pooled: int('pooled', { unsigned: true }).notNull(),
    unpooled: int('unpooled', { unsigned: true }).notNull(),
  },
  (table) => {
    const list = [table.shopId, table.isArchived] as const;
    return [
      primaryKey({
        name: 'counted_levels_key',
        columns: [table.shopId, table.inventoryItemId, table.inventoryGroupId],
      }),
      index('counted_by_title').on(...list, table.productTitle, table.variantTitle),
      index('counted_by_sku').on(...list, table.sku),
      index('counted_by_location').on(...list, table.locationName, table.productTitle, table.variantTitle),
      index('counted_by_on_hand').on(...list, table.onHand),
      index('counted_by_available').on(...list, table.available),
      index('counted_by_held').on(...list, table.held),
      index('counted_by_pooled').on(...list, table.pooled),
      index('counted_by_unpooled').on(...list, table.unpooled),
    ];
  },
);

/** When all levels of a shop were counted last, and how long that took. */
export const levelCounts = mysqlTable(
  'level_counts',
  {
    shopId: shopId(),
    countedAt: moment('counted_at').notNull(),
    durationMs: int('duration_ms', { unsigned: true }).notNull(),
  },
  (table) => [primaryKey({ name: 'level_counts_key', columns: [table.shopId] })],
);

/** The ledger: append-only truth about how much a shop owns. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  int,
  mysqlEnum,
  mysqlTable,
  primaryKey,
  varchar,
} from 'drizzle-orm/mysql-core';
import { moment, sequenceId, shopId, uuid } from './columns';

/**
 * One signed change of on-hand stock. A second deduction for one reservation line is refused by the *primary* key: a
 * duplicate on a secondary unique key would leave a next-key lock behind, even under READ COMMITTED.
 */
export const inventoryLedger = mysqlTable(
  'inventory_ledger',
  {
    shopId: shopId(),
    inventoryItemId: sequenceId('inventory_item_id'),
    inventoryGroupId: sequenceId('inventory_group_id'),
    reason: mysqlEnum('reason', ['received', 'sold', 'adjusted', 'returned', 'transferred']).notNull(),
    /** What caused it: the reservation for a sale, else the id that the merchant's change was given. */
    referenceId: uuid('reference_id').notNull(),
    delta: int('delta').notNull(),
    actor: varchar('actor', { length: 80 }).notNull(),
    note: varchar('note', { length: 200 }).notNull().default(''),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'inventory_ledger_key',
      columns: [table.shopId, table.inventoryItemId, table.inventoryGroupId, table.reason, table.referenceId],
    }),
    index('ledger_by_time').on(
      table.shopId,
      table.inventoryItemId,
      table.inventoryGroupId,
      table.createdAt,
      table.delta,
    ),
    check('ledger_delta', sql`delta <> 0`),
  ],
);

/** Balance of all entries up to a moment that lies behind every open transaction, so that an audit reads only the rest. */
export const ledgerCheckpoints = mysqlTable(
  'ledger_checkpoints',
  {
    shopId: shopId(),
    inventoryItemId: sequenceId('inventory_item_id'),
    inventoryGroupId: sequenceId('inventory_group_id'),
    balance: bigint('balance', { mode: 'number' }).notNull(),
    /** Units sold up to then. */
    sold: bigint('sold', { mode: 'number' }).notNull(),
    uptoAt: moment('upto_at').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'ledger_checkpoints_key',
      columns: [table.shopId, table.inventoryItemId, table.inventoryGroupId],
    }),
  ],
);

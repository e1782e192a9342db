/**
 * Unit rows with an AUTO_INCREMENT key, found through an index on item and location: the table that one would design first.
 *
 * Promise: exact; SKIP LOCKED passes over what others are taking.
 * Cost: two record locks a unit instead of one, in the index and in the table, and two places to write whenever a unit
 * comes or goes. Two round trips a reserve.
 * Seen: wherever every table gets an id by habit.
 */
import { call, type Statement, sqlText } from '@/db/statement';
import { begin, commit, rollback, setReadCommitted } from '@/db/transaction';
import { RUN_SHOP } from '../stock';
import { engineStatement } from './engine-statement';
import { holdEnding, writeHold, writeHoldLines, writeSale } from './hold-books';
import { inLockOrder } from './lock-order';
import { type OwnRows, openOwnRows, readOwnBooks, recoverRows } from './own-rows';
import { READ_COMMITTED } from './own-transaction';
import { type RowReserve, reserveRows, toUnits } from './row-reserve';
import type { Strategy, StrategyContext } from './strategy';

const holdUnits = engineStatement('reserve.hold_units');
const dropReservedUnits = engineStatement('reservation.drop_units');

const createTable: Statement = {
  name: 'auto_id.create_table',
  purpose: 'A row a unit under a number of its own, and an index to find it.',
  sql: sqlText(`
    CREATE TABLE IF NOT EXISTS numbered_units (
      id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
      shop_id INT UNSIGNED NOT NULL,
      inventory_item_id BIGINT UNSIGNED NOT NULL,
      inventory_group_id BIGINT UNSIGNED NOT NULL,
      KEY units_of_level (shop_id, inventory_item_id, inventory_group_id)
    )
  `),
};

const insertUnits: Statement = {
  name: 'auto_id.insert_units',
  purpose: 'Lays out units.',
  sql: sqlText(`
    INSERT /*+ SET_VAR(cte_max_recursion_depth = 100000) */ INTO numbered_units
           (shop_id, inventory_item_id, inventory_group_id)
      WITH RECURSIVE numbered (n) AS (
             SELECT 0
              UNION ALL
             SELECT n + 1
               FROM numbered
              WHERE n + 1 < :quantity)
    SELECT :shopId, :inventoryItemId, :inventoryGroupId
      FROM numbered
  `),
};

const countUnits: Statement = {
  name: 'auto_id.count_units',
  purpose: 'Counts free and held units of a level.',
  sql: sqlText(`
    SELECT (SELECT COUNT(*)
              FROM numbered_units
             WHERE shop_id = :shopId
               AND inventory_item_id = :inventoryItemId
               AND inventory_group_id = :inventoryGroupId) AS free,
           (SELECT COUNT(*)
              FROM reserved_units
             WHERE shop_id = :shopId
               AND inventory_item_id = :inventoryItemId
               AND inventory_group_id = :inventoryGroupId) AS held
  `),
};

export const lockByIndex: Statement = {
  name: 'auto_id.lock_units',
  purpose: 'Locks units of a level: an entry of the index and a row of the table for each.',
  sql: sqlText(`
    SELECT inventory_item_id, inventory_group_id, id
      FROM numbered_units
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
     ORDER BY shop_id, inventory_item_id, inventory_group_id, id
     LIMIT :quantity
       FOR UPDATE SKIP LOCKED
  `),
};

const deleteUnits: Statement = {
  name: 'auto_id.delete_units',
  purpose: 'Deletes the locked units.',
  sql: sqlText(`
    DELETE numbered_units
      FROM JSON_TABLE(:units, '$[*]' COLUMNS (unit_id BIGINT UNSIGNED PATH '$[2]')) AS taken
           STRAIGHT_JOIN numbered_units
        ON numbered_units.id = taken.unit_id
  `),
};

const returnUnits: Statement = {
  name: 'auto_id.return_units',
  purpose: 'Puts the units of a hold back under their numbers.',
  sql: sqlText(`
    INSERT INTO numbered_units
           (shop_id, inventory_item_id, inventory_group_id, id)
    SELECT reserved_units.shop_id, reserved_units.inventory_item_id,
           reserved_units.inventory_group_id, reserved_units.id
      FROM reservation_lines
           STRAIGHT_JOIN reserved_units
        ON reserved_units.shop_id = reservation_lines.shop_id
       AND reserved_units.inventory_item_id = reservation_lines.inventory_item_id
       AND reserved_units.inventory_group_id = reservation_lines.inventory_group_id
       AND reserved_units.reservation_id = reservation_lines.reservation_id
     WHERE reservation_lines.shop_id = :shopId
       AND reservation_lines.reservation_id = UUID_TO_BIN(:reservationId)
  `),
};

const rows: OwnRows = {
  createTable,
  insertUnits,
  countUnits,
  sell: (reservationId) => [
    call(writeSale, { shopId: RUN_SHOP, reservationId }),
    call(dropReservedUnits, { shopId: RUN_SHOP, reservationId }),
  ],
  giveBack: (reservationId) => [
    call(returnUnits, { shopId: RUN_SHOP, reservationId }),
    call(dropReservedUnits, { shopId: RUN_SHOP, reservationId }),
  ],
};

const howOn = (context: StrategyContext): RowReserve => ({
  opening: READ_COMMITTED,
  order: inLockOrder,
  async lock(tx, before, lines) {
    const locks = lines.map((line) => call(lockByIndex, { shopId: RUN_SHOP, ...line }));
    const results = await tx.send(...before, ...locks);
    return toUnits(results.slice(before.length).flatMap((result) => result.rows));
  },
  async move(tx, reservationId, units) {
    const list = JSON.stringify(units.map((unit) => [unit.inventoryItemId, unit.inventoryGroupId, unit.id]));
    await tx.commit(
      call(deleteUnits, { units: list }),
      call(holdUnits, { shopId: RUN_SHOP, reservationId, units: list }),
    );
  },
  recover: (lines) => recoverRows(context, rows, lines),
});

export const unitsAutoId: Strategy = {
  id: 'units-auto-id',
  name: 'Units with a number',
  summary: 'One row a unit under a running number, found through an index.',
  weakness: 'Two locks a unit where one would do.',
  kind: 'units',
  hasRefills: false,
  firstWrite: lockByIndex.name,
  statements: [
    setReadCommitted,
    begin,
    writeHold,
    writeHoldLines,
    lockByIndex,
    deleteUnits,
    holdUnits,
    commit,
    rollback,
    ...holdEnding,
    dropReservedUnits,
    returnUnits,
    countUnits,
  ],
  open(context) {
    const how = howOn(context);
    return openOwnRows(context, rows, (request) => reserveRows(context, request, how));
  },
  readBooks: (database, levels) => readOwnBooks(database, rows, levels),
};

/**
 * One table of units for ever, with a column that says whether each is free, held or sold, changed in place.
 *
 * Promise: exact; SKIP LOCKED passes over what others are taking.
 * Cost: the index that finds free units has to be changed with every change of state, so each unit is locked twice, in the
 * index and in the table; sold units stay and make the table grow for ever. Two round trips a reserve.
 * Seen: in most ticket shops, and in job queues with a status column.
 */
import { call, type Statement, sqlText } from '@/db/statement';
import { begin, commit, rollback, setReadCommitted } from '@/db/transaction';
import { RUN_SHOP } from '../stock';
import { holdEnding, writeHold, writeHoldLines, writeSale } from './hold-books';
import { inLockOrder } from './lock-order';
import { type OwnRows, openOwnRows, readOwnBooks, recoverRows } from './own-rows';
import { READ_COMMITTED } from './own-transaction';
import { type RowReserve, reserveRows, toUnits } from './row-reserve';
import type { Strategy, StrategyContext } from './strategy';

const createTable: Statement = {
  name: 'state_column.create_table',
  purpose: 'A row a unit, with its state, and an index to find the free ones.',
  sql: sqlText(`
    CREATE TABLE IF NOT EXISTS stateful_units (
      shop_id INT UNSIGNED NOT NULL,
      inventory_item_id BIGINT UNSIGNED NOT NULL,
      inventory_group_id BIGINT UNSIGNED NOT NULL,
      id BIGINT UNSIGNED NOT NULL,
      state ENUM('free', 'held', 'sold') NOT NULL DEFAULT 'free',
      reservation_id BINARY(16) NULL,
      PRIMARY KEY (shop_id, inventory_item_id, inventory_group_id, id),
      KEY units_by_state (shop_id, inventory_item_id, inventory_group_id, state, id),
      KEY units_of_reservation (shop_id, reservation_id)
    )
  `),
};

const insertUnits: Statement = {
  name: 'state_column.insert_units',
  purpose: 'Lays out units, all free.',
  sql: sqlText(`
    INSERT /*+ SET_VAR(cte_max_recursion_depth = 100000) */ INTO stateful_units
           (shop_id, inventory_item_id, inventory_group_id, id)
      WITH RECURSIVE numbered (n) AS (
             SELECT 0
              UNION ALL
             SELECT n + 1
               FROM numbered
              WHERE n + 1 < :quantity)
    SELECT :shopId, :inventoryItemId, :inventoryGroupId, :firstUnitId + n
      FROM numbered
  `),
};

const countUnits: Statement = {
  name: 'state_column.count_units',
  purpose: 'Counts free and held units of a level.',
  sql: sqlText(`
    SELECT COALESCE(SUM(state = 'free'), 0) AS free,
           COALESCE(SUM(state = 'held'), 0) AS held
      FROM stateful_units
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
       AND state IN ('free', 'held')
  `),
};

export const lockFree: Statement = {
  name: 'state_column.lock_free',
  purpose: 'Locks free units: an entry of the index and a row of the table for each.',
  sql: sqlText(`
    SELECT inventory_item_id, inventory_group_id, id
      FROM stateful_units
           -- Along the primary key it would walk over every unit ever sold.
           FORCE INDEX (units_by_state)
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
       AND state = 'free'
     ORDER BY shop_id, inventory_item_id, inventory_group_id, state, id
     LIMIT :quantity
       FOR UPDATE SKIP LOCKED
  `),
};

const markHeld: Statement = {
  name: 'state_column.mark_held',
  purpose: 'Moves the locked units to another place in the index.',
  sql: sqlText(`
    UPDATE JSON_TABLE(:units, '$[*]' COLUMNS (
             item_id BIGINT UNSIGNED PATH '$[0]',
             group_id BIGINT UNSIGNED PATH '$[1]',
             unit_id BIGINT UNSIGNED PATH '$[2]')) AS taken
           STRAIGHT_JOIN stateful_units
        ON stateful_units.shop_id = :shopId
       AND stateful_units.inventory_item_id = taken.item_id
       AND stateful_units.inventory_group_id = taken.group_id
       AND stateful_units.id = taken.unit_id
       SET stateful_units.state = 'held',
           stateful_units.reservation_id = UUID_TO_BIN(:reservationId)
  `),
};

const markSold: Statement = {
  name: 'state_column.mark_sold',
  purpose: 'Marks the units of a hold as sold.',
  sql: sqlText(`
    UPDATE stateful_units
       SET state = 'sold'
     WHERE shop_id = :shopId
       AND reservation_id = UUID_TO_BIN(:reservationId)
       AND state = 'held'
  `),
};

const markFree: Statement = {
  name: 'state_column.mark_free',
  purpose: 'Gives the units of a hold back.',
  sql: sqlText(`
    UPDATE stateful_units
       SET state = 'free',
           reservation_id = NULL
     WHERE shop_id = :shopId
       AND reservation_id = UUID_TO_BIN(:reservationId)
       AND state = 'held'
  `),
};

const rows: OwnRows = {
  createTable,
  insertUnits,
  countUnits,
  sell: (reservationId) => [
    call(markSold, { shopId: RUN_SHOP, reservationId }),
    call(writeSale, { shopId: RUN_SHOP, reservationId }),
  ],
  giveBack: (reservationId) => [call(markFree, { shopId: RUN_SHOP, reservationId })],
};

const howOn = (context: StrategyContext): RowReserve => ({
  opening: READ_COMMITTED,
  order: inLockOrder,
  async lock(tx, before, lines) {
    const locks = lines.map((line) => call(lockFree, { shopId: RUN_SHOP, ...line }));
    const results = await tx.send(...before, ...locks);
    return toUnits(results.slice(before.length).flatMap((result) => result.rows));
  },
  async move(tx, reservationId, units) {
    const list = JSON.stringify(units.map((unit) => [unit.inventoryItemId, unit.inventoryGroupId, unit.id]));
    await tx.commit(call(markHeld, { shopId: RUN_SHOP, reservationId, units: list }));
  },
  recover: (lines) => recoverRows(context, rows, lines),
});

export const unitsStateColumn: Strategy = {
  id: 'units-state-column',
  name: 'Units with a state',
  summary: 'One row a unit that stays for ever and is marked as free, held or sold.',
  weakness: 'Every sale rewrites the index it searches, twice, and the table only grows.',
  kind: 'units',
  hasRefills: false,
  firstWrite: lockFree.name,
  statements: [
    setReadCommitted,
    begin,
    writeHold,
    writeHoldLines,
    lockFree,
    markHeld,
    commit,
    rollback,
    ...holdEnding,
    markSold,
    markFree,
    countUnits,
  ],
  open(context) {
    const how = howOn(context);
    return openOwnRows(context, rows, (request) => reserveRows(context, request, how));
  },
  readBooks: (database, levels) => readOwnBooks(database, rows, levels),
};

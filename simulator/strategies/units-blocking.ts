/**
 * Unit rows, locked with FOR UPDATE and without SKIP LOCKED.
 *
 * Promise: exact, and nobody is refused while a unit is free. A unit that somebody else is just taking is waited for.
 * Cost: every buyer starts at the first row of the pool and waits there for whoever came before. Two round trips, most of the
 * time spent in line.
 * Seen: where rows a unit are tried without the clause that makes them worth it.
 */
import { call, type Statement, sqlText } from '@/db/statement';
import type { Engine } from '@/engine/index';
import { RUN_SHOP } from '../stock';
import { readPoolBooks } from './engine-stock';
import { inLockOrder } from './lock-order';
import { READ_COMMITTED } from './own-transaction';
import { openPoolRival, rivalStatements } from './pool-rival';
import { moveInOnePacket, type RowReserve, recoverPool, toUnits } from './row-reserve';
import type { Strategy } from './strategy';

export const lockUnitsBlocking: Statement = {
  name: 'units_blocking.lock_units',
  purpose: 'Locks the first units of a level, and waits for those that others have locked.',
  sql: sqlText(`
    SELECT inventory_item_id, inventory_group_id, id
      FROM available_units
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
     ORDER BY shop_id, inventory_item_id, inventory_group_id, id
     LIMIT :quantity
       FOR UPDATE
  `),
};

const howOn = (engine: Engine): RowReserve => ({
  opening: READ_COMMITTED,
  order: inLockOrder,
  async lock(tx, before, lines) {
    const locks = lines.map((line) => call(lockUnitsBlocking, { shopId: RUN_SHOP, ...line }));
    const results = await tx.send(...before, ...locks);
    return toUnits(results.slice(before.length).flatMap(({ rows }) => rows));
  },
  move: moveInOnePacket,
  recover: (lines) => recoverPool(engine, lines),
});

export const unitsBlocking: Strategy = {
  id: 'units-blocking',
  name: 'Units, blocking',
  summary: 'One row a unit, but everybody waits for the first row instead of taking the next one.',
  weakness: 'The line is back, only for rows instead of a number.',
  kind: 'units',
  hasRefills: true,
  firstWrite: lockUnitsBlocking.name,
  statements: rivalStatements(lockUnitsBlocking),
  open: (context) => openPoolRival(context, howOn),
  readBooks: readPoolBooks,
};

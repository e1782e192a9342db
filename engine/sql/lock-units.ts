/**
 * The statement that everything else serves: locks free units and passes over those that other checkouts hold.
 *
 * A cart of several lines takes one round trip: the same arm, numbered, once a line, joined by UNION ALL. Each arm has
 * its own LIMIT and its own lock clause, and locks exactly its own LIMIT.
 */
import { armsOf, type Statement, sqlText } from '@/db/statement';

export const lockUnits: Statement = {
  name: 'reserve.lock_units',
  purpose:
    'Locks free units of one level, from a starting place on; nobody waits for a unit that another checkout holds.',
  sql: sqlText(`
    SELECT inventory_item_id, inventory_group_id, id
      FROM available_units
           -- A nearly empty table would be read from its head, whatever the starting place.
           FORCE INDEX (PRIMARY)
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
       AND id >= :fromUnitId
     ORDER BY shop_id, inventory_item_id, inventory_group_id, id
     LIMIT :quantity
       FOR UPDATE SKIP LOCKED
  `),
};

const PER_LINE = ['inventoryItemId', 'inventoryGroupId', 'fromUnitId', 'quantity'];
const byLineCount = new Map<number, Statement>([[1, lockUnits]]);

/** The statement for a cart of `lineCount` lines; its placeholders are numbered from 1: `:quantity1`, `:quantity2` … */
export function lockUnitsOf(lineCount: number): Statement {
  let statement = byLineCount.get(lineCount);
  if (!statement) {
    const arms = armsOf(`(${lockUnits.sql})`, PER_LINE, lineCount);
    statement = { ...lockUnits, sql: arms.join('\nUNION ALL\n') };
    byLineCount.set(lineCount, statement);
  }
  return statement;
}

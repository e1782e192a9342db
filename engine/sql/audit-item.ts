import { type Statement, sqlText } from '@/db/statement';

const LEVEL = (table: string) => `${table}.shop_id = level.shop_id
               AND ${table}.inventory_item_id = level.inventory_item_id
               AND ${table}.inventory_group_id = level.inventory_group_id`;

export const auditItem: Statement = {
  name: 'audit.audit_item',
  purpose:
    'Reads every term of the conservation formula, and every way to break it, of all levels of one item in one statement.',
  sql: sqlText(`
    SELECT level.inventory_group_id AS inventoryGroupId,
           level.unpooled,
           COALESCE(checkpoint.balance, 0)
           + (SELECT COALESCE(SUM(entry.delta), 0)
                FROM inventory_ledger AS entry
               WHERE ${LEVEL('entry')}
                 AND entry.created_at > COALESCE(checkpoint.upto_at, '1000-01-01')) AS ledger,
           (SELECT COUNT(*)
              FROM available_units AS unit
             WHERE ${LEVEL('unit')}) AS pooled,
           (SELECT COUNT(*)
              FROM reserved_units AS unit
             WHERE ${LEVEL('unit')}) AS reserved,
           COALESCE(checkpoint.sold, 0)
           + (SELECT COALESCE(-SUM(entry.delta), 0)
                FROM inventory_ledger AS entry
               WHERE ${LEVEL('entry')}
                 AND entry.reason = 'sold'
                 AND entry.created_at > COALESCE(checkpoint.upto_at, '1000-01-01')) AS soldInLedger,
           (SELECT COUNT(*)
              FROM sold_units AS unit FORCE INDEX (PRIMARY)
             WHERE ${LEVEL('unit')}) AS soldUnits,
           -- An id in two places.
           (SELECT COUNT(*)
              FROM reserved_units AS unit
                   JOIN available_units AS twin FORCE INDEX (PRIMARY)
                     ON twin.shop_id = unit.shop_id
                    AND twin.inventory_item_id = unit.inventory_item_id
                    AND twin.inventory_group_id = unit.inventory_group_id
                    AND twin.id = unit.id
             WHERE ${LEVEL('unit')}) AS pooledAndReserved,
           (SELECT COUNT(*)
              FROM available_units AS unit
                   JOIN sold_units AS twin FORCE INDEX (PRIMARY)
                     ON twin.shop_id = unit.shop_id
                    AND twin.inventory_item_id = unit.inventory_item_id
                    AND twin.inventory_group_id = unit.inventory_group_id
                    AND twin.id = unit.id
             WHERE ${LEVEL('unit')}) AS pooledAndSold,
           (SELECT COUNT(*)
              FROM reserved_units AS unit
                   JOIN sold_units AS twin FORCE INDEX (PRIMARY)
                     ON twin.shop_id = unit.shop_id
                    AND twin.inventory_item_id = unit.inventory_item_id
                    AND twin.inventory_group_id = unit.inventory_group_id
                    AND twin.id = unit.id
             WHERE ${LEVEL('unit')}) AS reservedAndSold,
           (SELECT COUNT(*) - COUNT(DISTINCT unit.id)
              FROM reserved_units AS unit
             WHERE ${LEVEL('unit')}) AS reservedTwice,
           -- An id that the level's sequence has not given out.
           (SELECT COUNT(*)
              FROM available_units AS unit
             WHERE ${LEVEL('unit')}
               AND unit.id >= level.next_unit_id) AS beyondSequence,
           -- A unit kept by nobody.
           (SELECT COUNT(*)
              FROM reserved_units AS unit
                   LEFT JOIN reservations AS reservation
                     ON reservation.shop_id = unit.shop_id
                    AND reservation.reservation_id = unit.reservation_id
             WHERE ${LEVEL('unit')}
               AND COALESCE(reservation.status, 'missing') <> 'held') AS withoutHold
      FROM inventory_levels AS level
           LEFT JOIN ledger_checkpoints AS checkpoint
             ON checkpoint.shop_id = level.shop_id
            AND checkpoint.inventory_item_id = level.inventory_item_id
            AND checkpoint.inventory_group_id = level.inventory_group_id
     WHERE level.shop_id = :shopId
       AND level.inventory_item_id = :inventoryItemId
     ORDER BY level.inventory_group_id
  `),
};

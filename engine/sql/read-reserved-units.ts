import { type Statement, sqlText } from '@/db/statement';

export const readReservedUnits: Statement = {
  name: 'reservation.read_units',
  purpose: 'Lists the units of a hold; with its lines known, one range of the key a line.',
  sql: sqlText(`
    SELECT reserved_units.inventory_item_id AS inventoryItemId,
           reserved_units.inventory_group_id AS inventoryGroupId,
           reserved_units.id
      FROM reservation_lines
           STRAIGHT_JOIN reserved_units
        ON reserved_units.shop_id = reservation_lines.shop_id
       AND reserved_units.inventory_item_id = reservation_lines.inventory_item_id
       AND reserved_units.inventory_group_id = reservation_lines.inventory_group_id
       AND reserved_units.reservation_id = reservation_lines.reservation_id
     WHERE reservation_lines.shop_id = :shopId
       AND reservation_lines.reservation_id = UUID_TO_BIN(:reservationId)
     ORDER BY reserved_units.inventory_item_id, reserved_units.inventory_group_id, reserved_units.id
  `),
};

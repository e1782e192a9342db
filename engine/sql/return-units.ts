import { type Statement, sqlText } from '@/db/statement';

export const returnUnits: Statement = {
  name: 'release.return_units',
  purpose: 'Puts the units of a hold back into the pool that they came from, under their own ids.',
  sql: sqlText(`
    INSERT INTO available_units
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

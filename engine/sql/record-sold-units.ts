import { type Statement, sqlText } from '@/db/statement';

export const recordSoldUnits: Statement = {
  name: 'claim.record_sold_units',
  purpose: 'Writes one row a sold unit; its key makes a second sale of the unit impossible.',
  sql: sqlText(`
    INSERT INTO sold_units
           (shop_id, inventory_item_id, inventory_group_id, id, reservation_id, order_id, sold_at)
    SELECT reserved_units.shop_id, reserved_units.inventory_item_id, reserved_units.inventory_group_id,
           reserved_units.id, reserved_units.reservation_id, UUID_TO_BIN(:orderId), NOW(3)
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

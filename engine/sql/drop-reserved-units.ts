import { type Statement, sqlText } from '@/db/statement';

export const dropReservedUnits: Statement = {
  name: 'reservation.drop_units',
  purpose: 'Removes the units of a hold that has ended; a hold that ended earlier has none left.',
  sql: sqlText(`
    DELETE reserved_units
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

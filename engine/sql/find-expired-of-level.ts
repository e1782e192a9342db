import { type Statement, sqlText } from '@/db/statement';

export const findExpiredOfLevel: Statement = {
  name: 'expire.find_expired_of_level',
  purpose: 'Looks for the holds over their time that keep units of one level.',
  sql: sqlText(`
    SELECT DISTINCT BIN_TO_UUID(reserved_units.reservation_id) AS reservationId
      FROM reserved_units
           STRAIGHT_JOIN reservations
        ON reservations.shop_id = reserved_units.shop_id
       AND reservations.reservation_id = reserved_units.reservation_id
     WHERE reserved_units.shop_id = :shopId
       AND reserved_units.inventory_item_id = :inventoryItemId
       AND reserved_units.inventory_group_id = :inventoryGroupId
       AND reservations.status = 'held'
       AND reservations.expires_at <= NOW(3)
     LIMIT :batchSize
  `),
};

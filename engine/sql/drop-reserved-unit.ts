import { type Statement, sqlText } from '@/db/statement';

export const dropReservedUnit: Statement = {
  name: 'reservation.drop_unit',
  purpose: 'Removes the one unit of a hold that has ended, by its whole primary key.',
  sql: sqlText(`
    DELETE FROM reserved_units
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
       AND reservation_id = UUID_TO_BIN(:reservationId)
       AND id = :unitId
  `),
};

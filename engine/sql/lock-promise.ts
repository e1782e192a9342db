import { type Statement, sqlText } from '@/db/statement';

export const lockPromise: Statement = {
  name: 'fill.lock_reservation',
  purpose: 'Locks the header of a hold, so that it neither ends nor is filled twice meanwhile.',
  sql: sqlText(`
    SELECT status
      FROM reservations
     WHERE shop_id = :shopId
       AND reservation_id = UUID_TO_BIN(:reservationId)
       FOR UPDATE
  `),
};

export const readPromisedLines: Statement = {
  name: 'fill.read_lines',
  purpose: 'Lists what a hold was made for, in lock order.',
  sql: sqlText(`
    SELECT inventory_item_id AS inventoryItemId,
           inventory_group_id AS inventoryGroupId,
           quantity
      FROM reservation_lines
     WHERE shop_id = :shopId
       AND reservation_id = UUID_TO_BIN(:reservationId)
     ORDER BY shop_id, reservation_id, inventory_item_id, inventory_group_id
  `),
};

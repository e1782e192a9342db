import { type Statement, sqlText } from '@/db/statement';

export const holdUnit: Statement = {
  name: 'reserve.hold_unit',
  purpose: 'Inserts that unit under the hold, after it left the pool.',
  sql: sqlText(`
    INSERT INTO reserved_units
           (shop_id, inventory_item_id, inventory_group_id, reservation_id, id)
    VALUES (:shopId, :inventoryItemId, :inventoryGroupId, UUID_TO_BIN(:reservationId), :unitId)
  `),
};

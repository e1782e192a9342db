import { type Statement, sqlText } from '@/db/statement';

export const recordSoldUnit: Statement = {
  name: 'claim.record_sold_unit',
  purpose: 'Writes the one unit of a hold as sold; its key makes a second sale of the unit impossible.',
  sql: sqlText(`
    INSERT INTO sold_units
           (shop_id, inventory_item_id, inventory_group_id, id, reservation_id, order_id, sold_at)
    VALUES (:shopId, :inventoryItemId, :inventoryGroupId, :unitId,
           UUID_TO_BIN(:reservationId), UUID_TO_BIN(:orderId), NOW(3))
  `),
};

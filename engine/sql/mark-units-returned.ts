import { type Statement, sqlText } from '@/db/statement';

export const markUnitsReturned: Statement = {
  name: 'return.mark_units',
  purpose: 'Marks the sold units of an order as returned, if they were not before.',
  sql: sqlText(`
    UPDATE sold_units
       SET returned_at = NOW(3)
     WHERE shop_id = :shopId
       AND order_id = UUID_TO_BIN(:orderId)
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
       AND returned_at IS NULL
     ORDER BY id
     LIMIT :quantity
  `),
};

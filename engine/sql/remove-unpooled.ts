import { type Statement, sqlText } from '@/db/statement';

export const removeUnpooled: Statement = {
  name: 'adjust.remove_unpooled',
  purpose: 'Takes from the stock that is not laid out as rows, if there is so much.',
  sql: sqlText(`
    UPDATE inventory_levels
       SET unpooled = unpooled - :quantity
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
       AND unpooled >= :quantity
  `),
};

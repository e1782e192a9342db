import { type Statement, sqlText } from '@/db/statement';

export const addUnpooled: Statement = {
  name: 'receive.add_unpooled',
  purpose: 'Adds to the stock that is not laid out as rows.',
  sql: sqlText(`
    UPDATE inventory_levels
       SET unpooled = unpooled + :quantity
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
  `),
};

import { type Statement, sqlText } from '@/db/statement';

export const readUnpooled: Statement = {
  name: 'replenish.read_unpooled',
  purpose:
    'Reads how many units are not laid out as rows. Where that is enough, nobody has to go through all holds of the level.',
  sql: sqlText(`
    SELECT unpooled
      FROM inventory_levels
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
  `),
};

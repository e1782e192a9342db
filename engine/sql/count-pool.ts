import { type Statement, sqlText } from '@/db/statement';

export const countPool: Statement = {
  name: 'replenish.count_pool',
  purpose:
    'Counts the pool, with the rows that others are taking: too few are laid out then, never too many.',
  sql: sqlText(`
    SELECT COUNT(*) AS pooled
      FROM available_units
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
  `),
};

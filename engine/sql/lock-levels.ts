import { type Statement, sqlText } from '@/db/statement';

export const lockLevels: Statement = {
  name: 'transfer.lock_levels',
  purpose: 'Locks two levels in one statement, in the order of the list, which is the total order.',
  sql: sqlText(`
    SELECT inventory_levels.inventory_item_id AS inventoryItemId,
           inventory_levels.inventory_group_id AS inventoryGroupId,
           inventory_levels.unpooled
      FROM JSON_TABLE(:levels, '$[*]' COLUMNS (
             item_id BIGINT UNSIGNED PATH '$[0]',
             group_id BIGINT UNSIGNED PATH '$[1]')) AS wanted
           STRAIGHT_JOIN inventory_levels
        ON inventory_levels.shop_id = :shopId
       AND inventory_levels.inventory_item_id = wanted.item_id
       AND inventory_levels.inventory_group_id = wanted.group_id
       FOR UPDATE OF inventory_levels
  `),
};

import { type Statement, sqlText } from '@/db/statement';

export const listItems: Statement = {
  name: 'audit.list_items',
  purpose: 'Lists the items that have stock or a past, a page at a time.',
  sql: sqlText(`
    SELECT DISTINCT inventory_item_id AS inventoryItemId
      FROM inventory_levels
     WHERE shop_id = :shopId
       AND inventory_item_id > :afterItemId
     ORDER BY inventory_item_id
     LIMIT :pageSize
  `),
};

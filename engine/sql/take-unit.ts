import { type Statement, sqlText } from '@/db/statement';

export const takeUnit: Statement = {
  name: 'reserve.take_unit',
  purpose: 'Deletes one locked unit from the pool by its whole primary key: what most checkouts need.',
  sql: sqlText(`
    DELETE FROM available_units
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
       AND id = :unitId
  `),
};

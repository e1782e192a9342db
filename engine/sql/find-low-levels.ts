import { type Statement, sqlText } from '@/db/statement';

export const findLowLevels: Statement = {
  name: 'replenish.find_low_levels',
  purpose: 'Looks for levels that have stock to lay out and a pool at or below the low-water mark.',
  sql: sqlText(`
    SELECT inventory_item_id AS inventoryItemId,
           inventory_group_id AS inventoryGroupId
      FROM inventory_levels AS level
     WHERE shop_id = :shopId
       AND unpooled > 0
       AND (SELECT COUNT(*)
              FROM available_units AS unit
             WHERE unit.shop_id = level.shop_id
               AND unit.inventory_item_id = level.inventory_item_id
               AND unit.inventory_group_id = level.inventory_group_id) <= low_water_mark
     ORDER BY shop_id, inventory_item_id, inventory_group_id
  `),
};

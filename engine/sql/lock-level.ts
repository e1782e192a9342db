import { type Statement, sqlText } from '@/db/statement';

export const lockLevel: Statement = {
  name: 'replenish.lock_level',
  purpose: 'Locks one level, so that one transaction refills and the others wait for it.',
  sql: sqlText(`
    SELECT unpooled,
           next_unit_id AS nextUnitId,
           pool_cap AS poolCap,
           low_water_mark AS lowWaterMark,
           location_id AS locationId
      FROM inventory_levels
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
       FOR UPDATE
  `),
};

import { type Statement, sqlText } from '@/db/statement';

export const openLevel: Statement = {
  name: 'receive.open_level',
  purpose:
    'Creates a level with its first stock, with the shop settings; an existing level is left as it is.',
  sql: sqlText(`
    INSERT INTO inventory_levels
           (shop_id, inventory_item_id, inventory_group_id, location_id, unpooled, next_unit_id, pool_cap, low_water_mark)
    SELECT shop_id, :inventoryItemId, :inventoryGroupId, :locationId, 0, 1, pool_cap, low_water_mark
      FROM shops
     WHERE shop_id = :shopId
        ON DUPLICATE KEY UPDATE inventory_group_id = inventory_levels.inventory_group_id
  `),
};

import { type Statement, sqlText } from '@/db/statement';

export const readAvailability: Statement = {
  name: 'availability.read',
  purpose: 'Reads the terms of every level of some items in one statement, without a lock.',
  sql: sqlText(`
    SELECT level.inventory_item_id AS inventoryItemId,
           level.inventory_group_id AS inventoryGroupId,
           level.location_id AS locationId,
           level.unpooled,
           (SELECT COUNT(*)
              FROM available_units AS unit
             WHERE unit.shop_id = level.shop_id
               AND unit.inventory_item_id = level.inventory_item_id
               AND unit.inventory_group_id = level.inventory_group_id) AS pooled,
           (SELECT COUNT(*)
              FROM reserved_units AS unit
             WHERE unit.shop_id = level.shop_id
               AND unit.inventory_item_id = level.inventory_item_id
               AND unit.inventory_group_id = level.inventory_group_id) AS held
      FROM JSON_TABLE(:itemIds, '$[*]' COLUMNS (item_id BIGINT UNSIGNED PATH '$')) AS wanted
           STRAIGHT_JOIN inventory_levels AS level
        ON level.shop_id = :shopId
       AND level.inventory_item_id = wanted.item_id
     ORDER BY level.inventory_item_id, level.inventory_group_id
  `),
};

import type { Database } from '@/db/database';
import { call, type Statement, sqlText } from '@/db/statement';
import type { LevelKey } from '@/engine/index';

export const findLevelStatement: Statement = {
  name: 'admin.find_level',
  purpose: 'Says whether item and location are both of this shop, and which group the item has there.',
  sql: sqlText(`
    SELECT item.inventory_item_id AS inventoryItemId,
           location.location_id AS locationId,
           level.inventory_group_id AS inventoryGroupId
      FROM inventory_items AS item
           JOIN locations AS location
             ON location.shop_id = item.shop_id
            AND location.location_id = :locationId
           LEFT JOIN inventory_levels AS level
             ON level.shop_id = item.shop_id
            AND level.inventory_item_id = item.inventory_item_id
            AND level.location_id = location.location_id
     WHERE item.shop_id = :shopId
       AND item.inventory_item_id = :inventoryItemId
     LIMIT 1
  `),
};

export interface Place {
  readonly shopId: number;
  readonly inventoryItemId: number;
  readonly locationId: number;
}

/**
 * The key of an item's level at a location, or undefined when one of them is not this shop's. An item without a level
 * there gets the group that carries the location's own id.
 */
export async function findLevel(database: Database, place: Place): Promise<LevelKey | undefined> {
  const { shopId, inventoryItemId, locationId } = place;
  const [result] = await database.session('admin', (session) =>
    session.send(call(findLevelStatement, { shopId, inventoryItemId, locationId })),
  );
  const row = result?.rows[0];
  return row && { shopId, inventoryItemId, inventoryGroupId: row.inventoryGroupId ?? locationId };
}

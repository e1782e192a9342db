/** Statements that routing reads from. They lock nothing. */
import { type Statement, sqlText } from '@/db/statement';

export const readRouting: Statement = {
  name: 'routing.read_locations',
  purpose: 'Lists the locations of a shop with their priority for one region.',
  sql: sqlText(`
    SELECT location.location_id AS locationId,
           location.name,
           location.status,
           served.priority
      FROM locations AS location
           LEFT JOIN location_regions AS served
        ON served.shop_id = location.shop_id
       AND served.region_code = :regionCode
       AND served.location_id = location.location_id
     WHERE location.shop_id = :shopId
     ORDER BY served.priority IS NULL, served.priority, location.location_id
  `),
};

export const readHeldLines: Statement = {
  name: 'routing.read_held_lines',
  purpose: 'Counts the units of a hold by level, with the location that they lie at.',
  sql: sqlText(`
    SELECT line.inventory_item_id AS inventoryItemId,
           line.inventory_group_id AS inventoryGroupId,
           level.location_id AS locationId,
           location.name AS locationName,
           line.quantity
      FROM reservation_lines AS line
           STRAIGHT_JOIN reservations AS hold
        ON hold.shop_id = line.shop_id
       AND hold.reservation_id = line.reservation_id
           STRAIGHT_JOIN inventory_levels AS level
        ON level.shop_id = line.shop_id
       AND level.inventory_item_id = line.inventory_item_id
       AND level.inventory_group_id = line.inventory_group_id
           STRAIGHT_JOIN locations AS location
        ON location.shop_id = level.shop_id
       AND location.location_id = level.location_id
     WHERE line.shop_id = :shopId
       AND line.reservation_id = UUID_TO_BIN(:reservationId)
       AND hold.status = 'held'
     ORDER BY level.location_id, line.inventory_item_id
  `),
};

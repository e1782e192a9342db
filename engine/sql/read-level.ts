import { type Statement, sqlText } from '@/db/statement';

export const readLevel: Statement = {
  name: 'availability.read_level',
  purpose: 'Reads all terms of one level in one statement, so that they belong to one moment.',
  sql: sqlText(`
    SELECT level.unpooled,
           (SELECT COUNT(*)
              FROM available_units
             WHERE shop_id = :shopId
               AND inventory_item_id = :inventoryItemId
               AND inventory_group_id = :inventoryGroupId) AS pooled,
           hold.held,
           hold.overdue,
           hold.backInMs
      FROM inventory_levels AS level
           CROSS JOIN (
             SELECT COUNT(*) AS held,
                    COALESCE(SUM(reservation.expires_at <= NOW(3)), 0) AS overdue,
                    TIMESTAMPDIFF(MICROSECOND, NOW(3), MIN(reservation.expires_at)) DIV 1000 AS backInMs
               FROM reserved_units AS unit
                    STRAIGHT_JOIN reservations AS reservation
                 ON reservation.shop_id = unit.shop_id
                AND reservation.reservation_id = unit.reservation_id
              WHERE unit.shop_id = :shopId
                AND unit.inventory_item_id = :inventoryItemId
                AND unit.inventory_group_id = :inventoryGroupId) AS hold
     WHERE level.shop_id = :shopId
       AND level.inventory_item_id = :inventoryItemId
       AND level.inventory_group_id = :inventoryGroupId
  `),
};

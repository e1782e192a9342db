/** The states of shops and the holds that a switch carries: what a truth reads and writes of them in MySQL. */
import { type Statement, sqlText } from '@/db/statement';

export const statement = (name: string, purpose: string, sql: string): Statement => ({
  name: `truth.${name}`,
  purpose,
  sql: sqlText(sql),
});

export const readTruths = statement(
  'read_all',
  'Reads the state of each shop that has not always been on MySQL.',
  `
    SELECT shop_id AS shopId,
           state,
           version,
           is_settling AS isSettling
      FROM shop_truths
  `,
);

export const findShop = statement(
  'find_shop',
  'Whether there is such a shop.',
  `
    SELECT shop_id AS shopId,
           name
      FROM shops
     WHERE shop_id = :shopId
  `,
);

export const readTruth = statement(
  'read',
  'Reads the state of one shop; no row means that it has always been on MySQL.',
  `
    SELECT state,
           version,
           is_settling AS isSettling,
           changed_at AS changedAt,
           changed_by AS changedBy
      FROM shop_truths
     WHERE shop_id = :shopId
  `,
);

export const openTruth = statement(
  'open',
  'Gives a shop its row, in the state that having none means.',
  `
    INSERT INTO shop_truths
           (shop_id, state, changed_at, changed_by)
    VALUES (:shopId, 'mysql', NOW(3), 'set-up')
        ON DUPLICATE KEY UPDATE shop_id = shop_id
  `,
);

export const lockTruth = statement(
  'lock',
  'Locks the state of a shop: nobody writes a promise until this is over.',
  `
    SELECT state,
           version,
           is_settling AS isSettling,
           changed_by AS changedBy
      FROM shop_truths
     WHERE shop_id = :shopId
       FOR UPDATE
  `,
);

export const writeTruth = statement(
  'write',
  'Switches a shop to another state, under a new version.',
  `
    UPDATE shop_truths
       SET state = :state,
           version = version + 1,
           is_settling = :isSettling,
           changed_at = NOW(3),
           changed_by = :actor
     WHERE shop_id = :shopId
  `,
);

export const bumpVersion = statement(
  'bump_version',
  'Makes promises of the version before impossible, since the counters are about to be loaded anew.',
  `
    UPDATE shop_truths
       SET version = version + 1
     WHERE shop_id = :shopId
  `,
);

export const settle = statement(
  'settle',
  'Every process has heard of the switch: the deciding store decides alone.',
  `
    UPDATE shop_truths
       SET is_settling = 0
     WHERE shop_id = :shopId
       AND is_settling = 1
       AND changed_at <= NOW(3) - INTERVAL :settlingMs * 1000 MICROSECOND
  `,
);

export const findLaterSwitch = statement(
  'find_later_switch',
  'Whether somebody has switched the shop since a version; loads of the counters raise it as well.',
  `
    SELECT 1
      FROM truth_switches
     WHERE shop_id = :shopId
       AND version > :seenVersion
     LIMIT 1
  `,
);

export const recordSwitch = statement(
  'record_switch',
  'Writes down who switched, when and why.',
  `
    INSERT INTO truth_switches
           (shop_id, version, from_state, to_state, actor, reason, holds_carried)
    VALUES (:shopId, :version, :from, :to, :actor, :reason, :holdsCarried)
  `,
);

export const listPromises = statement(
  'list_promises',
  'Lists the live holds that have no units.',
  `
    SELECT BIN_TO_UUID(hold.reservation_id) AS reservationId
      FROM reservations AS hold
     WHERE hold.shop_id = :shopId
       AND hold.status = 'held'
       AND NOT EXISTS (
             SELECT 1
               FROM reservation_lines AS line
                    JOIN reserved_units AS unit
                 ON unit.shop_id = line.shop_id
                AND unit.inventory_item_id = line.inventory_item_id
                AND unit.inventory_group_id = line.inventory_group_id
                AND unit.reservation_id = line.reservation_id
              WHERE line.shop_id = hold.shop_id
                AND line.reservation_id = hold.reservation_id)
  `,
);

export const listLiveLines = statement(
  'list_live_lines',
  'Lists what the live holds were made for, and whether they have units.',
  `
    SELECT BIN_TO_UUID(hold.reservation_id) AS reservationId,
           line.inventory_item_id AS inventoryItemId,
           SUM(line.quantity) AS quantity,
           SUM((SELECT COUNT(*)
                  FROM reserved_units AS unit
                 WHERE unit.shop_id = line.shop_id
                   AND unit.inventory_item_id = line.inventory_item_id
                   AND unit.inventory_group_id = line.inventory_group_id
                   AND unit.reservation_id = line.reservation_id)) AS units,
           MAX(hold.expires_at <= NOW(3)) AS isOverdue
      FROM reservations AS hold
           JOIN reservation_lines AS line
        ON line.shop_id = hold.shop_id
       AND line.reservation_id = hold.reservation_id
     WHERE hold.shop_id = :shopId
       AND hold.status = 'held'
     GROUP BY hold.reservation_id, line.inventory_item_id
  `,
);

export const countFree = statement(
  'count_free',
  'Counts the free units of each item over all locations, and of those the ones at locations that serve a region.',
  `
    SELECT item.inventory_item_id AS inventoryItemId,
           COALESCE(SUM(free.units), 0) AS free,
           COALESCE(SUM(IF(free.isServing, free.units, 0)), 0) AS serving
      FROM inventory_items AS item
           LEFT JOIN (
             SELECT level.inventory_item_id AS itemId,
                    level.unpooled + (
                      SELECT COUNT(*)
                        FROM available_units AS unit
                       WHERE unit.shop_id = level.shop_id
                         AND unit.inventory_item_id = level.inventory_item_id
                         AND unit.inventory_group_id = level.inventory_group_id) AS units,
                    place.status = 'active' AND served.location_id IS NOT NULL AS isServing
               FROM inventory_levels AS level
                    LEFT JOIN locations AS place
                 ON place.shop_id = level.shop_id
                AND place.location_id = level.location_id
                    LEFT JOIN location_regions AS served
                 ON served.shop_id = level.shop_id
                AND served.location_id = level.location_id
                AND served.region_code = :regionCode
              WHERE level.shop_id = :shopId) AS free
        ON free.itemId = item.inventory_item_id
     WHERE item.shop_id = :shopId
     GROUP BY item.inventory_item_id
  `,
);

export const listStatuses = statement(
  'list_statuses',
  'Says what has become of holds.',
  `
    SELECT BIN_TO_UUID(reservation_id) AS reservationId,
           status
      FROM reservations
     WHERE shop_id = :shopId
       AND reservation_id IN (
             SELECT UUID_TO_BIN(one.id)
               FROM JSON_TABLE(:reservationIds, '$[*]' COLUMNS (id CHAR(36) PATH '$')) AS one)
  `,
);

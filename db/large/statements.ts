/** The large shop is written by the server itself, from a plan: a million rows never travel. */
import { type Statement, sqlText } from '@/db/statement';

/** A UUIDv7 made of a moment and a text, so that rows of one moment lie side by side, as those that the app makes. */
const uuidOf = (moment: string, text: string) =>
  `UNHEX(CONCAT(LPAD(HEX(CAST(UNIX_TIMESTAMP(${moment}) * 1000 AS UNSIGNED)), 12, '0'), '7', SUBSTR(SHA2(${text}, 256), 1, 3), '8', SUBSTR(SHA2(${text}, 256), 4, 15)))`;

const PLAN = `JSON_TABLE(:levels, '$[*]' COLUMNS (
             item_id BIGINT UNSIGNED PATH '$[0]',
             group_id BIGINT UNSIGNED PATH '$[1]',
             entries INT PATH '$[2]',
             first_received INT PATH '$[3]',
             sold INT PATH '$[4]',
             on_hand INT PATH '$[5]',
             held INT PATH '$[6]')) AS plan`;

const COUNTER =
  'WITH RECURSIVE counter AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM counter WHERE n < :most)';

export const insertProducts: Statement = {
  name: 'large.insert_products',
  purpose: 'Writes a batch of products.',
  sql: sqlText(`
    INSERT INTO products
           (shop_id, product_id, slug, title, tagline, description, category, status)
    SELECT :shopId, plan.product_id, plan.slug, plan.title, '', '', plan.category, plan.status
      FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
             product_id BIGINT UNSIGNED PATH '$[0]',
             slug VARCHAR(80) PATH '$[1]',
             title VARCHAR(160) PATH '$[2]',
             category VARCHAR(60) PATH '$[3]',
             status VARCHAR(10) PATH '$[4]')) AS plan
  `),
};

const ITEMS = `JSON_TABLE(:rows, '$[*]' COLUMNS (
             item_id BIGINT UNSIGNED PATH '$[0]',
             product_id BIGINT UNSIGNED PATH '$[1]',
             position INT PATH '$[2]',
             sku VARCHAR(60) PATH '$[3]')) AS plan`;

export const insertItems: Statement = {
  name: 'large.insert_items',
  purpose: 'Writes a batch of inventory items.',
  sql: sqlText(`
    INSERT INTO inventory_items
           (shop_id, inventory_item_id, sku)
    SELECT :shopId, plan.item_id, plan.sku
      FROM ${ITEMS}
  `),
};

export const insertVariants: Statement = {
  name: 'large.insert_variants',
  purpose: 'Writes the variant of each inventory item.',
  sql: sqlText(`
    INSERT INTO variants
           (shop_id, variant_id, product_id, inventory_item_id, title, price_minor, position)
    SELECT :shopId, plan.item_id, plan.product_id, plan.item_id,
           ELT(plan.position + 1, 'Natural', 'Black', 'White', 'Green'),
           500 + (plan.product_id * 97) % 19500, plan.position
      FROM ${ITEMS}
  `),
};

export const insertLevels: Statement = {
  name: 'large.insert_levels',
  purpose: 'Writes the levels: what does not fit the pool is unpooled.',
  sql: sqlText(`
    INSERT INTO inventory_levels
           (shop_id, inventory_item_id, inventory_group_id, location_id, unpooled, next_unit_id, pool_cap, low_water_mark)
    SELECT :shopId, plan.item_id, plan.group_id, plan.group_id,
           GREATEST(0, plan.on_hand - plan.held - :poolCap),
           plan.sold + plan.held + LEAST(plan.on_hand - plan.held, :poolCap) + 1, :poolCap, :poolCap DIV 5
      FROM ${PLAN}
  `),
};

export const insertLedger: Statement = {
  name: 'large.insert_ledger',
  purpose: 'Writes the past of each level, spread over a year.',
  sql: sqlText(`
    INSERT INTO inventory_ledger
           (shop_id, inventory_item_id, inventory_group_id, reason, reference_id, delta, actor, note, created_at)
    ${COUNTER}
    SELECT :shopId, entry.item_id, entry.group_id, entry.reason,
           ${uuidOf('entry.at', "CONCAT(entry.item_id, '-', entry.group_id, '-', entry.n)")},
           entry.delta,
           IF(entry.reason IN ('sold', 'returned'), 'checkout', ELT(entry.n % 3 + 1, 'Ines', 'Marek', 'Tove')),
           CASE entry.reason
             WHEN 'received' THEN CONCAT('Delivery ', entry.n)
             WHEN 'adjusted' THEN IF(entry.delta < 0, 'Damaged', 'Found in a count')
             ELSE ''
           END,
           entry.at
      FROM (SELECT plan.item_id, plan.group_id, counter.n,
                   NOW(3) - INTERVAL (plan.entries - counter.n + 1) * (31536000 DIV plan.entries) SECOND
                          - INTERVAL plan.item_id % 3600 SECOND AS at,
                   CASE
                     WHEN counter.n = 1 OR counter.n % 20 = 2 THEN 'received'
                     WHEN counter.n % 20 IN (7, 12) THEN 'adjusted'
                     WHEN counter.n % 20 = 17 THEN 'returned'
                     ELSE 'sold'
                   END AS reason,
                   CASE
                     WHEN counter.n = 1 THEN plan.first_received
                     WHEN counter.n % 20 = 2 THEN 6
                     WHEN counter.n % 20 IN (12, 17) THEN 1
                     ELSE -1
                   END AS delta
              FROM ${PLAN}
                   JOIN counter ON counter.n <= plan.entries) AS entry
  `),
};

export const insertSoldUnits: Statement = {
  name: 'large.insert_sold_units',
  purpose: 'Writes one sold unit for every sale of the ledger.',
  sql: sqlText(`
    INSERT INTO sold_units
           (shop_id, inventory_item_id, inventory_group_id, id, reservation_id, order_id, sold_at)
    SELECT entry.shop_id, entry.inventory_item_id, entry.inventory_group_id,
           ROW_NUMBER() OVER (PARTITION BY entry.inventory_item_id, entry.inventory_group_id ORDER BY entry.created_at),
           entry.reference_id,
           ${uuidOf('entry.created_at', "CONCAT('order-', HEX(entry.reference_id))")},
           entry.created_at
      FROM ${PLAN}
           STRAIGHT_JOIN inventory_ledger AS entry
        ON entry.shop_id = :shopId
       AND entry.inventory_item_id = plan.item_id
       AND entry.inventory_group_id = plan.group_id
       AND entry.reason = 'sold'
  `),
};

export const insertAvailableUnits: Statement = {
  name: 'large.insert_available_units',
  purpose: 'Lays out the pools.',
  sql: sqlText(`
    INSERT INTO available_units
           (shop_id, inventory_item_id, inventory_group_id, id)
    ${COUNTER}
    SELECT :shopId, plan.item_id, plan.group_id, plan.sold + plan.held + counter.n
      FROM ${PLAN}
           JOIN counter ON counter.n <= LEAST(plan.on_hand - plan.held, :poolCap)
  `),
};

const HOLD = uuidOf('NOW(3)', "CONCAT('hold-', plan.item_id, '-', plan.group_id)");

export const insertHolds: Statement = {
  name: 'large.insert_holds',
  purpose: 'Writes the headers of live holds that end within a day.',
  sql: sqlText(`
    INSERT INTO reservations
           (shop_id, reservation_id, checkout_id, status, created_at, expires_at)
    SELECT :shopId, ${HOLD.replace('NOW(3)', ':now')}, ${HOLD.replace('NOW(3)', ':now')}, 'held', :now,
           :now + INTERVAL 300 + (plan.item_id * 41) % 86000 SECOND
      FROM ${PLAN}
     WHERE plan.held > 0
  `),
};

export const insertHoldLines: Statement = {
  name: 'large.insert_hold_lines',
  purpose: 'Writes the line of each hold.',
  sql: sqlText(`
    INSERT INTO reservation_lines
           (shop_id, reservation_id, inventory_item_id, inventory_group_id, quantity)
    SELECT :shopId, ${HOLD.replace('NOW(3)', ':now')}, plan.item_id, plan.group_id, plan.held
      FROM ${PLAN}
     WHERE plan.held > 0
  `),
};

export const insertReservedUnits: Statement = {
  name: 'large.insert_reserved_units',
  purpose: 'Writes the unit of each hold.',
  sql: sqlText(`
    INSERT INTO reserved_units
           (shop_id, inventory_item_id, inventory_group_id, reservation_id, id)
    SELECT :shopId, plan.item_id, plan.group_id, ${HOLD.replace('NOW(3)', ':now')}, plan.sold + 1
      FROM ${PLAN}
     WHERE plan.held > 0
  `),
};

/** What the strategies with a count in Redis ask MySQL, and all that they send it from reserving to selling. */
import { type Statement, sqlText } from '@/db/statement';
import { begin, commit, rollback, setReadCommitted } from '@/db/transaction';
import { readBalances } from '@/legacy/index';
import { holdEnding, writeHold, writeHoldLines } from './hold-books';

export const readHoldLines: Statement = {
  name: 'redis.read_hold_lines',
  purpose: 'What a hold holds, over all locations, and whether it still is one.',
  sql: sqlText(`
    SELECT hold.status,
           line.inventory_item_id AS inventoryItemId,
           SUM(line.quantity) AS quantity
      FROM reservations AS hold
           JOIN reservation_lines AS line
             ON line.shop_id = hold.shop_id
            AND line.reservation_id = hold.reservation_id
     WHERE hold.shop_id = :shopId
       AND hold.reservation_id = UUID_TO_BIN(:reservationId)
     GROUP BY hold.status, line.inventory_item_id
     ORDER BY line.inventory_item_id
  `),
};

export const readTaken: Statement = {
  name: 'redis.read_taken',
  purpose: 'What is held and sold of each level, by the location that each order was promised from.',
  sql: sqlText(`
    SELECT line.inventory_item_id AS inventoryItemId,
           line.inventory_group_id AS inventoryGroupId,
           SUM(line.quantity) AS taken
      FROM reservations AS hold
           JOIN reservation_lines AS line
             ON line.shop_id = hold.shop_id
            AND line.reservation_id = hold.reservation_id
     WHERE hold.shop_id = :shopId
       AND hold.status IN ('held', 'claimed')
     GROUP BY line.inventory_item_id, line.inventory_group_id
  `),
};

export const countStatements: readonly Statement[] = [
  setReadCommitted,
  begin,
  writeHold,
  writeHoldLines,
  commit,
  rollback,
  readHoldLines,
  ...holdEnding,
  readBalances,
];

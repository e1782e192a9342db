import { type Statement, sqlText } from '@/db/statement';

export const writeCheckpoint: Statement = {
  name: 'audit.write_checkpoint',
  purpose: 'Adds up the ledger of a level until an hour ago, which lies behind every open transaction.',
  sql: sqlText(`
    INSERT INTO ledger_checkpoints
           (shop_id, inventory_item_id, inventory_group_id, balance, sold, upto_at)
    SELECT shop_id, inventory_item_id, inventory_group_id,
           SUM(delta), -SUM(IF(reason = 'sold', delta, 0)), NOW(3) - INTERVAL 1 HOUR
      FROM inventory_ledger
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND created_at <= NOW(3) - INTERVAL 1 HOUR
     GROUP BY shop_id, inventory_item_id, inventory_group_id
        ON DUPLICATE KEY UPDATE
           balance = VALUES(balance),
           sold = VALUES(sold),
           upto_at = VALUES(upto_at)
  `),
};

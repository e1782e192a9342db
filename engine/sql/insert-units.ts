import { type Statement, sqlText } from '@/db/statement';

export const insertUnits: Statement = {
  name: 'replenish.insert_units',
  purpose: 'Lays out ledger units as rows, with ids that the level never used before.',
  sql: sqlText(`
    INSERT /*+ SET_VAR(cte_max_recursion_depth = 100000) */ INTO available_units
           (shop_id, inventory_item_id, inventory_group_id, id)
      WITH RECURSIVE numbered (n) AS (
             SELECT 0
              UNION ALL
             SELECT n + 1
               FROM numbered
              WHERE n + 1 < :quantity)
    SELECT :shopId, :inventoryItemId, :inventoryGroupId, :firstUnitId + n
      FROM numbered
  `),
};

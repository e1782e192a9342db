import { type Statement, sqlText } from '@/db/statement';

export const addLinesOfMany: Statement = {
  name: 'coalesce.add_lines',
  purpose: 'Records what each of many holds is for; all are for one level.',
  sql: sqlText(`
    INSERT INTO reservation_lines
           (shop_id, reservation_id, inventory_item_id, inventory_group_id, quantity)
    SELECT :shopId, UUID_TO_BIN(hold.reservation_id), :inventoryItemId, :inventoryGroupId, hold.quantity
      FROM JSON_TABLE(:holds, '$[*]' COLUMNS (
             reservation_id CHAR(36) PATH '$[0]',
             quantity INT UNSIGNED PATH '$[3]')) AS hold
  `),
};

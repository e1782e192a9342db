import { type Statement, sqlText } from '@/db/statement';

export const holdUnitsOfMany: Statement = {
  name: 'coalesce.hold_units',
  purpose: 'Inserts each taken unit under the hold that it was dealt to.',
  sql: sqlText(`
    INSERT INTO reserved_units
           (shop_id, inventory_item_id, inventory_group_id, reservation_id, id)
    SELECT :shopId, :inventoryItemId, :inventoryGroupId, UUID_TO_BIN(dealt.reservation_id), dealt.unit_id
      FROM JSON_TABLE(:dealt, '$[*]' COLUMNS (
             reservation_id CHAR(36) PATH '$[0]',
             unit_id BIGINT UNSIGNED PATH '$[1]')) AS dealt
  `),
};

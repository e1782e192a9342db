import { type Statement, sqlText } from '@/db/statement';

export const holdUnits: Statement = {
  name: 'reserve.hold_units',
  purpose: 'Inserts the same units under the hold, after they left the pool.',
  sql: sqlText(`
    INSERT INTO reserved_units
           (shop_id, inventory_item_id, inventory_group_id, reservation_id, id)
    SELECT :shopId, taken.item_id, taken.group_id, UUID_TO_BIN(:reservationId), taken.unit_id
      FROM JSON_TABLE(:units, '$[*]' COLUMNS (
             item_id BIGINT UNSIGNED PATH '$[0]',
             group_id BIGINT UNSIGNED PATH '$[1]',
             unit_id BIGINT UNSIGNED PATH '$[2]')) AS taken
  `),
};

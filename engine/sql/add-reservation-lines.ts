import { type Statement, sqlText } from '@/db/statement';

export const addReservationLines: Statement = {
  name: 'reserve.add_lines',
  purpose: 'Records how many units of which level the hold is for.',
  sql: sqlText(`
    INSERT INTO reservation_lines
           (shop_id, reservation_id, inventory_item_id, inventory_group_id, quantity)
    SELECT :shopId, UUID_TO_BIN(:reservationId), line.item_id, line.group_id, line.quantity
      FROM JSON_TABLE(:lines, '$[*]' COLUMNS (
             item_id BIGINT UNSIGNED PATH '$[0]',
             group_id BIGINT UNSIGNED PATH '$[1]',
             quantity INT UNSIGNED PATH '$[2]')) AS line
  `),
};

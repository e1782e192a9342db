import { armsOf, type Statement, sqlText } from '@/db/statement';

const ROW = '(:shopId, UUID_TO_BIN(:reservationId), :inventoryItemId, :inventoryGroupId, :quantity)';

export const addReservationLines: Statement = {
  name: 'reserve.add_lines',
  purpose: 'Records how many units of which level the hold is for; a row a line.',
  sql: sqlText(`
    INSERT INTO reservation_lines
           (shop_id, reservation_id, inventory_item_id, inventory_group_id, quantity)
    VALUES ${ROW}
  `),
};

const PER_LINE = ['inventoryItemId', 'inventoryGroupId', 'quantity'];
const byLineCount = new Map<number, Statement>([[1, addReservationLines]]);

/** The statement for a cart of `lineCount` lines; its placeholders are numbered as those of `lockUnitsOf`. */
export function addReservationLinesOf(lineCount: number): Statement {
  let statement = byLineCount.get(lineCount);
  if (!statement) {
    const rows = armsOf(ROW, PER_LINE, lineCount).join(',\n       ');
    statement = { ...addReservationLines, sql: addReservationLines.sql.replace(ROW, rows) };
    byLineCount.set(lineCount, statement);
  }
  return statement;
}

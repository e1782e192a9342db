/** Holds that exist before a scenario begins. Their times are fixed, since a locked key must be the same in each run. */
import { sqlText } from '@/db/statement';
import type { DrawnIndex } from './scenario';
import { BERLIN, bytesOf, COUNTER, SHOP, uuidOf } from './stock';

export const headerKey = (hold: string) => `${SHOP}, ${bytesOf(hold)}`;
export const holdValues = (hold: string) => ({ shopId: SHOP, reservationId: uuidOf(hold) });
export const lineKey = (hold: string) => `${SHOP}, ${bytesOf(hold)}, ${COUNTER}, ${BERLIN}`;
export const reservedKey = (hold: string, id: number) =>
  `${SHOP}, ${COUNTER}, ${BERLIN}, ${bytesOf(hold)}, ${id}`;

export const drawnHeaders: DrawnIndex = {
  table: 'reservations',
  index: 'PRIMARY',
  sharedColumns: 1,
  noun: 'hold',
};
export const drawnReserved: DrawnIndex = {
  table: 'reserved_units',
  index: 'PRIMARY',
  sharedColumns: 3,
  noun: 'hold, unit',
};

/** Statements that write one hold of Tally Counters in Berlin: header, line, units. */
export function writeHold(hold: string, unitIds: readonly number[], expiresAt: string): string[] {
  const id = `UUID_TO_BIN('${uuidOf(hold)}')`;
  return [
    sqlText(`
      INSERT INTO reservations (shop_id, reservation_id, checkout_id, status, created_at, expires_at)
      VALUES (1, ${id}, ${id}, 'held', '2020-05-12 10:00:00', '${expiresAt}')`),
    sqlText(`
      INSERT INTO reservation_lines (shop_id, reservation_id, inventory_item_id, inventory_group_id, quantity)
      VALUES (1, ${id}, ${COUNTER}, ${BERLIN}, ${unitIds.length})`),
    sqlText(`
      INSERT INTO reserved_units (shop_id, inventory_item_id, inventory_group_id, reservation_id, id)
      VALUES ${unitIds.map((unitId) => `(1, ${COUNTER}, ${BERLIN}, ${id}, ${unitId})`).join(', ')}`),
  ];
}

/** Long over when the scenario runs. */
export const OVERDUE = '2020-05-12 10:05:00';
/** Not over in any lesson. */
export const RUNNING = '2099-05-12 10:05:00';

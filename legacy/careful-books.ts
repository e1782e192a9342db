/** What the careful model asks MySQL, and the one thing that it writes there. */
import type { Database } from '@/db/database';
import { call, type Statement, sqlText } from '@/db/statement';

export const readOpenHolds: Statement = {
  name: 'careful.read_open_holds',
  purpose: 'Every live hold and what it holds, over all locations: Redis is filled again from these.',
  sql: sqlText(`
    SELECT BIN_TO_UUID(hold.reservation_id) AS reservationId,
           line.inventory_item_id AS inventoryItemId,
           SUM(line.quantity) AS quantity
      FROM reservations AS hold
           JOIN reservation_lines AS line
             ON line.shop_id = hold.shop_id
            AND line.reservation_id = hold.reservation_id
     WHERE hold.shop_id = :shopId
       AND hold.status = 'held'
     GROUP BY hold.reservation_id, line.inventory_item_id
  `),
};

export const readHoldStatuses: Statement = {
  name: 'careful.read_hold_statuses',
  purpose: 'What MySQL knows of the holds that Redis has.',
  sql: sqlText(`
    SELECT asked.id AS reservationId,
           hold.status
      FROM JSON_TABLE(:reservationIds, '$[*]' COLUMNS (id CHAR(36) PATH '$')) AS asked
           LEFT JOIN reservations AS hold
             ON hold.shop_id = :shopId
            AND hold.reservation_id = UUID_TO_BIN(asked.id)
  `),
};

export const refuseLateHold: Statement = {
  name: 'careful.refuse_late_hold',
  purpose:
    'Writes a hold that never came as ended: should its INSERT still be on the way, it finds the key taken and fails.',
  sql: sqlText(`
    INSERT IGNORE INTO reservations
           (shop_id, reservation_id, checkout_id, status, created_at, expires_at, ended_at)
    VALUES (:shopId, UUID_TO_BIN(:reservationId), UUID_TO_BIN(:reservationId),
           'released', NOW(3), NOW(3), NOW(3))
  `),
};

/** All of them, for display. */
export const carefulStatements: readonly Statement[] = [readOpenHolds, readHoldStatuses, refuseLateHold];

export type HoldStatusInMysql = 'held' | 'claimed' | 'released' | 'expired' | null;

export interface OpenHold {
  readonly reservationId: string;
  readonly lines: readonly { readonly inventoryItemId: number; readonly quantity: number }[];
}

export async function openHoldsOf(database: Database, shopId: number): Promise<OpenHold[]> {
  const [read] = await database.session('legacy', (session) => session.send(call(readOpenHolds, { shopId })));
  const holds = new Map<string, { inventoryItemId: number; quantity: number }[]>();
  for (const { reservationId, inventoryItemId, quantity } of read?.rows ?? []) {
    const lines = holds.get(reservationId) ?? [];
    lines.push({ inventoryItemId: Number(inventoryItemId), quantity: Number(quantity) });
    holds.set(reservationId, lines);
  }
  return [...holds].map(([reservationId, lines]) => ({ reservationId, lines }));
}

export async function holdStatusesOf(
  database: Database,
  shopId: number,
  reservationIds: readonly string[],
): Promise<Map<string, HoldStatusInMysql>> {
  const [read] = await database.session('legacy', (session) =>
    session.send(call(readHoldStatuses, { shopId, reservationIds: JSON.stringify(reservationIds) })),
  );
  return new Map((read?.rows ?? []).map(({ reservationId, status }) => [reservationId, status]));
}

/** Whether this call wrote it; false when the hold is there. */
export async function refuseHold(
  database: Database,
  shopId: number,
  reservationId: string,
): Promise<boolean> {
  const [written] = await database.session('legacy', (session) =>
    session.send(call(refuseLateHold, { shopId, reservationId })),
  );
  return written?.affectedRows === 1;
}

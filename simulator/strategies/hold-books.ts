/**
 * The books of a hold for strategies that keep their stock elsewhere than the engine: header, lines, and a ledger entry
 * when it is sold. Same tables as the engine's, so that one verdict reads all strategies.
 */
import { armsOf, type Call, call, type Statement, sqlText, type Value } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { HoldStatus } from '@/engine/index';
import { RUN_SHOP } from '../stock';
import type { ClaimAnswer, HoldRequest, StrategyContext } from './strategy';

export const writeHold: Statement = {
  name: 'books.write_hold',
  purpose: 'Writes who holds, and until when.',
  sql: sqlText(`
    INSERT INTO reservations
           (shop_id, reservation_id, checkout_id, status, created_at, expires_at)
    VALUES (:shopId, UUID_TO_BIN(:reservationId), UUID_TO_BIN(:checkoutId),
           'held', NOW(3), NOW(3) + INTERVAL :holdSeconds SECOND)
  `),
};

const LINE = '(:shopId, UUID_TO_BIN(:reservationId), :inventoryItemId, :inventoryGroupId, :quantity)';
const PER_LINE = ['inventoryItemId', 'inventoryGroupId', 'quantity'];

export const writeHoldLines: Statement = {
  name: 'books.write_hold_lines',
  purpose: 'Writes how many of what are held; a row a line, as the engine does.',
  sql: sqlText(`
    INSERT INTO reservation_lines
           (shop_id, reservation_id, inventory_item_id, inventory_group_id, quantity)
    VALUES ${LINE}
  `),
};

export const endHold: Statement = {
  name: 'books.end_hold',
  purpose: 'Ends a hold that still is one; whoever comes second matches no row.',
  sql: sqlText(`
    UPDATE reservations
       SET status = :status,
           ended_at = NOW(3)
     WHERE shop_id = :shopId
       AND reservation_id = UUID_TO_BIN(:reservationId)
       AND status = 'held'
  `),
};

export const endOverdueHold: Statement = {
  name: 'books.end_overdue_hold',
  purpose: 'Ends a hold whose time is over.',
  sql: sqlText(`
    UPDATE reservations
       SET status = 'expired',
           ended_at = NOW(3)
     WHERE shop_id = :shopId
       AND reservation_id = UUID_TO_BIN(:reservationId)
       AND status = 'held'
       AND expires_at <= NOW(3)
  `),
};

export const readHold: Statement = {
  name: 'books.read_hold',
  purpose: 'Says what became of a hold.',
  sql: sqlText(`
    SELECT status
      FROM reservations
     WHERE shop_id = :shopId
       AND reservation_id = UUID_TO_BIN(:reservationId)
  `),
};

export const findOverdueHolds: Statement = {
  name: 'books.find_overdue_holds',
  purpose: 'Looks for holds over their time, without a lock.',
  sql: sqlText(`
    SELECT BIN_TO_UUID(reservation_id) AS reservationId
      FROM reservations
     WHERE shop_id = :shopId
       AND status = 'held'
       AND expires_at <= NOW(3)
     ORDER BY shop_id, status, expires_at
     LIMIT 50
  `),
};

export const writeSale: Statement = {
  name: 'books.write_sale',
  purpose: 'Deducts what is sold from the ledger, one entry a line.',
  sql: sqlText(`
    INSERT INTO inventory_ledger
           (shop_id, inventory_item_id, inventory_group_id, reason, reference_id, delta, actor, created_at)
    SELECT shop_id, inventory_item_id, inventory_group_id,
           'sold', reservation_id, -CAST(quantity AS SIGNED), 'checkout', NOW(3)
      FROM reservation_lines
     WHERE shop_id = :shopId
       AND reservation_id = UUID_TO_BIN(:reservationId)
  `),
};

export const writeReceipt: Statement = {
  name: 'books.write_receipt',
  purpose: 'Writes the stock that the sale starts with into the ledger, once.',
  sql: sqlText(`
    INSERT IGNORE INTO inventory_ledger
           (shop_id, inventory_item_id, inventory_group_id, reason, reference_id, delta, actor, created_at)
    VALUES (:shopId, :inventoryItemId, :inventoryGroupId,
           'received', UUID_TO_BIN(:reservationId), :units, 'sale', NOW(3))
  `),
};

/** What ends a hold in these books, sold, given back or taken back; what becomes of its stock is the strategy's. */
export const holdEnding: readonly Statement[] = [
  endHold,
  readHold,
  writeSale,
  findOverdueHolds,
  endOverdueHold,
];

/** The calls that write a hold. */
export function holdCalls(request: HoldRequest, holdSeconds: number): [Call, Call] {
  const { shopId, reservationId, checkoutId, lines } = request;
  const values: Record<string, Value> = { shopId, reservationId };
  for (const [index, line] of lines.entries()) {
    const number = lines.length === 1 ? '' : String(index + 1);
    values[`inventoryItemId${number}`] = line.inventoryItemId;
    values[`inventoryGroupId${number}`] = line.inventoryGroupId;
    values[`quantity${number}`] = line.quantity;
  }
  const rows = armsOf(LINE, PER_LINE, lines.length).join(',\n       ');
  return [
    call(writeHold, { shopId, reservationId, checkoutId, holdSeconds }),
    call({ ...writeHoldLines, sql: writeHoldLines.sql.replace(LINE, rows) }, values),
  ];
}

/**
 * Ends a live hold as `status` with `writes` in the same transaction; the answer says what it is now. `between` is called
 * after the first packet, where something is to break.
 */
export async function endHoldAs(
  tx: Transaction,
  reservationId: string,
  status: 'claimed' | 'released',
  writes: readonly Call[],
  between?: StrategyContext['betweenClaimWrites'],
): Promise<ClaimAnswer> {
  const hold = { shopId: RUN_SHOP, reservationId };
  const [ended] = await tx.send(call(endHold, { ...hold, status }));
  if (ended?.affectedRows === 1) {
    if (status === 'claimed') await between?.(reservationId, tx);
    await tx.commit(...writes);
    return status;
  }
  const [read] = await tx.send(call(readHold, hold));
  const now: HoldStatus | undefined = read?.rows[0]?.status;
  return now === undefined || now === 'held' ? 'not_found' : now;
}

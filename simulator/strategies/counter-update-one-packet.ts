/**
 * The conditional update with everything in one packet: the row is locked for as long as MySQL takes, and for no network.
 *
 * Promise: never oversold. It can't tell held units from sold ones.
 * Cost: one line for one row still, but a short one: one round trip for a cart of one line, two for more. The fairest rival
 * of the unit pool: without a network between shop and database it keeps up, and the verdict says so.
 * Seen: where somebody measured; in stored procedures.
 */
import { call, type Statement, sqlText } from '@/db/statement';
import { begin, setReadCommitted } from '@/db/transaction';
import { RUN_SHOP } from '../stock';
import { counterStrategy, repeatOrBusy } from './counter-stock';
import { countDown } from './counter-update';
import { holdCalls } from './hold-books';
import { inLockOrder } from './lock-order';
import { ownTransaction, READ_COMMITTED } from './own-transaction';
import type { HoldRequest, ReserveAnswer, StrategyContext } from './strategy';

const writeHoldIfCounted: Statement = {
  name: 'one_packet.write_hold_if_counted',
  purpose: 'Writes who holds, if the statement before it found enough.',
  sql: sqlText(`
    INSERT INTO reservations
           (shop_id, reservation_id, checkout_id, status, created_at, expires_at)
    SELECT :shopId, UUID_TO_BIN(:reservationId), UUID_TO_BIN(:checkoutId),
           'held', NOW(3), NOW(3) + INTERVAL :holdSeconds SECOND
     WHERE ROW_COUNT() = 1
  `),
};

const writeLineIfCounted: Statement = {
  name: 'one_packet.write_line_if_counted',
  purpose: 'Writes how many of what are held, if the hold was written.',
  sql: sqlText(`
    INSERT INTO reservation_lines
           (shop_id, reservation_id, inventory_item_id, inventory_group_id, quantity)
    SELECT :shopId, UUID_TO_BIN(:reservationId), :inventoryItemId, :inventoryGroupId, :quantity
     WHERE ROW_COUNT() = 1
  `),
};

function reserve(context: StrategyContext, request: HoldRequest): Promise<ReserveAnswer> {
  return repeatOrBusy(context, () => attempt(context, request));
}

function attempt({ database, holdSeconds }: StrategyContext, request: HoldRequest): Promise<ReserveAnswer> {
  const lines = inLockOrder(request.lines);
  const counts = lines.map(({ inventoryItemId, inventoryGroupId, quantity }) =>
    call(countDown, { shopId: RUN_SHOP, inventoryItemId, inventoryGroupId, quantity }),
  );
  return ownTransaction<ReserveAnswer>(database, async (tx) => {
    const [line] = lines;
    if (line && lines.length === 1) {
      const { reservationId, checkoutId } = request;
      const results = await tx.commit(
        ...READ_COMMITTED,
        ...counts,
        call(writeHoldIfCounted, { shopId: RUN_SHOP, reservationId, checkoutId, holdSeconds }),
        call(writeLineIfCounted, { shopId: RUN_SHOP, reservationId, ...line }),
      );
      return { outcome: results.at(-1)?.affectedRows === 1 ? 'reserved' : 'sold_out' };
    }
    const counted = (await tx.send(...READ_COMMITTED, ...counts)).slice(READ_COMMITTED.length);
    if (counted.some(({ affectedRows }) => affectedRows !== 1)) {
      await tx.rollback();
      return { outcome: 'sold_out' };
    }
    await tx.commit(...holdCalls(request, holdSeconds));
    return { outcome: 'reserved' };
  });
}

export const counterUpdateOnePacket = counterStrategy({
  id: 'counter-update-one-packet',
  name: 'Counter, one packet',
  summary: 'The same number, counted down and committed in a single message to the database.',
  weakness: 'One line for one number, if a short one; a cart of several products keeps them all waiting.',
  firstWrite: countDown.name,
  statements: [setReadCommitted, begin, countDown, writeHoldIfCounted, writeLineIfCounted],
  reserve,
});

/**
 * Counts down one row with a condition: UPDATE … SET quantity = quantity - n WHERE quantity >= n.
 *
 * Promise: never below zero, so never oversold. It can't tell units that are held from units that are sold.
 * Cost: everybody who wants the item waits for the one row until the buyer before has committed, round trips included. A
 * statement a round trip, as it is usually written: five for one line.
 * Seen: in most shops that have been burnt once; also as "atomic decrement".
 */
import { call, type Statement, sqlText } from '@/db/statement';
import { begin, setReadCommitted } from '@/db/transaction';
import { RUN_SHOP } from '../stock';
import { counterStrategy, repeatOrBusy } from './counter-stock';
import { holdCalls } from './hold-books';
import { inLockOrder } from './lock-order';
import { ownTransaction, READ_COMMITTED } from './own-transaction';
import type { HoldRequest, ReserveAnswer, StrategyContext } from './strategy';

export const countDown: Statement = {
  name: 'counter.count_down',
  purpose: 'Takes units off the counter if there are enough; the condition and the change are one statement.',
  sql: sqlText(`
    UPDATE stock_counters
       SET quantity = quantity - :quantity,
           version = version + 1
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
       AND quantity >= :quantity
  `),
};

async function reserve(context: StrategyContext, request: HoldRequest): Promise<ReserveAnswer> {
  const transaction = () =>
    ownTransaction<ReserveAnswer>(context.database, async (tx) => {
      await tx.send(...READ_COMMITTED);
      for (const { inventoryItemId, inventoryGroupId, quantity } of inLockOrder(request.lines)) {
        const [counted] = await tx.send(
          call(countDown, { shopId: RUN_SHOP, inventoryItemId, inventoryGroupId, quantity }),
        );
        if (counted?.affectedRows !== 1) {
          await tx.rollback();
          return { outcome: 'sold_out' };
        }
      }
      await context.gate('after-lock', request.reservationId);
      for (const write of holdCalls(request, context.holdSeconds)) await tx.send(write);
      await tx.commit();
      return { outcome: 'reserved' };
    });
  return repeatOrBusy(context, transaction);
}

export const counterUpdate = counterStrategy({
  id: 'counter-update',
  name: 'Counter, conditional update',
  summary: 'One number a product, counted down by one statement that refuses to go below zero.',
  weakness: 'Everybody who wants the same product waits in one line.',
  firstWrite: countDown.name,
  statements: [setReadCommitted, begin, countDown],
  reserve,
});

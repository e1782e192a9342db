/**
 * Locks the row with SELECT … FOR UPDATE, computes the rest in the application, writes it, and commits.
 *
 * Promise: never oversold: whoever reads has the row until they commit. It can't tell held units from sold ones.
 * Cost: everybody who wants the item waits in one line, for as long as the application thinks. Six round trips a reserve.
 * Seen: as the usual mend for reading and then writing; "pessimistic locking" of most ORMs.
 */
import { call, type Statement, sqlText } from '@/db/statement';
import { begin, setReadCommitted } from '@/db/transaction';
import { RUN_SHOP } from '../stock';
import { counterStrategy, repeatOrBusy } from './counter-stock';
import { holdCalls } from './hold-books';
import { inLockOrder } from './lock-order';
import { ownTransaction, READ_COMMITTED } from './own-transaction';
import type { HoldRequest, ReserveAnswer, SeenQuantity, StrategyContext } from './strategy';

const lockQuantity: Statement = {
  name: 'counter_for_update.lock',
  purpose: 'Reads how many are left and keeps everybody else from it until the commit.',
  sql: sqlText(`
    SELECT quantity
      FROM stock_counters
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
       FOR UPDATE
  `),
};

const writeQuantity: Statement = {
  name: 'counter_for_update.write',
  purpose: 'Writes the rest. The row is still what was read: nobody else could touch it.',
  sql: sqlText(`
    UPDATE stock_counters
       SET quantity = :rest,
           version = version + 1
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
  `),
};

async function reserve(context: StrategyContext, request: HoldRequest): Promise<ReserveAnswer> {
  const transaction = () =>
    ownTransaction<ReserveAnswer>(context.database, async (tx) => {
      await tx.send(...READ_COMMITTED);
      const seen: SeenQuantity[] = [];
      for (const { inventoryItemId, inventoryGroupId, quantity } of inLockOrder(request.lines)) {
        const level = { inventoryItemId, inventoryGroupId };
        const [locked] = await tx.send(call(lockQuantity, { shopId: RUN_SHOP, ...level }));
        const left: number = locked?.rows[0]?.quantity ?? 0;
        if (left < quantity) {
          await tx.rollback();
          return { outcome: 'sold_out' };
        }
        await context.gate('after-read', request.reservationId);
        await tx.send(call(writeQuantity, { shopId: RUN_SHOP, ...level, rest: left - quantity }));
        seen.push({ ...level, quantity: left });
      }
      for (const write of holdCalls(request, context.holdSeconds)) await tx.send(write);
      await tx.commit();
      return { outcome: 'reserved', seen };
    });
  return repeatOrBusy(context, transaction);
}

export const counterForUpdate = counterStrategy({
  id: 'counter-for-update',
  name: 'Counter, FOR UPDATE',
  summary: 'Locks the number before looking at it, so that nobody can look at the same moment.',
  weakness: 'Everybody who wants the same product waits in one line, for as long as the shop thinks.',
  firstWrite: writeQuantity.name,
  statements: [setReadCommitted, begin, lockQuantity, writeQuantity],
  reserve,
});

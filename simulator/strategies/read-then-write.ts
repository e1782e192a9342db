/**
 * Reads how many are left, computes the rest in the application, and writes the result back.
 *
 * Promise: none. Two buyers who read the same number both write the same rest, and both believe that they got the unit.
 * Cost: nobody waits while reading, which is the trouble. Five round trips a reserve.
 * Seen: in most shops' first version, and wherever an ORM loads a row, changes a field and saves it.
 */
import { call, type Statement, sqlText } from '@/db/statement';
import { begin, setReadCommitted } from '@/db/transaction';
import type { ReserveLine } from '@/engine/index';
import { RUN_SHOP } from '../stock';
import { counterStrategy, repeatOrBusy } from './counter-stock';
import { holdCalls } from './hold-books';
import type { HoldRequest, ReserveAnswer, SeenQuantity, StrategyContext } from './strategy';

const readQuantity: Statement = {
  name: 'read_then_write.read',
  purpose: 'Asks how many are left. Nothing keeps others from asking at the same moment.',
  sql: sqlText(`
    SELECT quantity
      FROM stock_counters
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
  `),
};

const writeQuantity: Statement = {
  name: 'read_then_write.write',
  purpose: 'Writes the rest that was computed from what was read, whatever the row says by now.',
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
    context.database.transaction<ReserveAnswer>('checkout', async (tx) => {
      const seen: SeenQuantity[] = [];
      for (const line of request.lines) {
        const [read] = await tx.send(call(readQuantity, levelOf(line)));
        const quantity: number = read?.rows[0]?.quantity ?? 0;
        if (quantity < line.quantity) {
          await tx.rollback();
          return { outcome: 'sold_out' };
        }
        seen.push({
          inventoryItemId: line.inventoryItemId,
          inventoryGroupId: line.inventoryGroupId,
          quantity,
        });
      }
      await context.gate('after-read', request.reservationId);
      for (const [index, line] of request.lines.entries()) {
        const rest = (seen[index]?.quantity ?? 0) - line.quantity;
        await tx.send(call(writeQuantity, { ...levelOf(line), rest }));
      }
      for (const write of holdCalls(request, context.holdSeconds)) await tx.send(write);
      return { outcome: 'reserved', seen };
    });
  return repeatOrBusy(context, transaction);
}

const levelOf = ({ inventoryItemId, inventoryGroupId }: ReserveLine) => ({
  shopId: RUN_SHOP,
  inventoryItemId,
  inventoryGroupId,
});

export const readThenWrite = counterStrategy({
  id: 'read-then-write',
  name: 'Read, then write',
  summary: 'Looks how many are left, then writes one less. What happens in between goes unnoticed.',
  weakness: 'Oversells as soon as two buyers look at the same moment.',
  firstWrite: writeQuantity.name,
  statements: [setReadCommitted, begin, readQuantity, writeQuantity],
  reserve,
});

/**
 * Reads quantity and version, and writes only if the version is still the same; else waits a little and tries again.
 *
 * Promise: never oversold. Who lost too often hears "busy", which is not "sold out".
 * Cost: nobody waits for a lock for long, but of all who read one version one wins and the others have worked for nothing;
 * the more buyers, the more of that. Six round trips for a try that wins.
 * Seen: as "optimistic locking" with a version column in most ORMs.
 */
import { pause } from '@/db/retry';
import { call, type Statement, sqlText } from '@/db/statement';
import { begin, setReadCommitted } from '@/db/transaction';
import { RUN_SHOP } from '../stock';
import { counterStrategy, repeatOrBusy } from './counter-stock';
import { holdCalls } from './hold-books';
import { inLockOrder } from './lock-order';
import { ownTransaction, READ_COMMITTED } from './own-transaction';
import type { HoldRequest, ReserveAnswer, SeenQuantity, StrategyContext } from './strategy';

/** Tries of one buyer before the answer is "busy". */
export const MOST_TRIES = 8;
const BACK_OFF_MS = 4;

const readVersion: Statement = {
  name: 'counter_optimistic.read',
  purpose: 'Reads how many are left and how often that has been changed.',
  sql: sqlText(`
    SELECT quantity, version
      FROM stock_counters
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
  `),
};

const swapQuantity: Statement = {
  name: 'counter_optimistic.swap',
  purpose: 'Writes the rest if nobody has changed the row since it was read.',
  sql: sqlText(`
    UPDATE stock_counters
       SET quantity = :rest,
           version = version + 1
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
       AND version = :version
  `),
};

type Attempt = ReserveAnswer | { readonly outcome: 'conflict' };

async function reserve(context: StrategyContext, request: HoldRequest): Promise<ReserveAnswer> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const answer = await repeatOrBusy(context, () => attempt(context, request));
    if (answer.outcome !== 'conflict') return answer;
    context.onRetry('VERSION_CONFLICT');
    if (tries < MOST_TRIES) await pause(BACK_OFF_MS, tries);
  }
  return { outcome: 'busy' };
}

function attempt(context: StrategyContext, request: HoldRequest): Promise<Attempt> {
  return ownTransaction<Attempt>(context.database, async (tx) => {
    const seen: (SeenQuantity & { readonly version: number; readonly rest: number })[] = [];
    for (const { inventoryItemId, inventoryGroupId, quantity } of inLockOrder(request.lines)) {
      const level = { inventoryItemId, inventoryGroupId };
      const [read] = await tx.send(call(readVersion, { shopId: RUN_SHOP, ...level }));
      const row = read?.rows[0] ?? { quantity: 0, version: 0 };
      if (row.quantity < quantity) return { outcome: 'sold_out' };
      seen.push({
        ...level,
        quantity: row.quantity,
        version: row.version,
        rest: row.quantity - quantity,
      });
    }
    await context.gate('after-read', request.reservationId);
    await tx.send(...READ_COMMITTED);
    for (const { inventoryItemId, inventoryGroupId, version, rest } of seen) {
      const [swapped] = await tx.send(
        call(swapQuantity, { shopId: RUN_SHOP, inventoryItemId, inventoryGroupId, version, rest }),
      );
      if (swapped?.affectedRows !== 1) {
        await tx.rollback();
        return { outcome: 'conflict' };
      }
    }
    for (const write of holdCalls(request, context.holdSeconds)) await tx.send(write);
    await tx.commit();
    return { outcome: 'reserved', seen };
  });
}

export const counterOptimistic = counterStrategy({
  id: 'counter-optimistic',
  name: 'Counter, optimistic',
  summary: 'Looks, and writes only if nobody was faster; otherwise looks again.',
  weakness: 'In a rush most work is for nothing, and some buyers give up although units are there.',
  firstWrite: swapQuantity.name,
  statements: [readVersion, setReadCommitted, begin, swapQuantity],
  reserve,
});

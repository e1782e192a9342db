import { call } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { EngineContext } from './context';
import { compareLevels } from './lock-order';
import { stockChange } from './receive';
import type { LevelKey, StockChange, StockResult } from './results';
import { addUnpooled } from './sql/add-unpooled';
import { appendLedger } from './sql/append-ledger';
import { lockLevels } from './sql/lock-levels';
import { openLevel } from './sql/open-level';
import { readFigures, takeAvailable } from './take-available';

export interface TransferRequest extends StockChange {
  readonly shopId: number;
  readonly inventoryItemId: number;
  readonly fromGroupId: number;
  readonly toGroupId: number;
  /** Location of the destination, for a level that has no stock yet. */
  readonly toLocationId: number;
  /** Units, at least 1. */
  readonly quantity: number;
}

/**
 * Moves units that nobody holds from one location's stock to another's; holds stay where they are. `onHand` of the
 * answer is the source's. `alongside` runs in the same transaction, before the commit; when it throws, nothing moves.
 *
 * Locks: both levels in one statement in lock order, then units of the source's pool that nobody has locked.
 * Outcomes: `done`, `repeated`, `refused` with the source's figures, `not_found`, `busy`.
 */
export async function transfer(
  engine: EngineContext,
  request: TransferRequest,
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<StockResult> {
  const { shopId, inventoryItemId, fromGroupId, toGroupId, quantity } = request;
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > 10_000_000) {
    throw new RangeError(`transfer takes 1 to 10,000,000 units, not ${quantity}`);
  }
  if (fromGroupId === toGroupId) throw new RangeError('a transfer needs two different locations');
  const from: LevelKey = { shopId, inventoryItemId, inventoryGroupId: fromGroupId };
  const to: LevelKey = { shopId, inventoryItemId, inventoryGroupId: toGroupId };
  const { referenceId, actor, note = '' } = request;
  const entry = { reason: 'transferred', referenceId, actor, note };
  // The destination is created in a transaction of its own: its row would otherwise be locked out of order.
  await engine.database.session('admin', (session) =>
    session.send(call(openLevel, { ...to, locationId: request.toLocationId })),
  );
  const levels = JSON.stringify(
    [from, to].sort(compareLevels).map((level) => [level.inventoryItemId, level.inventoryGroupId]),
  );
  return stockChange(engine, 'transfer', () =>
    engine.database.transaction<StockResult>('admin', async (tx) => {
      const [locked] = await tx.send(call(lockLevels, { shopId, levels }));
      const figures = await readFigures(tx, from);
      if (!figures || locked?.rows.length !== 2) return { outcome: 'not_found' };
      // First: a repeated transfer meets its own entries and not a source with nothing left.
      await tx.send(
        call(appendLedger, { ...from, ...entry, delta: -quantity }),
        call(appendLedger, { ...to, ...entry, delta: quantity }),
      );
      if (quantity > figures.unpooled + figures.pooled) {
        await tx.rollback();
        return { outcome: 'refused', ...figures };
      }
      if (!(await takeAvailable(tx, from, figures, quantity))) {
        await tx.rollback();
        return { outcome: 'busy' };
      }
      await alongside?.(tx);
      await tx.commit(call(addUnpooled, { ...to, quantity }));
      return { outcome: 'done', onHand: figures.unpooled + figures.pooled + figures.held - quantity };
    }),
  );
}

import { call } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { EngineContext } from './context';
import { stockChange } from './receive';
import type { LevelKey, StockChange, StockResult } from './results';
import { addUnpooled } from './sql/add-unpooled';
import { appendLedger } from './sql/append-ledger';
import { lockLevel } from './sql/lock-level';
import { readFigures, takeAvailable } from './take-available';

export type AdjustRequest = LevelKey &
  StockChange &
  (
    | {
        /** Signed number of units, not 0. */
        readonly delta: number;
      }
    | {
        /** What was counted: the units on hand after the change, at least 0. */
        readonly countedOnHand: number;
        /** What was on hand when the count was entered; a count of another stock is not applied. */
        readonly expectedOnHand?: number;
      }
  );

/**
 * Corrects the stock of a level by a signed number, or to what was counted. Units in live holds can't be taken: a
 * correction below them is refused with the figures. `alongside` runs in the same transaction, before the commit; when it
 * throws, nothing is changed.
 *
 * Locks: the level's row, then units of the pool that nobody has locked, until commit.
 * Outcomes: `done`, `repeated`, `refused`, `changed` when on hand is not what was expected, `not_found`, `busy` when
 * checkouts are just taking the units.
 */
export async function adjust(
  engine: EngineContext,
  request: AdjustRequest,
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<StockResult> {
  const { shopId, inventoryItemId, inventoryGroupId, referenceId, actor, note = '' } = request;
  const level = { shopId, inventoryItemId, inventoryGroupId };
  const wanted = 'delta' in request ? request.delta : request.countedOnHand;
  if (
    !Number.isSafeInteger(wanted) ||
    Math.abs(wanted) > 10_000_000 ||
    (!('delta' in request) && wanted < 0)
  ) {
    throw new RangeError(`adjust takes a whole number of units, not ${wanted}`);
  }
  return stockChange(engine, 'adjust', () =>
    engine.database.transaction<StockResult>('admin', async (tx) => {
      await tx.send(call(lockLevel, level));
      const figures = await readFigures(tx, level);
      if (!figures) return { outcome: 'not_found' };
      const onHand = figures.unpooled + figures.pooled + figures.held;
      const delta = 'delta' in request ? request.delta : request.countedOnHand - onHand;
      if (delta === 0) return { outcome: 'done', onHand };
      // First: a repeated change meets its own entry and not the figures that it left behind.
      await tx.send(call(appendLedger, { ...level, reason: 'adjusted', referenceId, delta, actor, note }));
      const isChanged = !('delta' in request) && (request.expectedOnHand ?? onHand) !== onHand;
      if (isChanged || -delta > figures.unpooled + figures.pooled) {
        await tx.rollback();
        return { outcome: isChanged ? 'changed' : 'refused', ...figures };
      }
      if (delta > 0) await tx.send(call(addUnpooled, { ...level, quantity: delta }));
      else if (!(await takeAvailable(tx, level, figures, -delta))) {
        await tx.rollback();
        return { outcome: 'busy' };
      }
      await alongside?.(tx);
      await tx.commit();
      return { outcome: 'done', onHand: onHand + delta };
    }),
  );
}

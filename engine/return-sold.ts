import { call } from '@/db/statement';
import type { EngineContext } from './context';
import { stockChange } from './receive';
import type { LevelKey, StockChange, StockResult } from './results';
import { addUnpooled } from './sql/add-unpooled';
import { appendLedger } from './sql/append-ledger';
import { lockLevel } from './sql/lock-level';
import { markUnitsReturned } from './sql/mark-units-returned';
import { readFigures } from './take-available';

export interface ReturnRequest extends LevelKey, StockChange {
  readonly orderId: string;
  /** Units of this level to take back, at least 1. */
  readonly quantity: number;
}

/**
 * Takes sold units of an order back into the level that they were sold from. They come back as unpooled stock and get
 * new ids; the rows of the sale stay.
 *
 * Locks: the level's row, then the order's sold units, until commit.
 * Outcomes: `done`, `repeated`, `refused` when the order has fewer units left to return here, `not_found`, `busy`.
 */
export async function returnSold(engine: EngineContext, request: ReturnRequest): Promise<StockResult> {
  const { shopId, inventoryItemId, inventoryGroupId, orderId, quantity } = request;
  if (!Number.isSafeInteger(quantity) || quantity < 1) {
    throw new RangeError(`a return takes at least 1 unit, not ${quantity}`);
  }
  const level = { shopId, inventoryItemId, inventoryGroupId };
  const { referenceId, actor, note = '' } = request;
  return stockChange(engine, 'return', () =>
    engine.database.transaction<StockResult>('admin', async (tx) => {
      const [locked] = await tx.send(call(lockLevel, level));
      const figures = await readFigures(tx, level);
      if (!figures || locked?.rows.length !== 1) return { outcome: 'not_found' };
      // Before the rows: a repeated return meets its own ledger entry and not an order with nothing left.
      const [, marked] = await tx.send(
        call(appendLedger, { ...level, reason: 'returned', referenceId, delta: quantity, actor, note }),
        call(markUnitsReturned, { ...level, orderId, quantity }),
        call(addUnpooled, { ...level, quantity }),
      );
      if (marked?.affectedRows !== quantity) {
        await tx.rollback();
        return { outcome: 'refused', ...figures };
      }
      await tx.commit();
      return { outcome: 'done', onHand: figures.unpooled + figures.pooled + figures.held + quantity };
    }),
  );
}

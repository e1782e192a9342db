import { isDuplicateKey } from '@/db/errors';
import { call } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { EngineContext } from './context';
import type { LevelKey, StockChange, StockResult } from './results';
import { addUnpooled } from './sql/add-unpooled';
import { appendLedger } from './sql/append-ledger';
import { openLevel } from './sql/open-level';
import { readLevel } from './sql/read-level';

export interface ReceiveRequest extends LevelKey, StockChange {
  readonly locationId: number;
  /** Units, 1 to 10,000,000. */
  readonly quantity: number;
}

/**
 * Adds received units to a level, and creates the level with its first stock. They are unpooled until a refill lays
 * them out. One round trip, and those of `alongside`, which runs in the same transaction: when it throws, nothing is
 * received.
 *
 * Locks: the level's row, until commit.
 * Outcomes: `done` with the units on hand, `repeated` when this reference was received before, `not_found` for a shop
 * that doesn't exist, `busy`.
 */
export async function receive(
  engine: EngineContext,
  request: ReceiveRequest,
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<StockResult> {
  const { shopId, inventoryItemId, inventoryGroupId, locationId, quantity } = request;
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > 10_000_000) {
    throw new RangeError(`receive takes 1 to 10,000,000 units, not ${quantity}`);
  }
  const level = { shopId, inventoryItemId, inventoryGroupId };
  const { referenceId, actor, note = '' } = request;
  return stockChange(engine, 'receive', async () =>
    engine.database.transaction<StockResult>('admin', async (tx) => {
      const [, added, , read] = await tx.send(
        call(openLevel, { ...level, locationId }),
        call(addUnpooled, { ...level, quantity }),
        call(appendLedger, { ...level, reason: 'received', referenceId, delta: quantity, actor, note }),
        call(readLevel, level),
      );
      if (added?.affectedRows !== 1) {
        await tx.rollback();
        return { outcome: 'not_found' };
      }
      const row = read?.rows[0];
      await alongside?.(tx);
      await tx.commit();
      return { outcome: 'done', onHand: row ? row.unpooled + row.pooled + row.held : 0 };
    }),
  );
}

/** Runs a stock change once per reference: the ledger's key refuses the second, and nothing of it stays. */
export async function stockChange(
  engine: EngineContext,
  verb: string,
  transaction: () => Promise<StockResult>,
): Promise<StockResult> {
  try {
    return await engine.retryOrBusy(verb, transaction);
  } catch (error) {
    if (isDuplicateKey(error)) return { outcome: 'repeated' };
    throw error;
  }
}

import { call } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { EngineContext } from './context';
import type { FreightLine, StockChange } from './results';
import { freightInOrder, oncePerReference } from './ship';
import { addUnpooled } from './sql/add-unpooled';
import { appendLedger } from './sql/append-ledger';
import { lockLevels } from './sql/lock-levels';
import { openLevel } from './sql/open-level';

export interface LandLine extends FreightLine {
  /** Units that arrived, at least 0. */
  readonly quantity: number;
  /** Units that were shipped and will not arrive: booked in as transferred and out as adjusted. Default 0. */
  readonly missing?: number;
}

export interface LandRequest extends StockChange {
  readonly shopId: number;
  readonly toGroupId: number;
  /** Location of the destination, for a level that has no stock yet. */
  readonly toLocationId: number;
  /** At most 200, each item once. */
  readonly lines: readonly LandLine[];
}

/**
 * Adds units that were shipped to the level where they arrive; they are unpooled until a refill lays them out.
 * `alongside` runs in the same transaction, first, so that it can refuse by throwing; then nothing has landed.
 *
 * Locks: all levels in one statement in lock order, until commit.
 * Outcomes: `done`, `repeated` when this reference has landed before, `busy`.
 */
export async function land(
  engine: EngineContext,
  request: LandRequest,
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<{ readonly outcome: 'done' | 'repeated' | 'busy' }> {
  const { shopId, toGroupId, toLocationId, referenceId, actor, note = '' } = request;
  const lines = freightInOrder(request.lines, 0);
  const levelOf = (line: LandLine) => ({
    shopId,
    inventoryItemId: line.inventoryItemId,
    inventoryGroupId: toGroupId,
  });
  // Created in a transaction of its own: the rows would otherwise be locked one by one.
  await engine.database.session('admin', (session) =>
    session.send(...lines.map((line) => call(openLevel, { ...levelOf(line), locationId: toLocationId }))),
  );
  const levels = JSON.stringify(lines.map((line) => [line.inventoryItemId, toGroupId]));
  return oncePerReference(() =>
    engine.retryOrBusy('land', () =>
      engine.database.transaction<{ outcome: 'done' }>('admin', async (tx) => {
        await alongside?.(tx);
        await tx.send(call(lockLevels, { shopId, levels }));
        const calls = lines.flatMap((line) => {
          const { quantity, missing = 0 } = line;
          const entry = { ...levelOf(line), referenceId, actor };
          const arrived = quantity + missing;
          return [
            ...(arrived > 0
              ? [call(appendLedger, { ...entry, reason: 'transferred', delta: arrived, note })]
              : []),
            ...(missing > 0
              ? [
                  call(appendLedger, {
                    ...entry,
                    reason: 'adjusted',
                    delta: -missing,
                    note: 'lost on the way',
                  }),
                ]
              : []),
            ...(quantity > 0 ? [call(addUnpooled, { ...levelOf(line), quantity })] : []),
          ];
        });
        await tx.commit(...calls);
        return { outcome: 'done' };
      }),
    ),
  );
}

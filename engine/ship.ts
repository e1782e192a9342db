import { isDuplicateKey } from '@/db/errors';
import { call } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { EngineContext } from './context';
import type { FreightLine, LevelFigures, ShipResult, StockChange } from './results';
import { appendLedger } from './sql/append-ledger';
import { lockLevels } from './sql/lock-levels';
import { readFigures, takeAvailable } from './take-available';

export interface ShipRequest extends StockChange {
  readonly shopId: number;
  readonly fromGroupId: number;
  /** At most 200, each item once. */
  readonly lines: readonly FreightLine[];
}

/**
 * Sends units that nobody holds on their way: they leave the location's ledger now and are nobody's to sell until
 * `land` adds them where they arrive. All lines leave, or none. `alongside` runs in the same transaction, first, so
 * that it can refuse by throwing; then nothing is shipped.
 *
 * Locks: all levels in one statement in lock order, then units of their pools that nobody has locked, until commit.
 * Outcomes: `done`, `repeated` when this reference was shipped before, `refused` with the lines that are short,
 * `busy` when checkouts are just taking the units.
 */
export async function ship(
  engine: EngineContext,
  request: ShipRequest,
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<ShipResult> {
  const { shopId, fromGroupId, referenceId, actor, note = '' } = request;
  const lines = freightInOrder(request.lines, 1);
  const levelOf = ({ inventoryItemId }: FreightLine) => ({
    shopId,
    inventoryItemId,
    inventoryGroupId: fromGroupId,
  });
  const levels = JSON.stringify(lines.map((line) => [line.inventoryItemId, fromGroupId]));
  return oncePerReference(() =>
    engine.retryOrBusy('ship', () =>
      engine.database.transaction<ShipResult>('admin', async (tx) => {
        await alongside?.(tx);
        // The entries before the units: a repeated shipment meets its own and not a location with nothing left.
        const entry = { reason: 'transferred', referenceId, actor, note };
        await tx.send(
          call(lockLevels, { shopId, levels }),
          ...lines.map((line) => call(appendLedger, { ...levelOf(line), ...entry, delta: -line.quantity })),
        );
        const short: (FreightLine & LevelFigures)[] = [];
        for (const line of lines) {
          const level = levelOf(line);
          const figures = (await readFigures(tx, level)) ?? { unpooled: 0, pooled: 0, held: 0 };
          if (line.quantity > figures.unpooled + figures.pooled) short.push({ ...line, ...figures });
          else if (short.length === 0 && !(await takeAvailable(tx, level, figures, line.quantity))) {
            await tx.rollback();
            return { outcome: 'busy' };
          }
        }
        if (short.length > 0) {
          await tx.rollback();
          return { outcome: 'refused', short };
        }
        await tx.commit();
        return { outcome: 'done' };
      }),
    ),
  );
}

/** The lines in lock order. Throws: RangeError for an item named twice or a quantity that makes no sense. */
export function freightInOrder<L extends FreightLine>(lines: readonly L[], least: number): L[] {
  if (lines.length === 0 || lines.length > 200) {
    throw new RangeError(`a transfer has 1 to 200 lines, not ${lines.length}`);
  }
  if (new Set(lines.map((line) => line.inventoryItemId)).size !== lines.length) {
    throw new RangeError('a transfer names each item once');
  }
  for (const { quantity } of lines) {
    if (!Number.isSafeInteger(quantity) || quantity < least || quantity > 10_000_000) {
      throw new RangeError(`a line takes ${least} to 10,000,000 units, not ${quantity}`);
    }
  }
  return [...lines].sort((a, b) => a.inventoryItemId - b.inventoryItemId);
}

/** Says `repeated` when the ledger's key refuses an entry: this reference was booked before, and nothing of it twice. */
export async function oncePerReference<T>(work: () => Promise<T>): Promise<T | { outcome: 'repeated' }> {
  try {
    return await work();
  } catch (error) {
    if (isDuplicateKey(error)) return { outcome: 'repeated' };
    throw error;
  }
}

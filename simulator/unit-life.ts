/** The life of one unit of a run: who had it, from when to when, and how that ended. */
import { inArray } from 'drizzle-orm';
import type { Database } from '@/db/database';
import { errorCode } from '@/db/errors';
import { simulationAttempts } from '@/db/schema/simulation';
import { type Attempt, holdsOf } from './evidence';
import type { RunRecord } from './run-records';
import { openRunDatabase } from './run-schemas';
import { levelsOf } from './stock';
import { assignUnits } from './unit-assignment';

export interface UnitHolder {
  readonly buyer: number;
  readonly orderId: string | null;
  readonly outcome: Attempt['outcome'];
  readonly reservedAtMs: number;
  readonly endedAtMs: number | null;
  readonly amountMinor: number;
  /** What the counter showed this buyer, where there is one. */
  readonly sawQuantity: number | null;
}

export interface UnitLife {
  readonly unitId: number;
  readonly holders: readonly UnitHolder[];
}

const ms = (us: number) => Math.round(us / 10) / 100;

/** Who had the unit, in order. Answers undefined when the run's tables have been dropped. */
export async function readUnitLife(
  main: Database,
  run: RunRecord,
  unitId: number,
): Promise<UnitLife | undefined> {
  const [level] = levelsOf(run.inputs);
  if (!level || run.isDropped) return undefined;
  const database = openRunDatabase(main.options.url, run.runId, 1);
  try {
    const attempts = await database.read('page', (builder) =>
      builder
        .select()
        .from(simulationAttempts)
        .where(inArray(simulationAttempts.outcome, ['claimed', 'released', 'expired', 'refunded'])),
    );
    const holders = assignUnits(holdsOf(level, attempts), level.units)
      .filter(({ unitIds }) => unitIds.includes(unitId))
      .map(({ hold: { attempt, seen } }) => ({
        buyer: attempt.buyer,
        orderId: attempt.orderId,
        outcome: attempt.outcome,
        reservedAtMs: ms(attempt.answeredUs),
        endedAtMs: attempt.endedUs === null ? null : ms(attempt.endedUs),
        amountMinor: attempt.amountMinor,
        sawQuantity: seen ?? null,
      }));
    return { unitId, holders };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ER_BAD_DB_ERROR' || code === 'ER_NO_SUCH_TABLE') return undefined;
    throw error;
  } finally {
    await database.close();
  }
}

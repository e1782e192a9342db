/** The refills of a run, read from the tables in which its process keeps them. */
import { errorCode } from '../errors';
import type { Session } from '../session';
import { call, type Statement, sqlText } from '../statement';

/** One refill of a pool. `at` is when it was done, in UTC. */
export interface RecordedRefill {
  /** Counted from 1 in a run. */
  readonly refillId: number;
  readonly at: string;
  readonly inventoryItemId: number;
  readonly inventoryGroupId: number;
  readonly kind: 'inline' | 'background';
  readonly added: number;
  readonly durationMs: number;
  /** Who waited for it and how long, longest first. */
  readonly waits: {
    readonly count: number;
    readonly longest: readonly { readonly checkoutId: string; readonly waitedMs: number }[];
  };
}

export const readRefills: Statement = {
  name: 'panel.read_refills',
  purpose: 'Reads the latest refills of a run that were not read before.',
  sql: sqlText(`
    SELECT refill_id AS refillId,
           DATE_FORMAT(refilled_at, '%Y-%m-%dT%H:%i:%s.%fZ') AS at,
           inventory_item_id AS inventoryItemId,
           inventory_group_id AS inventoryGroupId,
           kind,
           added,
           duration_us / 1000 AS durationMs,
           waits
      FROM simulation_refills
     WHERE refill_id > :after
     ORDER BY refill_id DESC
     LIMIT :limit
  `),
};

/**
 * The latest refills of a run after the one of this number, newest first, `limit` at most; `undefined` when the run is from
 * a time in which none were kept. `session` is on the schema of the run.
 */
export async function readRecordedRefills(
  session: Session,
  after: number,
  limit: number,
): Promise<RecordedRefill[] | undefined> {
  try {
    const [read] = await session.send(call(readRefills, { after, limit }));
    return (read?.rows ?? []).map(
      (row) => ({ ...row, durationMs: Number(row.durationMs) }) as unknown as RecordedRefill,
    );
  } catch (error) {
    if (errorCode(error) === 'ER_NO_SUCH_TABLE') return undefined;
    throw error;
  }
}

import { call } from '@/db/statement';
import type { EngineContext } from './context';
import type { HoldKey, HoldStatus, ReleaseResult } from './results';
import { dropReservedUnits } from './sql/drop-reserved-units';
import { readReservation } from './sql/read-reservation';
import { releaseReservation } from './sql/release-reservation';
import { returnUnits } from './sql/return-units';

/**
 * Gives the units of a live hold back to the pools that they came from. One round trip.
 *
 * Locks: the header, then the hold's own units, then their places in the pool, until commit.
 * Outcomes: `released` (`isRepeat` when it was released before), `claimed`, `expired`, `not_found`, `busy`.
 */
export async function release(engine: EngineContext, hold: HoldKey): Promise<ReleaseResult> {
  const { shopId, reservationId } = hold;
  const key = { shopId, reservationId };
  return engine.retryOrBusy('release', () =>
    engine.database.transaction<ReleaseResult>('checkout', async (tx) => {
      const results = await tx.commit(
        call(releaseReservation, key),
        // Only the call that ended the hold finds units in it.
        call(returnUnits, key),
        call(dropReservedUnits, key),
        call(readReservation, key),
      );
      const status: HoldStatus | undefined = results.at(-1)?.rows[0]?.status;
      if (status === undefined || status === 'held') return { outcome: 'not_found' };
      return status === 'released'
        ? { outcome: status, isRepeat: results[0]?.affectedRows !== 1 }
        : { outcome: status };
    }),
  );
}

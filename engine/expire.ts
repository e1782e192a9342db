import { call } from '@/db/statement';
import type { EngineContext } from './context';
import type { LevelKey } from './results';
import { dropReservedUnits } from './sql/drop-reserved-units';
import { expireReservation } from './sql/expire-reservation';
import { findExpired } from './sql/find-expired';
import { findExpiredOfLevel } from './sql/find-expired-of-level';
import { lockExpired } from './sql/lock-expired';
import { returnUnits } from './sql/return-units';

const BATCH = 50;

/**
 * Takes back the holds of a shop that are over their time, oldest first, at most `limit` (default 1,000), and says how
 * many. Several sweepers may run: each passes over the holds that another one, a claim or a release has locked.
 *
 * Locks: per batch of 50, the headers by primary key, then their units, then the units' places in the pool.
 */
export async function expire(engine: EngineContext, shopId: number, limit = 1_000): Promise<number> {
  let expired = 0;
  while (expired < limit) {
    const batchSize = Math.min(BATCH, limit - expired);
    const [found] = await engine.database.session('sweeper', (session) =>
      session.send(call(findExpired, { shopId, batchSize })),
    );
    const ids = (found?.rows ?? []).map((row): string => row.reservationId);
    if (ids.length === 0) break;
    const ended = await expireReservations(engine, shopId, ids);
    expired += ended;
    // The rest of this batch is locked by others, who are ending it.
    if (ended < ids.length) break;
  }
  return expired;
}

/** Takes back the overdue holds that keep units of one level, and says how many. */
export async function expireOfLevel(engine: EngineContext, level: LevelKey): Promise<number> {
  const [found] = await engine.database.session(
    'checkout',
    (session) => session.send(call(findExpiredOfLevel, { ...level, batchSize: BATCH })),
    { isUrgent: true },
  );
  const ids = (found?.rows ?? []).map((row): string => row.reservationId);
  return ids.length === 0 ? 0 : expireReservations(engine, level.shopId, ids);
}

function expireReservations(engine: EngineContext, shopId: number, ids: readonly string[]): Promise<number> {
  const reservationIds = JSON.stringify([...ids].sort());
  return engine.retry('expire', () =>
    engine.database.transaction('sweeper', async (tx) => {
      const [locked] = await tx.send(call(lockExpired, { shopId, reservationIds }));
      const rows = locked?.rows ?? [];
      if (rows.length === 0) return 0;
      await tx.commit(
        ...rows.flatMap(({ reservationId }) => [
          call(expireReservation, { shopId, reservationId }),
          call(returnUnits, { shopId, reservationId }),
          call(dropReservedUnits, { shopId, reservationId }),
        ]),
      );
      return rows.length;
    }),
  );
}

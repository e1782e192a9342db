import { call } from '@/db/statement';
import type { EngineContext } from './context';
import type { ExtendResult, HoldKey } from './results';
import { extendReservation } from './sql/extend-reservation';
import { readReservation } from './sql/read-reservation';

/**
 * Extends a live hold by `extensionSeconds`, once in its life, so that it covers the payment that starts now. A hold
 * over its time is not revived.
 *
 * Locks: the header, for one statement.
 * Outcomes: `extended` (`isRepeat` when it was extended before), `claimed`, `released`, `expired`, `not_found`.
 */
export async function extend(
  engine: EngineContext,
  hold: HoldKey & { readonly extensionSeconds: number },
): Promise<ExtendResult> {
  const { shopId, reservationId, extensionSeconds } = hold;
  const key = { shopId, reservationId };
  const [extended, read] = await engine.retry('extend', () =>
    engine.database.session('checkout', (session) =>
      session.send(call(extendReservation, { ...key, extensionSeconds }), call(readReservation, key)),
    ),
  );
  const row = read?.rows[0];
  if (!row) return { outcome: 'not_found' };
  if (row.status !== 'held') return { outcome: row.status };
  if (extended?.affectedRows === 1)
    return { outcome: 'extended', isRepeat: false, remainingMs: row.remainingMs };
  return row.remainingMs > 0
    ? { outcome: 'extended', isRepeat: true, remainingMs: row.remainingMs }
    : { outcome: 'expired' };
}

import { call } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { EngineContext } from './context';
import type { ClaimResult, HoldKey, HoldStatus } from './results';
import { claimReservation } from './sql/claim-reservation';
import { deductLedger } from './sql/deduct-ledger';
import { dropReservedUnits } from './sql/drop-reserved-units';
import { readReservation } from './sql/read-reservation';
import { recordSoldUnits } from './sql/record-sold-units';

export interface ClaimRequest extends HoldKey {
  /** UUID of the order that the units are sold to. */
  readonly orderId: string;
  /** Who the ledger names; default `checkout`. */
  readonly actor?: string;
}

/**
 * Sells the units of a live hold: one deduction a line in the ledger, one row a sold unit, no unit left in the hold.
 * Paid wins: a hold that is over its time but has not been taken back is still claimed. One round trip.
 *
 * `alongside` writes the order in the same transaction, and only when this call is the one that claims; it costs the
 * round trips it makes. When it throws, nothing is claimed.
 *
 * Locks: the header, then the hold's own units, until commit. Never the pool, never a level.
 * Outcomes: `claimed` (`isRepeat` when it was claimed before), `released`, `expired`, `not_found`, `busy`.
 */
export async function claim(
  engine: EngineContext,
  request: ClaimRequest,
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<ClaimResult> {
  const { shopId, reservationId, orderId, actor = 'checkout' } = request;
  const hold = { shopId, reservationId };
  // Where the hold ended before, it has no units left, and every statement but the last finds nothing to do.
  const statements = [
    call(claimReservation, hold),
    call(recordSoldUnits, { ...hold, orderId }),
    call(deductLedger, { ...hold, actor }),
    call(dropReservedUnits, hold),
    call(readReservation, hold),
  ];
  return engine.retryOrBusy('claim', () =>
    engine.database.transaction<ClaimResult>('checkout', async (tx) => {
      const results = await (alongside ? tx.send(...statements) : tx.commit(...statements));
      const isFirst = results[0]?.affectedRows === 1;
      if (isFirst) await alongside?.(tx);
      const status: HoldStatus | undefined = results.at(-1)?.rows[0]?.status;
      if (status === undefined || status === 'held') return { outcome: 'not_found' };
      return status === 'claimed' ? { outcome: status, isRepeat: !isFirst } : { outcome: status };
    }),
  );
}

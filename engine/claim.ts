import { type Call, call } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { EngineContext } from './context';
import type { ClaimResult, HeldUnit, HoldKey, HoldStatus } from './results';
import { appendLedger } from './sql/append-ledger';
import { claimReservation } from './sql/claim-reservation';
import { deductLedger } from './sql/deduct-ledger';
import { dropReservedUnit } from './sql/drop-reserved-unit';
import { dropReservedUnits } from './sql/drop-reserved-units';
import { readReservation } from './sql/read-reservation';
import { readReservedUnits } from './sql/read-reserved-units';
import { recordSoldUnit } from './sql/record-sold-unit';
import { recordSoldUnits } from './sql/record-sold-units';

export interface ClaimRequest extends HoldKey {
  /** UUID of the order that the units are sold to. */
  readonly orderId: string;
  /** Who the ledger names; default `checkout`. */
  readonly actor?: string;
}

/**
 * Sells the units of a live hold: one deduction a line in the ledger, one row a sold unit, no unit left in the hold.
 * Paid wins: a hold that is over its time but has not been taken back is still claimed. Two round trips: what is held is
 * read under the header's lock, so that the rest can be written by its keys; in one, three statements would have to
 * look the units up again, each for twice the price.
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
  const { shopId, reservationId } = request;
  const hold = { shopId, reservationId };
  return engine.retryOrBusy('claim', () =>
    engine.database.transaction<ClaimResult>('checkout', async (tx) => {
      const [ended, held] = await tx.send(call(claimReservation, hold), call(readReservedUnits, hold));
      if (ended?.affectedRows !== 1) {
        const [read] = await tx.commit(call(readReservation, hold));
        const status: HoldStatus | undefined = read?.rows[0]?.status;
        if (status === undefined || status === 'held') return { outcome: 'not_found' };
        return status === 'claimed' ? { outcome: status, isRepeat: true } : { outcome: status };
      }
      const sale = saleOf(request, (held?.rows ?? []) as HeldUnit[]);
      await (alongside ? tx.send(...sale) : tx.commit(...sale));
      await alongside?.(tx);
      return { outcome: 'claimed', isRepeat: false };
    }),
  );
}

/** What a sale writes. One unit, the usual case, is written by its keys; several are moved by statements that find them. */
function saleOf(request: ClaimRequest, units: readonly HeldUnit[]): Call[] {
  const { shopId, reservationId, orderId, actor = 'checkout' } = request;
  const hold = { shopId, reservationId };
  const [unit, ...others] = units;
  if (unit && others.length === 0) {
    const { inventoryItemId, inventoryGroupId, id: unitId } = unit;
    const level = { shopId, inventoryItemId, inventoryGroupId };
    return [
      call(recordSoldUnit, { ...level, ...hold, unitId, orderId }),
      call(appendLedger, {
        ...level,
        reason: 'sold',
        referenceId: reservationId,
        delta: -1,
        actor,
        note: '',
      }),
      call(dropReservedUnit, { ...level, ...hold, unitId }),
    ];
  }
  return [
    call(recordSoldUnits, { ...hold, orderId }),
    call(deductLedger, { ...hold, actor }),
    call(dropReservedUnits, hold),
  ];
}

import { isDuplicateKey } from '@/db/errors';
import { orBusy } from '@/db/retry';
import { call } from '@/db/statement';
import type { EngineContext } from './context';
import { mergeAndOrder } from './lock-order';
import { recoverLevel } from './recover';
import { endsReplaced, lineValues, moveUnits, repeatOf, shortLines, toUnits } from './reserve-parts';
import type { HoldKey, LevelKey, ReserveLine, ReserveRequest, ReserveResult } from './results';
import { addReservationLinesOf } from './sql/add-reservation-lines';
import { lockPromise, readPromisedLines } from './sql/lock-promise';
import { lockUnitsOf } from './sql/lock-units';
import { promiseReservation } from './sql/promise-reservation';
import { readReservedUnits } from './sql/read-reserved-units';

/** A hold without units, and the version of the truth that promised them. */
export interface PromiseRequest extends ReserveRequest {
  readonly version: number;
}

export type PromiseResult =
  | { readonly outcome: 'promised'; readonly isRepeat: boolean }
  | { readonly outcome: 'stale' | 'busy' }
  | Extract<ReserveResult, { outcome: 'ended' }>;

/**
 * Writes a hold without units: another store has promised them, and `fill` takes them. One round trip.
 *
 * Locks: the shop's truth FOR SHARE, the header, and the hold that it replaces with its units, until commit.
 * Outcomes: `promised`; `stale` when the truth has another version by now; `ended` when the hold of this id is over; `busy`.
 */
export async function promiseUnits(engine: EngineContext, request: PromiseRequest): Promise<PromiseResult> {
  const { shopId, reservationId, checkoutId, holdSeconds, version } = request;
  const lines = mergeAndOrder(request.lines);
  try {
    return await engine.retryOrBusy('promise', () =>
      engine.database.transaction<PromiseResult>('checkout', async (tx) => {
        const [opened] = await tx.send(
          call(promiseReservation, { shopId, reservationId, checkoutId, holdSeconds, version }),
        );
        if (opened?.affectedRows !== 1) {
          await tx.rollback();
          return { outcome: 'stale' };
        }
        await tx.commit(
          call(addReservationLinesOf(lines.length), { ...lineValues(shopId, lines), reservationId }),
          ...endsReplaced(request),
        );
        return { outcome: 'promised', isRepeat: false };
      }),
    );
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const repeated = await repeatOf(engine, request);
    if (repeated.outcome === 'ended') return repeated;
    return repeated.outcome === 'reserved' ? { outcome: 'promised', isRepeat: true } : { outcome: 'busy' };
  }
}

export interface FillResult {
  /** `filled` has its units, now or before; `short` has none, and the pools don't have them. */
  readonly outcome: 'filled' | 'short' | 'not_held' | 'busy';
}

/**
 * Takes units for a live hold that has none, from the levels of its lines: all of them or none.
 *
 * Locks: the header, then units of the pools in lock order, passing over those that others hold, until commit.
 */
export async function fill(engine: EngineContext, hold: HoldKey): Promise<FillResult> {
  return orBusy<FillResult>(async () => {
    for (let attempt = 1; attempt <= engine.options.busyAttempts; attempt += 1) {
      const result = await engine.retry('fill', () => attemptFill(engine, hold));
      if (result.outcome !== 'short') return result;
      let canHelp = true;
      for (const line of result.lines) {
        const level: LevelKey = { shopId: hold.shopId, ...line };
        engine.cursors.forget(level);
        const { step } = await recoverLevel(engine, level, line.quantity);
        if (step === 'sold_out' || step === 'all_held') canHelp = false;
      }
      if (!canHelp) return { outcome: 'short' };
    }
    return { outcome: 'busy' };
  });
}

type FillAttempt =
  | { readonly outcome: 'filled' | 'not_held' }
  | { readonly outcome: 'short'; readonly lines: readonly ReserveLine[] };

function attemptFill(engine: EngineContext, { shopId, reservationId }: HoldKey): Promise<FillAttempt> {
  const key = { shopId, reservationId };
  return engine.database.transaction<FillAttempt>('checkout', async (tx) => {
    const [header, wanted, present] = await tx.send(
      call(lockPromise, key),
      call(readPromisedLines, key),
      call(readReservedUnits, key),
    );
    const lines = mergeAndOrder((wanted?.rows ?? []) as ReserveLine[]);
    if (header?.rows[0]?.status !== 'held' || lines.length === 0 || (present?.rows.length ?? 0) > 0) {
      await tx.rollback();
      return { outcome: header?.rows[0]?.status === 'held' ? 'filled' : 'not_held' };
    }
    const [found] = await tx.send(call(lockUnitsOf(lines.length), lineValues(shopId, lines)));
    const units = toUnits(found);
    const short = shortLines(lines, units);
    if (short.length > 0) {
      await tx.rollback();
      return { outcome: 'short', lines: short };
    }
    await tx.commit(...moveUnits(shopId, reservationId, units));
    return { outcome: 'filled' };
  });
}

import { isDuplicateKey } from '@/db/errors';
import { orBusy, pause } from '@/db/retry';
import { call } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { EngineContext } from './context';
import { levelName } from './cursor';
import { mergeAndOrder } from './lock-order';
import { type Recovery, recoverLevel } from './recover';
import { refillInBackground } from './replenish';
import {
  endsReplaced,
  lineValues,
  moveUnits,
  type Repeated,
  repeatOf,
  shortLines,
  toUnits,
} from './reserve-parts';
import type { HeldUnit, LevelKey, ReserveLine, ReserveRequest, ReserveResult, Shortfall } from './results';
import { addReservationLinesOf } from './sql/add-reservation-lines';
import { lockUnitsOf } from './sql/lock-units';
import { openReservation } from './sql/open-reservation';
import { readReservedUnits } from './sql/read-reserved-units';

const TAG = 'checkout';
const MOST_LINES = 500;

type Attempt =
  | Extract<ReserveResult, { outcome: 'reserved' | 'ended' | 'busy' }>
  | Extract<Repeated, { outcome: 'vanished' }>
  | { readonly outcome: 'short'; readonly lines: readonly ReserveLine[] };

/**
 * Moves units of every line from the pool into one hold, or moves none. Repeating it with the same reservation id gives
 * the same hold.
 *
 * Locks: the header (then that of the hold it replaces, and its units), then units of the pool in lock order (those that
 * others hold are passed over), until commit.
 * Outcomes: `reserved`; `ended` when the hold of this id is over; `sold_out`, `all_held` or `busy` as design says. A
 * buyer is never refused while the ledger still has units to lay out.
 * Throws: RangeError for lines that make no sense; whatever the database reports when it can't be retried.
 */
export async function reserve(engine: EngineContext, request: ReserveRequest): Promise<ReserveResult> {
  const lines = mergeAndOrder(request.lines);
  validate(lines, request.holdSeconds);
  return orBusy(() => reserveLines(engine, request, lines));
}

/** Attempts and recoveries in turn, until there is an answer. */
async function reserveLines(
  engine: EngineContext,
  request: ReserveRequest,
  lines: readonly ReserveLine[],
): Promise<ReserveResult> {
  let isRepeated = false;
  for (let busyAttempt = 1; busyAttempt <= engine.options.busyAttempts; ) {
    // A pool that somebody is just refilling for want of units has none for this one either.
    for (const line of lines) {
      const level = levelOf(request, line);
      if (!engine.cursors.isDry(level)) continue;
      const name = levelName(level);
      await engine.waiting.during(name, [request.checkoutId], () => engine.refills.landed(name));
    }
    const isUrgent = isRepeated;
    const attempt = await engine.retry('reserve', () => attemptReserve(engine, request, lines, isUrgent));
    isRepeated = true;
    if (attempt.outcome === 'vanished') {
      busyAttempt += 1;
      continue;
    }
    if (attempt.outcome !== 'short') return attempt;

    const levels = attempt.lines.map((line) => levelOf(request, line));
    const own = await unitsToReplace(engine, request);
    const recoveries: Recovery[] = [];
    for (const [index, line] of attempt.lines.entries()) {
      const level = levels[index] as LevelKey;
      const name = levelName(level);
      const recovery = () => recoverLevel(engine, level, line.quantity, own.get(name));
      recoveries.push(await engine.waiting.during(name, [request.checkoutId], recovery));
    }
    const refusal = refusalOf(attempt.lines, recoveries);
    if (refusal) return refusal;
    for (const [index, recovery] of recoveries.entries()) {
      // What is there lies before the places that were given out: the next look is from the head.
      if (recovery.step !== 'refilled') engine.cursors.forget(levels[index] as LevelKey);
    }
    if (recoveries.some((recovery) => recovery.step === 'locked_by_others')) {
      await pause(2, busyAttempt);
      busyAttempt += 1;
    }
  }
  return { outcome: 'busy' };
}

/** One transaction, two round trips: header, lines and locks; then the move and the commit. */
async function attemptReserve(
  engine: EngineContext,
  request: ReserveRequest,
  lines: readonly ReserveLine[],
  isUrgent: boolean,
): Promise<Attempt> {
  const { shopId, reservationId, checkoutId, holdSeconds } = request;
  // The units of a hold that is replaced have ids from anywhere: only a look from the head finds them.
  const starts = lines.map((line) =>
    request.replaces ? 0 : engine.cursors.take(levelOf(request, line), line.quantity),
  );
  try {
    const values = lineValues(shopId, lines, starts);
    const work = async (tx: Transaction): Promise<Attempt> => {
      const opened = await tx.send(
        call(openReservation, { shopId, reservationId, checkoutId, holdSeconds }),
        call(addReservationLinesOf(lines.length), { ...values, reservationId }),
        ...endsReplaced(request),
        call(lockUnitsOf(lines.length), values),
      );
      const units = toUnits(opened.at(-1));
      const short = shortLines(lines, units);
      if (short.length > 0) {
        await tx.rollback();
        return { outcome: 'short', lines: short };
      }
      await tx.commit(...moveUnits(shopId, reservationId, units));
      for (const line of lines) refillInBackground(engine, levelOf(request, line));
      return { outcome: 'reserved', units, isRepeat: false };
    };
    // Whoever has waited once, for a refill, doesn't wait behind the newcomers again.
    return await engine.database.transaction(TAG, work, { isUrgent });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return repeatOf(engine, request);
  }
}

/** How many units of each level the hold has that this one replaces. */
async function unitsToReplace(engine: EngineContext, request: ReserveRequest): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const { shopId, replaces } = request;
  if (!replaces) return counts;
  const [result] = await engine.database.session(TAG, (session) =>
    session.send(call(readReservedUnits, { shopId, reservationId: replaces })),
  );
  for (const row of result?.rows ?? []) {
    const name = levelName({ shopId, ...(row as HeldUnit) });
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function refusalOf(
  lines: readonly ReserveLine[],
  recoveries: readonly Recovery[],
): ReserveResult | undefined {
  const short: Shortfall[] = [];
  let isSoldOut = false;
  for (const [index, recovery] of recoveries.entries()) {
    const line = lines[index];
    if (!line || (recovery.step !== 'sold_out' && recovery.step !== 'all_held')) continue;
    isSoldOut ||= recovery.step === 'sold_out';
    short.push({ ...line, available: recovery.available, held: recovery.held, backInMs: recovery.backInMs });
  }
  if (short.length === 0) return undefined;
  return { outcome: isSoldOut ? 'sold_out' : 'all_held', short };
}

function validate(lines: readonly ReserveLine[], holdSeconds: number): void {
  if (lines.length === 0 || lines.length > MOST_LINES) {
    throw new RangeError(`a reserve takes 1 to ${MOST_LINES} lines, not ${lines.length}`);
  }
  for (const line of lines) {
    if (!Number.isSafeInteger(line.quantity) || line.quantity < 1 || line.quantity > 100_000) {
      throw new RangeError(`a line takes 1 to 100,000 units, not ${line.quantity}`);
    }
  }
  if (!Number.isSafeInteger(holdSeconds) || holdSeconds < 1) {
    throw new RangeError(`a hold lasts at least 1 s, not ${holdSeconds}`);
  }
}

const levelOf = ({ shopId }: ReserveRequest, line: ReserveLine): LevelKey => ({
  shopId,
  inventoryItemId: line.inventoryItemId,
  inventoryGroupId: line.inventoryGroupId,
});

/**
 * The reserve of the strategies that lock unit rows in a way of their own: header, lines, lock, move; what is short is
 * refilled, or said why. Everything that is not the point of the strategy is as in the engine, down to its statements.
 */
import { pause } from '@/db/retry';
import { type Call, call } from '@/db/statement';
import type { Engine, HeldUnit, ReserveLine } from '@/engine/index';
import { RUN_SHOP } from '../stock';
import { retryOrBusy } from './contention';
import { engineStatement } from './engine-statement';
import { holdCalls } from './hold-books';
import { type OwnTransaction, ownTransaction } from './own-transaction';
import type { HoldRequest, ReserveAnswer, StrategyContext } from './strategy';

/** How often a reserve looks again for units that others have locked, as the engine does. */
const BUSY_ATTEMPTS = 30;

export interface RowReserve {
  /** What begins the transaction. */
  readonly opening: readonly Call[];
  /** The lines in the order in which they are locked. */
  readonly order: (lines: readonly ReserveLine[]) => readonly ReserveLine[];
  /** Sends `before` and whatever locks the units of the lines, and returns the units. */
  readonly lock: (
    tx: OwnTransaction,
    before: readonly Call[],
    lines: readonly ReserveLine[],
    reservationId: string,
  ) => Promise<HeldUnit[]>;
  /** Moves the locked units into the hold, and commits. */
  readonly move: (tx: OwnTransaction, reservationId: string, units: readonly HeldUnit[]) => Promise<void>;
  /** What to do about lines that were short, with no unit locked. */
  readonly recover: (lines: readonly ReserveLine[]) => Promise<Recovery>;
}

/** `refilled`: look again at once; `locked_by_others`: look again soon; the others are answers. */
export type Recovery = 'refilled' | 'locked_by_others' | 'sold_out' | 'all_held';

type Attempt = ReserveAnswer | { readonly outcome: 'short'; readonly lines: readonly ReserveLine[] };

export async function reserveRows(
  context: StrategyContext,
  request: HoldRequest,
  how: RowReserve,
): Promise<ReserveAnswer> {
  for (let busyAttempt = 1; busyAttempt <= BUSY_ATTEMPTS; ) {
    const answer = await retryOrBusy(() => attempt(context, request, how), context.onRetry);
    if (answer === 'busy') return { outcome: 'busy' };
    if (answer.outcome !== 'short') return answer;
    const step = await retryOrBusy(() => how.recover(answer.lines), context.onRetry);
    if (step === 'sold_out' || step === 'all_held' || step === 'busy') return { outcome: step };
    if (step === 'locked_by_others') {
      await pause(2, busyAttempt);
      busyAttempt += 1;
    }
  }
  return { outcome: 'busy' };
}

function attempt(context: StrategyContext, request: HoldRequest, how: RowReserve): Promise<Attempt> {
  return ownTransaction<Attempt>(context.database, async (tx) => {
    const lines = how.order(request.lines);
    const before = [...how.opening, ...holdCalls(request, context.holdSeconds)];
    const units = await how.lock(tx, before, lines, request.reservationId);
    const short = lines.filter((line) => units.filter((unit) => isOf(unit, line)).length < line.quantity);
    if (short.length > 0) {
      await tx.rollback();
      return { outcome: 'short', lines: short };
    }
    await how.move(tx, request.reservationId, units);
    return { outcome: 'reserved', units };
  });
}

/** Takes overdue holds back and refills, as the engine does for a reserve that found too little. */
export async function recoverPool(engine: Engine, lines: readonly ReserveLine[]): Promise<Recovery> {
  const items = lines.map(({ inventoryItemId }) => inventoryItemId);
  const levels = await engine.availability(RUN_SHOP, items, 'checkout');
  let step: Recovery = 'locked_by_others';
  for (const line of lines) {
    const level = levels.find((one) => isOf(one, line));
    if (!level || level.available + level.held < line.quantity) return 'sold_out';
    if (level.unpooled > 0) {
      const { shopId, inventoryItemId, inventoryGroupId } = level;
      const { added } = await engine.replenish(
        { shopId, inventoryItemId, inventoryGroupId },
        { kind: 'inline', needed: line.quantity },
      );
      if (added > 0) step = 'refilled';
    } else if (level.available < line.quantity && (await engine.expire(RUN_SHOP)) === 0) {
      step = 'all_held';
    }
  }
  return step;
}

const isOf = (
  one: { readonly inventoryItemId: number; readonly inventoryGroupId: number },
  line: ReserveLine,
) => one.inventoryItemId === line.inventoryItemId && one.inventoryGroupId === line.inventoryGroupId;

export function toUnits(rows: readonly Record<string, number>[]): HeldUnit[] {
  return rows.map((row) => ({
    inventoryItemId: row.inventory_item_id ?? 0,
    inventoryGroupId: row.inventory_group_id ?? 0,
    id: row.id ?? 0,
  }));
}

/** The engine's move: both statements and COMMIT in one packet. */
export async function moveInOnePacket(
  tx: OwnTransaction,
  reservationId: string,
  units: readonly HeldUnit[],
): Promise<void> {
  await tx.commit(...moveCalls(reservationId, units));
}

export function moveCalls(reservationId: string, units: readonly HeldUnit[]): [Call, Call] {
  const hold = { shopId: RUN_SHOP, reservationId };
  const [unit, ...others] = units;
  if (unit && others.length === 0) {
    const { inventoryItemId, inventoryGroupId, id: unitId } = unit;
    const values = { ...hold, inventoryItemId, inventoryGroupId, unitId };
    return [
      call(engineStatement('reserve.take_unit'), values),
      call(engineStatement('reserve.hold_unit'), values),
    ];
  }
  const list = JSON.stringify(units.map((one) => [one.inventoryItemId, one.inventoryGroupId, one.id]));
  return [
    call(engineStatement('reserve.take_units'), { ...hold, units: list }),
    call(engineStatement('reserve.hold_units'), { ...hold, units: list }),
  ];
}

/**
 * Which unit each hold had. Rows have ids. A counter has only numbers, so they are given out again here in the order of
 * the holds: a buyer who read n took count n; what came back goes to the next who needs one; and whoever read a number that
 * somebody else still has was given the same unit.
 */
export interface HoldRecord {
  readonly buyer: number;
  /** Moments in microseconds after the doors opened; `endedUs` is null while the hold lasts. */
  readonly answeredUs: number;
  readonly endedUs: number | null;
  readonly isSold: boolean;
  /** Units of the level that were held. */
  readonly quantity: number;
  /** Ids, where units are rows. */
  readonly unitIds?: readonly number[];
  /** What the counter showed. */
  readonly seen?: number;
}

export interface AssignedHold<T extends HoldRecord> {
  readonly hold: T;
  readonly unitIds: readonly number[];
}

/** The holds of one level with their units, in the order in which they were given. `stock` is what the sale began with. */
export function assignUnits<T extends HoldRecord>(holds: readonly T[], stock: number): AssignedHold<T>[] {
  const inOrder = [...holds].sort((a, b) => a.answeredUs - b.answeredUs);
  if (inOrder.every(({ unitIds }) => unitIds !== undefined)) {
    return inOrder.map((hold) => ({ hold, unitIds: hold.unitIds ?? [] }));
  }
  const givingBack = new Givers<T>();
  const takers = new Map<number, number>();
  const returned = new Set<number>();
  let top = 0;
  return inOrder.map((hold) => {
    for (const { unitIds } of givingBack.until(hold.answeredUs)) {
      for (const id of unitIds) {
        takers.set(id, (takers.get(id) ?? 1) - 1);
        if (takers.get(id) === 0) returned.add(id);
      }
    }
    const unitIds: number[] = [];
    for (let index = 0; index < hold.quantity; index += 1) {
      const wanted = (hold.seen === undefined ? top : stock - hold.seen) + 1 + index;
      const isTaken = (takers.get(wanted) ?? 0) > 0 || wanted > stock;
      const [back] = isTaken ? returned : [];
      const id = back ?? Math.max(1, Math.min(wanted, stock));
      returned.delete(id);
      takers.set(id, (takers.get(id) ?? 0) + 1);
      unitIds.push(id);
    }
    top = Math.max(top, ...unitIds);
    const assigned = { hold, unitIds };
    if (hold.endedUs !== null && !hold.isSold) givingBack.add(assigned);
    return assigned;
  });
}

/** Holds that will give their units back, soonest first. */
class Givers<T extends HoldRecord> {
  #waiting: AssignedHold<T>[] = [];

  add(assigned: AssignedHold<T>): void {
    this.#waiting.push(assigned);
  }

  until(us: number): AssignedHold<T>[] {
    const over = this.#waiting.filter(({ hold }) => (hold.endedUs ?? Number.POSITIVE_INFINITY) <= us);
    if (over.length > 0) this.#waiting = this.#waiting.filter((one) => !over.includes(one));
    return over;
  }
}

export interface SharedUnit<T extends HoldRecord> {
  readonly unitId: number;
  readonly holds: readonly T[];
}

/** Units that were sold more than once. */
export function sharedUnits<T extends HoldRecord>(assigned: readonly AssignedHold<T>[]): SharedUnit<T>[] {
  const byUnit = new Map<number, T[]>();
  for (const { hold, unitIds } of assigned) {
    if (!hold.isSold) continue;
    for (const unitId of unitIds) {
      const holds = byUnit.get(unitId);
      if (holds) holds.push(hold);
      else byUnit.set(unitId, [hold]);
    }
  }
  return [...byUnit]
    .filter(([, holds]) => holds.length > 1)
    .map(([unitId, holds]) => ({ unitId, holds }))
    .sort((a, b) => a.unitId - b.unitId);
}

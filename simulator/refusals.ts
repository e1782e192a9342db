/**
 * Which refusals were wrong. A refusal is false when, from the moment at which it was the buyer's turn to the moment of the
 * answer, the units were neither held nor sold: there was no instant at which "no" would have been right.
 */
export interface TakenInterval {
  readonly inventoryItemId: number;
  readonly inventoryGroupId: number;
  readonly quantity: number;
  /** Microseconds: from the turn of who got it, since their reserve may have been first, until it was back for sure. */
  readonly fromUs: number;
  readonly untilUs: number | null;
}

export interface Refusal {
  readonly lines: readonly (readonly [inventoryItemId: number, quantity: number])[];
  /** Locations that were asked. */
  readonly groups: readonly number[];
  readonly startedUs: number;
  readonly answeredUs: number;
}

export class TakenUnits {
  readonly #levels = new Map<string, { readonly times: number[]; readonly taken: number[] }>();
  readonly #stock: ReadonlyMap<string, number>;

  constructor(
    stock: readonly { inventoryItemId: number; inventoryGroupId: number; units: number }[],
    intervals: readonly TakenInterval[],
  ) {
    this.#stock = new Map(
      stock.map((level) => [keyOf(level.inventoryItemId, level.inventoryGroupId), level.units]),
    );
    const changes = new Map<string, [number, number][]>();
    for (const { inventoryItemId, inventoryGroupId, quantity, fromUs, untilUs } of intervals) {
      const key = keyOf(inventoryItemId, inventoryGroupId);
      const list = changes.get(key) ?? [];
      if (list.length === 0) changes.set(key, list);
      list.push([fromUs, quantity]);
      if (untilUs !== null) list.push([untilUs, -quantity]);
    }
    for (const [key, list] of changes) {
      list.sort((a, b) => a[0] - b[0]);
      let sum = 0;
      const taken = list.map(([, change]) => {
        sum += change;
        return sum;
      });
      this.#levels.set(key, { times: list.map(([us]) => us), taken });
    }
  }

  /** Fewest units of a level that were free at any moment from `fromUs` to `toUs`. */
  fewestFree(inventoryItemId: number, inventoryGroupId: number, fromUs: number, toUs: number): number {
    const key = keyOf(inventoryItemId, inventoryGroupId);
    const stock = this.#stock.get(key) ?? 0;
    const level = this.#levels.get(key);
    if (!level) return stock;
    let index = lastAtOrBefore(level.times, fromUs);
    let most = index < 0 ? 0 : (level.taken[index] ?? 0);
    for (index += 1; index < level.times.length && (level.times[index] ?? 0) <= toUs; index += 1) {
      most = Math.max(most, level.taken[index] ?? 0);
    }
    return stock - most;
  }

  isFalse({ lines, groups, startedUs, answeredUs }: Refusal): boolean {
    return groups.some((group) =>
      lines.every(([item, quantity]) => this.fewestFree(item, group, startedUs, answeredUs) >= quantity),
    );
  }
}

const keyOf = (inventoryItemId: number, inventoryGroupId: number) => `${inventoryItemId}:${inventoryGroupId}`;

function lastAtOrBefore(times: readonly number[], us: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= us) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

import { performance } from 'node:perf_hooks';

/** A checkout that waited for units of a level to be laid out. */
export interface RefillWait {
  readonly checkoutId: string;
  readonly waitedMs: number;
}

/** All who waited when a refill landed, and those by name who waited longest. */
export interface RefillWaits {
  readonly count: number;
  readonly longest: readonly RefillWait[];
}

/** Most checkouts that a refill names. */
export const MOST_NAMED_WAITS = 10;

interface Waiting {
  readonly checkoutId: string;
  readonly since: number;
}

/** The checkouts of this process that have found too few units in a pool and wait until there are more, by level. */
export class WaitingCheckouts {
  readonly #byLevel = new Map<string, Set<Waiting>>();

  /** Counts the checkouts as waiting for the level until `work` ends in whatever way. */
  async during<T>(level: string, checkoutIds: readonly string[], work: () => Promise<T>): Promise<T> {
    const since = performance.now();
    const own = checkoutIds.map((checkoutId) => ({ checkoutId, since }));
    const waiting = this.#byLevel.get(level) ?? new Set();
    this.#byLevel.set(level, waiting);
    for (const one of own) waiting.add(one);
    try {
      return await work();
    } finally {
      for (const one of own) waiting.delete(one);
      if (waiting.size === 0) this.#byLevel.delete(level);
    }
  }

  /** Who waits for the level at this moment. A set keeps the order of arrival: the first have waited longest. */
  of(level: string): RefillWaits {
    const now = performance.now();
    const waiting = this.#byLevel.get(level) ?? new Set();
    const longest: RefillWait[] = [];
    for (const { checkoutId, since } of waiting) {
      if (longest.length === MOST_NAMED_WAITS) break;
      longest.push({ checkoutId, waitedMs: now - since });
    }
    return { count: waiting.size, longest };
  }
}

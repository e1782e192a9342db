/**
 * Where the next reserve of a level starts to look. Every reserve of this process gets a place of its own, so that they
 * don't walk over each other's locked and just deleted rows from the head of the index on. A place is a hint: whoever
 * finds too little there looks again from the head before anything is called short.
 */
import type { LevelKey } from './results';

export interface PoolSize {
  readonly lowWaterMark: number;
  readonly poolCap: number;
}

interface Place {
  next: number;
  /** First id that no refill seen by this process has laid out; 0 when it has seen none. */
  end: number;
  pool: PoolSize;
  /** The ledger had nothing left to lay out. */
  isExhausted: boolean;
}

/** A pool is low at its mark, or when it has no more than are expected to be taken before a refill is there: up to half of it. */
export const lowMarkOf = ({ lowWaterMark, poolCap }: PoolSize, expected: number): number =>
  Math.max(lowWaterMark, Math.min(expected, Math.floor(poolCap / 2)));

export const levelName = (level: LevelKey) =>
  `${level.shopId}:${level.inventoryItemId}:${level.inventoryGroupId}`;

export class Cursors {
  readonly #places = new Map<string, Place>();

  /** The id from which a reserve of `quantity` units may look; the next one gets the place behind it. */
  take(level: LevelKey, quantity: number): number {
    const place = this.#places.get(levelName(level));
    if (!place) return 0;
    const from = place.next;
    place.next += quantity;
    return from;
  }

  /** Notes a refill that laid out the ids from `first` to before `end`. */
  refilled(level: LevelKey, first: number, end: number, pool: PoolSize): void {
    const place = this.#places.get(levelName(level));
    // Units from before the refill may be left; they are found from the head once the new ones are gone.
    const next = place && place.next < place.end ? place.next : first;
    this.#places.set(levelName(level), { next, end, pool, isExhausted: false });
  }

  /** Notes that the level has nothing left to lay out, so that no refill is started for it in vain. */
  exhausted(level: LevelKey): void {
    const place = this.#places.get(levelName(level));
    if (place) place.isExhausted = true;
  }

  /** Forgets the place, so that the next reserves look from the head until a refill lays out new units. */
  forget(level: LevelKey): void {
    this.#places.delete(levelName(level));
  }

  /** Units that were laid out behind the place, as far as this process knows; null when it knows nothing. */
  left(level: LevelKey): number | null {
    const place = this.#places.get(levelName(level));
    return place ? Math.max(0, place.end - place.next) : null;
  }

  /** True when no place that this process knows has units left. */
  isDry(level: LevelKey): boolean {
    const place = this.#places.get(levelName(level));
    return !place || place.next >= place.end;
  }

  /**
   * True when few units lie between the place and the end of the last refill; `expected` as in `lowMarkOf`. False when
   * this process saw no refill.
   */
  isLow(level: LevelKey, expected = 0): boolean {
    const place = this.#places.get(levelName(level));
    if (!place || place.isExhausted) return false;
    return place.end - place.next <= lowMarkOf(place.pool, expected);
  }
}

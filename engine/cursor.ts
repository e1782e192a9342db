/**
 * Where the next reserve of a level starts to look. Every reserve of this process gets a place of its own, so that they
 * don't walk over each other's locked and just deleted rows from the head of the index on. A place is a hint: whoever
 * finds too little there looks again from the head before anything is called short.
 */
import type { LevelKey } from './results';

interface Place {
  next: number;
  /** First id that no refill seen by this process has laid out; 0 when it has seen none. */
  end: number;
  lowWaterMark: number;
}

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
  refilled(level: LevelKey, first: number, end: number, lowWaterMark: number): void {
    const place = this.#places.get(levelName(level));
    // Units from before the refill may be left; they are found from the head once the new ones are gone.
    const next = place && place.next < place.end ? place.next : first;
    this.#places.set(levelName(level), { next, end, lowWaterMark });
  }

  /** Notes that the level has nothing left to lay out, so that no refill is started for it in vain. */
  exhausted(level: LevelKey): void {
    const place = this.#places.get(levelName(level));
    if (place) place.lowWaterMark = -1;
  }

  /** Forgets the place, so that the next reserves look from the head until a refill lays out new units. */
  forget(level: LevelKey): void {
    this.#places.delete(levelName(level));
  }

  /** True when no place that this process knows has units left. */
  isDry(level: LevelKey): boolean {
    const place = this.#places.get(levelName(level));
    return !place || place.next >= place.end;
  }

  /** True when few units lie between the place and the end of the last refill; false when this process saw no refill. */
  isLow(level: LevelKey): boolean {
    const place = this.#places.get(levelName(level));
    return place !== undefined && place.end - place.next <= place.lowWaterMark;
  }
}

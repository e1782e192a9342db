import { setTimeout as delay } from 'node:timers/promises';
import type { LevelBooks } from './strategies/strategy';

/** Shortest time between two readings: what is gained by more isn't worth what they cost the sale. */
const SPACING_MS = 20;

/**
 * Readings of the stock tables, shared: whoever asks gets one that began after they asked, and at most one is under way.
 * Each refusal is held against such a reading.
 */
export class StockReadings {
  readonly #read: () => Promise<LevelBooks[]>;
  #flying: Promise<LevelBooks[]> | undefined;
  #next: Promise<LevelBooks[]> | undefined;
  #newest: LevelBooks[] = [];

  constructor(read: () => Promise<LevelBooks[]>) {
    this.#read = read;
  }

  get newest(): readonly LevelBooks[] {
    return this.#newest;
  }

  take(): Promise<LevelBooks[]> {
    if (!this.#flying) return this.#start();
    this.#next ??= this.#flying.then(
      () => this.#follow(),
      () => this.#follow(),
    );
    return this.#next;
  }

  /** The units of a cart that one location could have served, as the newest of the readings shows. */
  static freeFor(
    books: readonly LevelBooks[],
    lines: readonly { readonly inventoryItemId: number }[],
    group: number,
  ): number {
    const free = lines.map(
      ({ inventoryItemId }) =>
        books.find((one) => one.inventoryItemId === inventoryItemId && one.inventoryGroupId === group)
          ?.free ?? 0,
    );
    return Math.max(0, Math.min(...free));
  }

  async #follow(): Promise<LevelBooks[]> {
    await delay(SPACING_MS);
    this.#next = undefined;
    return this.#start();
  }

  #start(): Promise<LevelBooks[]> {
    const flight = this.#read()
      .then((books) => {
        this.#newest = books;
        return books;
      })
      .finally(() => {
        if (this.#flying === flight) this.#flying = undefined;
      });
    this.#flying = flight;
    return flight;
  }
}

/** One flight at a time per key in this process; whoever comes meanwhile gets the result of the one that flies. */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Promise<T>>();

  run(key: string, fly: () => Promise<T>): Promise<T> {
    const flying = this.#flights.get(key);
    if (flying) return flying;
    const flight = fly().finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }

  /** Resolves when the flight of this key, if one is in the air, has ended in whatever way. */
  async landed(key: string): Promise<void> {
    await this.#flights.get(key)?.catch(() => {});
  }

  /** Resolves when no flight is in the air. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#flights.values());
  }
}

/**
 * As `SingleFlight`, but nobody gets a result that was under way before they asked: whoever comes while one flies shares
 * the next. For reads that a decision rests on.
 */
export class NextFlight<T> {
  readonly #flying = new Map<string, Promise<T>>();
  readonly #next = new Map<string, Promise<T>>();

  run(key: string, fly: () => Promise<T>): Promise<T> {
    const flying = this.#flying.get(key);
    if (!flying) return this.#start(key, fly);
    const waiting = this.#next.get(key);
    if (waiting) return waiting;
    const next = flying
      .catch(() => {})
      .then(() => {
        this.#next.delete(key);
        return this.#start(key, fly);
      });
    this.#next.set(key, next);
    return next;
  }

  #start(key: string, fly: () => Promise<T>): Promise<T> {
    const flight: Promise<T> = fly().finally(() => {
      if (this.#flying.get(key) === flight) this.#flying.delete(key);
    });
    this.#flying.set(key, flight);
    return flight;
  }
}

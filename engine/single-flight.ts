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

  /** Resolves when no flight is in the air. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#flights.values());
  }
}

import { performance } from 'node:perf_hooks';

/**
 * Spaces a reading by what it costs: it takes at most `share` of the time, and comes at most every `leastMs`. The pause
 * ends after `mostMs` all the same, for what nobody would want to see older.
 */
export class BackOff {
  readonly #leastMs: number;
  readonly #share: number;
  readonly #mostMs: number;
  #nextAt = 0;

  constructor(leastMs: number, share = 0.02, mostMs = Number.POSITIVE_INFINITY) {
    this.#leastMs = leastMs;
    this.#share = share;
    this.#mostMs = mostMs;
  }

  get isDue(): boolean {
    return performance.now() >= this.#nextAt;
  }

  /** Runs the reading and notes what it cost, also when it fails. */
  async run<T>(read: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await read();
    } finally {
      const now = performance.now();
      const pauseMs = Math.min(this.#mostMs, (now - startedAt) / this.#share);
      this.#nextAt = now + Math.max(this.#leastMs, pauseMs);
    }
  }
}

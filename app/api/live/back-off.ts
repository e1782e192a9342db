import { performance } from 'node:perf_hooks';

/** Spaces a reading by what it costs: it takes at most `share` of the time, and comes at most every `leastMs`. */
export class BackOff {
  readonly #leastMs: number;
  readonly #share: number;
  #nextAt = 0;

  constructor(leastMs: number, share = 0.02) {
    this.#leastMs = leastMs;
    this.#share = share;
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
      this.#nextAt = now + Math.max(this.#leastMs, (now - startedAt) / this.#share);
    }
  }
}

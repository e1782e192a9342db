/** Counts and latencies of a run, as they come in. Bounded: two histograms and a handful of numbers, however many buyers. */
import { createHistogram, performance } from 'node:perf_hooks';
import { build, type Histogram } from 'hdr-histogram-js';
import type { BuyerCounts, BuyerPlace, Percentiles } from './frame';

/** Longest latency that is told apart, in microseconds: twenty minutes. */
const MOST_US = 1_200_000_000;

const newHistogram = () =>
  build({ lowestDiscernibleValue: 1, highestTrackableValue: MOST_US, numberOfSignificantValueDigits: 3 });

export function percentilesOf(histogram: Histogram): Percentiles {
  const ms = (us: number) => Math.round(us / 10) / 100;
  if (histogram.totalCount === 0) return { p50: 0, p95: 0, p99: 0, max: 0 };
  return {
    p50: ms(histogram.getValueAtPercentile(50)),
    p95: ms(histogram.getValueAtPercentile(95)),
    p99: ms(histogram.getValueAtPercentile(99)),
    max: ms(histogram.maxValue),
  };
}

export class RunFigures {
  readonly buyers: BuyerCounts;
  /** From the intended arrival to the answer of a reserve: a stall counts for everybody who came meanwhile. */
  readonly response = newHistogram();
  /** From a buyer's turn to the answer: what the database and the strategy took. */
  readonly service = newHistogram();
  readonly interval = newHistogram();
  held = 0;
  sold = 0;
  answers = 0;
  claims = 0;
  retries = 0;
  refills = 0;
  deadlocks = 0;
  lockTimeouts = 0;
  lastAnswerMs = 0;
  longestLine = 0;
  /** First few messages of what went wrong for buyers, with how often. */
  readonly failures = new Map<string, number>();

  constructor(buyers: number) {
    this.buyers = {
      coming: buyers,
      waiting: 0,
      reserving: 0,
      paying: 0,
      abandoned: 0,
      bought: 0,
      soldOut: 0,
      allHeld: 0,
      busy: 0,
      declined: 0,
      expired: 0,
      refunded: 0,
      failed: 0,
    };
  }

  move(from: BuyerPlace, to: BuyerPlace): void {
    this.buyers[from] -= 1;
    this.buyers[to] += 1;
  }

  /** Notes an answer; `startedMs` is undefined for a buyer whose turn never came. */
  answered(arrivedMs: number, startedMs: number | undefined, nowMs: number): void {
    const toUs = (ms: number) => Math.min(MOST_US, Math.max(1, Math.round(ms * 1000)));
    this.response.recordValue(toUs(nowMs - arrivedMs));
    this.interval.recordValue(toUs(nowMs - arrivedMs));
    if (startedMs !== undefined) this.service.recordValue(toUs(nowMs - startedMs));
    this.answers += 1;
    this.lastAnswerMs = nowMs;
  }

  failed(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (this.failures.has(message) || this.failures.size < 5) {
      this.failures.set(message, (this.failures.get(message) ?? 0) + 1);
    }
  }
}

/** How late timers fire in this process, and how much of the time it was busy, since the last reading. */
export class ClientLoad {
  readonly #lag = createHistogram();
  #utilization = performance.eventLoopUtilization();
  #expectedAt = performance.now() + 20;
  readonly #timer: NodeJS.Timeout;

  constructor() {
    // A timer of our own, since monitorEventLoopDelay includes the resolution that it samples at.
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.#lag.record(Math.max(1, Math.round((now - this.#expectedAt) * 1000)));
      this.#expectedAt = now + 20;
    }, 20);
    this.#timer.unref();
  }

  read(): { eventLoopMs: { p50: number; p99: number }; clientBusyPercent: number } {
    const current = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(current, this.#utilization);
    this.#utilization = current;
    const ms = (percentile: number) =>
      this.#lag.count === 0 ? 0 : Math.round(this.#lag.percentile(percentile) / 100) / 10;
    const eventLoopMs = { p50: ms(50), p99: ms(99) };
    this.#lag.reset();
    return { eventLoopMs, clientBusyPercent: Math.round(utilization * 100) };
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

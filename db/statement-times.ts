/**
 * How long packets take, by the names of their statements.
 *
 * A packet is one round trip, and its statements share one time: MySQL answers them one behind the other. Statements that
 * travel together therefore have one line here, without those that only open and end the transaction. Memory is
 * bounded: the first `MOST_NAMES` names of a tag have a line, later ones share the last.
 */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

export interface StatementTime {
  /** `reserve.take_unit + reserve.hold_unit`; repeated ones once. */
  readonly name: string;
  readonly count: number;
  /** Sum, from sending a packet to its last result, in ms. */
  readonly totalMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export const MOST_NAMES = 24;
export const OTHERS = 'all others';

const LONGEST_US = 3_600_000_000;
const OF_A_TRANSACTION = 'transaction.';

interface Times {
  readonly histogram: RecordableHistogram;
  totalMs: number;
}

export class StatementTimes {
  readonly #byName = new Map<string, Times>();

  add(name: string, durationMs: number): void {
    const times = this.#of(name);
    times.totalMs += durationMs;
    times.histogram.record(Math.min(LONGEST_US, Math.max(1, Math.round(durationMs * 1000))));
  }

  /** At most `most`, those that took most time together first. */
  read(most: number): StatementTime[] {
    return [...this.#byName]
      .sort(([, a], [, b]) => b.totalMs - a.totalMs)
      .slice(0, most)
      .map(([name, { histogram, totalMs }]) => ({
        name,
        count: histogram.count,
        totalMs,
        p50Ms: histogram.percentile(50) / 1000,
        p99Ms: histogram.percentile(99) / 1000,
        maxMs: histogram.max / 1000,
      }));
  }

  #of(name: string): Times {
    const known = this.#byName.get(name);
    if (known) return known;
    if (this.#byName.size >= MOST_NAMES && name !== OTHERS) return this.#of(OTHERS);
    // Two figures: a line takes 27 kB, not half a megabyte.
    const times = { histogram: createHistogram({ lowest: 1, highest: LONGEST_US, figures: 2 }), totalMs: 0 };
    this.#byName.set(name, times);
    return times;
  }
}

/** What the statements of a packet are called together. */
export function packetName(statements: readonly { readonly name: string }[]): string {
  let name = '';
  let last = '';
  for (const one of statements) {
    if (one.name === last || one.name.startsWith(OF_A_TRANSACTION)) continue;
    last = one.name;
    name += name ? ` + ${last}` : last;
  }
  return name || (statements.at(-1)?.name ?? '');
}

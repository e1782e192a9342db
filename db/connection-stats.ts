/**
 * How long connections are held and waited for, added up per tag. A slow statement and a long hold are different
 * things: the first costs the server, the second keeps everybody else from it.
 */
import { createHistogram, performance, type RecordableHistogram } from 'node:perf_hooks';
import { type StatementTime, StatementTimes } from './statement-times';

export interface TagStats {
  readonly tag: string;
  readonly count: number;
  /** Connections held at this moment, and since when the longest of them, in milliseconds. */
  readonly open: number;
  readonly openMaxMs: number;
  /** Sum over all holds so far, those that go on included, in milliseconds. */
  readonly heldMs: number;
  readonly holdP50Ms: number;
  readonly holdP95Ms: number;
  readonly holdP99Ms: number;
  readonly holdMaxMs: number;
  /** Sum of the time that callers waited for a connection. */
  readonly waitedMs: number;
  /** Sum of the time between sending a packet and its last result. */
  readonly statementMs: number;
  readonly packets: number;
}

interface Totals {
  hold: RecordableHistogram;
  /** When each hold that goes on began. */
  open: Set<{ readonly startedAt: number }>;
  heldMs: number;
  waitedMs: number;
  statementMs: number;
  packets: number;
  readonly statements: StatementTimes;
}

export class ConnectionStats {
  readonly #byTag = new Map<string, Totals>();
  #of(tag: string): Totals {
    let totals = this.#byTag.get(tag);
    if (!totals) {
      totals = {
        hold: createHistogram(),
        open: new Set(),
        heldMs: 0,
        waitedMs: 0,
        statementMs: 0,
        packets: 0,
        statements: new StatementTimes(),
      };
      this.#byTag.set(tag, totals);
    }
    return totals;
  }

  /** Notes a hold that begins; the returned function ends it. */
  acquired(tag: string, waitedMs: number): () => void {
    const totals = this.#of(tag);
    totals.waitedMs += waitedMs;
    const hold = { startedAt: performance.now() };
    totals.open.add(hold);
    return () => {
      totals.open.delete(hold);
      const heldMs = performance.now() - hold.startedAt;
      totals.heldMs += heldMs;
      totals.hold.record(Math.max(1, Math.round(heldMs * 1000)));
    };
  }

  /** `name` is what its statements are called together. */
  packet(tag: string, durationMs: number, name: string): void {
    const totals = this.#of(tag);
    totals.statements.add(name, durationMs);
    totals.statementMs += durationMs;
    totals.packets += 1;
  }

  /** The packets of a tag by their statements, those that took most time together first. */
  statementsOf(tag: string, most: number): StatementTime[] {
    return this.#byTag.get(tag)?.statements.read(most) ?? [];
  }

  read(): TagStats[] {
    const now = performance.now();
    return [...this.#byTag].map(([tag, totals]) => ({
      tag,
      count: totals.hold.count,
      open: totals.open.size,
      openMaxMs: Math.max(0, ...[...totals.open].map(({ startedAt }) => now - startedAt)),
      heldMs: [...totals.open].reduce((sum, { startedAt }) => sum + now - startedAt, totals.heldMs),
      holdP50Ms: totals.hold.count ? totals.hold.percentile(50) / 1000 : 0,
      holdP95Ms: totals.hold.count ? totals.hold.percentile(95) / 1000 : 0,
      holdP99Ms: totals.hold.count ? totals.hold.percentile(99) / 1000 : 0,
      holdMaxMs: totals.hold.count ? totals.hold.max / 1000 : 0,
      waitedMs: totals.waitedMs,
      statementMs: totals.statementMs,
      packets: totals.packets,
    }));
  }

  reset(): void {
    this.#byTag.clear();
  }
}

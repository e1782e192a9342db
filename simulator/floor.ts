/** The sale while its doors are open: who comes, who waits in line, who gets what. One buyer after the other is in buyer.ts. */
import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Turnstile } from '@/db/turnstile';
import { Board } from './board';
import { serve } from './buyer';
import type { Buyer } from './buyers';
import type { CrashPoint } from './crash-points';
import type { RunFigures } from './figures';
import type { RunInputs } from './inputs';
import type { Recorder } from './recorder';
import type { StockLevel } from './stock';
import type { StockReadings } from './stock-readings';
import type { OpenStrategy } from './strategies/strategy';

export type EarlyEnd = 'stopped' | 'interrupted';

export interface FloorParts {
  readonly inputs: RunInputs;
  readonly levels: readonly StockLevel[];
  readonly buyers: readonly Buyer[];
  readonly open: OpenStrategy;
  readonly recorder: Recorder;
  readonly readings: StockReadings;
  readonly figures: RunFigures;
  /** Called at places where the process may be told to die. */
  readonly passCrashPoint: (point: CrashPoint) => void;
}

/** A hold whose buyer has walked away; the sweeper will end it. */
export interface LeftHold {
  readonly giveBack: (nowUs: number) => void;
}

export class Floor {
  readonly parts: FloorParts;
  readonly board: Board;
  /** As many checkouts are worked on at once as there are connections; those who pay go before those who come. */
  readonly line: Turnstile;
  readonly leftHolds = new Map<string, LeftHold>();
  /** Resolves when the sale is closed before its end. */
  readonly closed: Promise<void>;
  readonly #closing = new AbortController();
  #openedAt = 0;

  constructor(parts: FloorParts) {
    this.parts = parts;
    this.line = new Turnstile(parts.inputs.connections);
    const [hot] = parts.levels;
    if (!hot) throw new RangeError('A sale needs stock.');
    this.board = new Board(hot);
    const { signal } = this.#closing;
    setMaxListeners(0, signal);
    this.closed = new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** How the sale was closed before its end; undefined when it wasn't. */
  get closedAs(): EarlyEnd | undefined {
    return this.isClosed ? (this.#closing.signal.reason as EarlyEnd) : undefined;
  }

  /** Milliseconds since the doors opened. */
  now(): number {
    return performance.now() - this.#openedAt;
  }

  /** Waits; resolves to false when the sale was closed meanwhile. */
  async wait(ms: number): Promise<boolean> {
    try {
      await delay(ms, undefined, { signal: this.#closing.signal });
      return true;
    } catch {
      return false;
    }
  }

  /** Lets all buyers come at their time, and resolves when the last one has left. */
  async run(): Promise<void> {
    this.#openedAt = performance.now();
    const inside = new Set<Promise<void>>();
    for (const buyer of this.parts.buyers) {
      await this.#comesAt(buyer.arrivesAtMs);
      if (this.isClosed) break;
      const visit = serve(this, buyer).finally(() => inside.delete(visit));
      inside.add(visit);
    }
    await Promise.all(inside);
  }

  /**
   * Waits until less than a millisecond is left, which is as near as timers come, or until the sale was closed. A timer
   * drops the fraction of its delay and may fire early by that much: what is left then is waited for again.
   */
  async #comesAt(ms: number): Promise<void> {
    let isOpen = true;
    for (let early = ms - this.now(); isOpen && early >= 1; early = ms - this.now()) {
      isOpen = await this.wait(early);
    }
  }

  /** Nobody comes any more, nobody waits any more; what is being worked on ends. */
  close(as: EarlyEnd): void {
    this.#closing.abort(as);
    this.line.dismiss();
  }
}

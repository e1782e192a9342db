/** What the verbs share within one process: the database, where to look next, and the refills in the air. */
import { EventEmitter } from 'node:events';
import type { Database } from '@/db/database';
import { orBusy, type Retry, withRetry } from '@/db/retry';
import type { CoalesceOptions } from './coalesce';
import { Cursors } from './cursor';
import { type RefillWaits, WaitingCheckouts } from './refill-waits';
import type { LevelKey, LevelState, ReplenishResult } from './results';
import { NextFlight, SingleFlight } from './single-flight';

export interface EngineOptions {
  /**
   * How often a reserve looks again for units that others have locked, before it answers "busy". The pauses between grow
   * from 2 to 250 ms: 15 looks, the default, are about two seconds, after which a person would rather be told.
   */
  readonly busyAttempts?: number;
  /** Whether reserves start a refill in the background at the low-water mark. Default true. */
  readonly refillsInBackground?: boolean;
  /** Lets reserves of one level share transactions; left out, each has its own. */
  readonly coalesce?: CoalesceOptions;
}

export interface EngineEvents {
  retry: [Retry & { verb: string }];
  /** `waits` are those of this process. */
  refill: [
    LevelKey & { added: number; kind: 'inline' | 'background'; durationMs: number; waits: RefillWaits },
  ];
  /** A refill in the background failed; the reserve that started it was not affected. */
  refillFailed: [LevelKey & { error: unknown }];
}

export class EngineContext {
  readonly database: Database;
  readonly options: Required<Omit<EngineOptions, 'coalesce'>>;
  readonly cursors = new Cursors();
  readonly refills = new SingleFlight<ReplenishResult>();
  readonly waiting = new WaitingCheckouts();
  readonly levelReads = new NextFlight<LevelState | undefined>();
  readonly unpooledReads = new NextFlight<number>();
  readonly events = new EventEmitter<EngineEvents>();

  constructor(database: Database, options: EngineOptions = {}) {
    this.database = database;
    this.options = { busyAttempts: 15, refillsInBackground: true, ...options };
  }

  /** Runs a whole, idempotent transaction with retries and counts them for `verb`. */
  retry<T>(verb: string, transaction: () => Promise<T>): Promise<T> {
    return withRetry(transaction, (retry) => this.events.emit('retry', { ...retry, verb }));
  }

  /** As `retry`, but says `busy` when others kept the rows or the connections for too long. */
  retryOrBusy<T>(verb: string, transaction: () => Promise<T>): Promise<T | { outcome: 'busy' }> {
    return orBusy(() => this.retry(verb, transaction));
  }
}

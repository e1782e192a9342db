/**
 * What each process believes about the state of the shops. Promise: no decision is made on a belief older than `LEASE_MS`; a
 * poll keeps it fresh, and where that is late, the next decision reads for itself. A shop that has always been on
 * MySQL has no row, and nothing is read for it but by the poll.
 */
import type { Database } from '@/db/database';
import { call } from '@/db/statement';
import { readTruths } from './sql';
import type { TruthState } from './states';

/** A switch is over once this time has passed: until then others may still believe the state before. */
export const LEASE_MS = 500;
const POLL_MS = 150;

export interface Truth {
  readonly state: TruthState;
  readonly version: number;
  readonly isSettling: boolean;
}

const unmoved: Truth = { state: 'mysql', version: 0, isSettling: false };

export class TruthDirectory {
  readonly #database: Database;
  #truths: ReadonlyMap<number, Truth> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The state of a shop; at once while the belief is fresh. Throws what the database reports when it must be read. */
  of(shopId: number): Truth | Promise<Truth> {
    if (performance.now() - this.#readAt < LEASE_MS) return this.#truths.get(shopId) ?? unmoved;
    return this.refresh().then(() => this.#truths.get(shopId) ?? unmoved);
  }

  /** Reads now, for whoever has learnt that the belief is old. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Polls until `stop`; doesn't keep the process running. */
  start(): void {
    const poll = async (): Promise<void> => {
      // What can't be read now is read by the next decision, which reports why it can't.
      await this.refresh().catch(() => undefined);
      if (this.#timer) this.#timer = setTimeout(poll, POLL_MS).unref();
    };
    this.#timer = setTimeout(poll, 0).unref();
  }

  /** Ends the polling; resolves when no read is under way. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#reading?.catch(() => undefined);
  }

  async #read(): Promise<void> {
    // Whatever is switched after this moment may be missing in what is read.
    const at = performance.now();
    const [result] = await this.#database.session('truth', (session) => session.send(call(readTruths)), {
      isUrgent: true,
    });
    this.#truths = new Map(
      (result?.rows ?? []).map((row) => [
        row.shopId as number,
        { state: row.state as TruthState, version: row.version as number, isSettling: row.isSettling === 1 },
      ]),
    );
    this.#readAt = at;
  }
}

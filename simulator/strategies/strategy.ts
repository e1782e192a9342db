/**
 * A strategy: one way in which a shop can keep a promise about stock.
 *
 * Every strategy file starts with a header in this form, so that they can be read side by side:
 *
 *   <What it does, in a sentence.>
 *   Promise: <what it keeps under concurrency, or doesn't>.
 *   Cost: <who waits for whom, how many round trips a reserve of one line takes>.
 *   Seen: <where shops do this>.
 *
 * All strategies write the same books (reservations, their lines, the ledger), so that one verdict reads them all; they
 * differ in how stock is found and taken. The database's retry table and its READ COMMITTED transactions are theirs too.
 */
import type { Database } from '@/db/database';
import type { RedisCommand } from '@/db/redis/command';
import type { Statement } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { EngineEvents, HeldUnit, ReserveLine } from '@/engine/index';
import type { CrashPoint } from '../crash-points';
import type { StockLevel } from '../stock';

/** What the engine tells of a refill. */
export type RefillEvent = EngineEvents['refill'][0];

export interface StrategyContext {
  /** The connections that the buyers share, on the schema of the run. */
  readonly database: Database;
  readonly levels: readonly StockLevel[];
  readonly holdSeconds: number;
  readonly poolCap: number;
  /** Told of each repeated transaction. */
  readonly onRetry: (code: string) => void;
  /** Told of each refill of a pool. */
  readonly onRefill: (refill: RefillEvent) => void;
  /** A place at which a test holds a buyer back; outside of tests it resolves at once. */
  readonly gate: (place: GatePlace, reservationId: string) => Promise<void>;
  /**
   * A place at which the process is killed if that was asked for. Only for strategies that write elsewhere than in MySQL: between
   * two packets of MySQL the run finds the place by itself, from `firstWrite`.
   */
  readonly passCrashPoint: (point: CrashPoint) => void;
  /**
   * Called between the two halves of a claim, in runs in which one of them is to break there. `tx` is the transaction that
   * is open at that place, if one is.
   */
  readonly betweenClaimWrites?: (reservationId: string, tx: Transaction | null) => Promise<void>;
}

export type GatePlace = 'after-read' | 'after-lock';

export interface HoldRequest {
  readonly shopId: number;
  readonly reservationId: string;
  readonly checkoutId: string;
  /** In the cart's order, each line of another level. */
  readonly lines: readonly ReserveLine[];
}

/** What a counter showed when a reserve read it. */
export interface SeenQuantity {
  readonly inventoryItemId: number;
  readonly inventoryGroupId: number;
  readonly quantity: number;
}

export type ReserveAnswer =
  | {
      readonly outcome: 'reserved';
      /** The units, where units are rows. */
      readonly units?: readonly HeldUnit[];
      /** What was read, where a quantity is read before it is written. */
      readonly seen?: readonly SeenQuantity[];
    }
  | { readonly outcome: 'sold_out' | 'all_held' | 'busy' };

export type ClaimAnswer = 'claimed' | 'released' | 'expired' | 'not_found' | 'busy';

/** What the stock tables of a strategy say is left of one level. */
export interface LevelBooks {
  readonly inventoryItemId: number;
  readonly inventoryGroupId: number;
  readonly free: number;
  /** The part of `free` that is no row yet; 0 for counters. */
  readonly unpooled: number;
}

/** What two systems say of one item. */
export interface TwoSystemBooks {
  readonly inventoryItemId: number;
  /** What the ledger in MySQL adds up to. */
  readonly ledger: number;
  /** What Redis would still give out, and what it thinks is promised. */
  readonly stock: number;
  readonly held: number;
}

/** A strategy on a schema with its stock laid out. */
export interface OpenStrategy {
  reserve(request: HoldRequest): Promise<ReserveAnswer>;
  claim(reservationId: string, orderId: string): Promise<ClaimAnswer>;
  release(reservationId: string): Promise<ClaimAnswer>;
  /** Takes back holds over their time and says how many. */
  expire(): Promise<number>;
  /** Resolves when nothing that no buyer waits for is under way. */
  settled(): Promise<void>;
  /** What the shop does after an interruption, where it has something to do: another process, a connection that is back. */
  recover?(): Promise<void>;
  /** What both systems say, where there are two. */
  readTwoSystems?(): Promise<TwoSystemBooks[]>;
}

export interface Strategy {
  readonly id: string;
  readonly name: string;
  /** One sentence for people who don't read SQL. */
  readonly summary: string;
  /** What is known against it, in a sentence; '' for nothing. */
  readonly weakness: string;
  readonly kind: 'counter' | 'units';
  /** Another system that it needs beside MySQL. */
  readonly needs?: 'redis';
  /** Whether refills exist, and a crash in one can be armed. */
  readonly hasRefills: boolean;
  /** The statement after whose packet `between-two-writes` kills the process; null where the strategy passes that place itself. */
  readonly firstWrite: string | null;
  /** What it sends from reserving to selling or giving back, in the order in which a unit meets it: for display. */
  readonly statements: readonly Statement[];
  /** What it says to Redis in that time, where it needs one. */
  readonly commands?: readonly RedisCommand[];
  /** Creates its tables and lays out the stock of the levels, where that has not been done; answers the verbs. */
  open(context: StrategyContext): Promise<OpenStrategy>;
  /** What the stock tables say is left of each level. */
  readBooks(database: Database, levels: readonly StockLevel[]): Promise<LevelBooks[]>;
}

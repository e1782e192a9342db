/** What is seen of a run while it goes on: plain data, kept small, for the terminal, the page and the time series. */
import type { StrategyId } from './strategies';

/** Where the buyers are. Every buyer is in exactly one place. */
export interface BuyerCounts {
  /** Not arrived yet. */
  coming: number;
  /** In line for a connection. */
  waiting: number;
  reserving: number;
  paying: number;
  /** Walked away from units that are held for them. */
  abandoned: number;
  bought: number;
  soldOut: number;
  allHeld: number;
  busy: number;
  declined: number;
  /** Their hold ran out before they paid. */
  expired: number;
  /** Paid after the hold was over: the money went back. */
  refunded: number;
  failed: number;
}

export type BuyerPlace = keyof BuyerCounts;

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** The figures of one interval of a run. Durations in ms. */
export interface Figures {
  readonly atMs: number;
  readonly buyers: BuyerCounts;
  /** Units neither held nor sold, in live holds, and sold, by the answers that buyers got. */
  readonly free: number;
  readonly held: number;
  readonly sold: number;
  /** What the stock tables said at the last reading: in the pool, and not laid out. */
  readonly pooled: number;
  readonly unpooled: number;
  readonly reservesPerSecond: number;
  readonly claimsPerSecond: number;
  /** From the intended arrival to the answer, of the reserves answered in this interval. */
  readonly latencyMs: Percentiles;
  readonly connections: { readonly inUse: number; readonly waiting: number; readonly limit: number };
  /** How late the simulator's own timers fire: a busy client is not a slow database. */
  readonly eventLoopMs: { readonly p50: number; readonly p99: number };
  readonly clientBusyPercent: number;
  /** Sums since the start of the run. */
  readonly deadlocks: number;
  readonly lockTimeouts: number;
  readonly retries: number;
  readonly refills: number;
  /** Row lock waits of the server since the start of the run, and sessions that wait at this moment. */
  readonly lockWaits: number;
  readonly waitingNow: number;
}

/** The hot level's units as one character a unit: `.` free, `h` held, `s` sold, `r` returned, `o` oversold. */
export interface BoardPicture {
  readonly inventoryItemId: number;
  readonly inventoryGroupId: number;
  /** Id of the first unit in `cells`. */
  readonly firstId: number;
  readonly cells: string;
}

export interface Frame {
  readonly runId: number;
  readonly strategy: StrategyId;
  readonly sequence: number;
  readonly figures: Figures;
  readonly board: BoardPicture;
  /** 0 to 1. */
  readonly progress: number;
  readonly msLeft: number;
}

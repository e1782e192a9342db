/** What a viewer of the panel is sent: plain JSON, types only. */
import type { LockPicture } from '@/db/panel/lock-picture';
import type { Part } from '@/db/panel/part';
import type { RecordedPacket } from '@/db/panel/recorded-packets';
import type { SessionGroup } from '@/db/panel/sessions';
import type { OpenTransaction } from '@/db/panel/transactions';
import type { UnitPlace } from '@/db/panel/units';
import type { StatementTime } from '@/db/statement-times';
import type { RefillWaits } from '@/engine/index';
import type { TrafficSettings } from '@/simulator/index';

/** What is looked at: the live shop's schema or that of a run. */
export interface Target {
  readonly shopId: number;
  /** null for the live shop. */
  readonly runId: number | null;
}

export interface LevelSample {
  readonly key: string;
  readonly inventoryItemId: number;
  readonly inventoryGroupId: number;
  readonly sku: string;
  readonly title: string;
  readonly location: string;
  /** null until the pool was counted for the first time. */
  readonly pooled: number | null;
  readonly unpooled: number;
  readonly held: number;
  readonly poolCap: number;
  readonly lowWaterMark: number;
  /** Units that left the pool, a second, over the last ten seconds; refills are not counted against it. */
  readonly drainPerSecond: number;
  /** Until the pool is dry, and until everything is sold, at that pace; null when nothing drains. */
  readonly poolDryInSeconds: number | null;
  readonly soldOutInSeconds: number | null;
  /** What the books of this level say; null until they were checked. */
  readonly books: LevelBooks | null;
  /** Pool sizes of the last minute, oldest first. */
  readonly trend: readonly number[];
}

export interface LevelBooks {
  readonly isSound: boolean;
  readonly ledger: number;
  readonly unpooled: number;
  readonly pooled: number;
  readonly reserved: number;
  readonly problems: readonly string[];
  readonly at: string;
}

export interface Refill {
  readonly at: string;
  readonly key: string;
  readonly added: number;
  /** inline: a buyer waited for it; elsewhere: another process did it, as the level's sequence tells. */
  readonly kind: 'inline' | 'background' | 'elsewhere';
  readonly durationMs: number | null;
  /** Who waited for it and how long, longest first; null where that is another process's to know. */
  readonly waits: RefillWaits | null;
}

export interface StockView {
  /** All levels in a full snapshot, the changed ones in a tick. */
  readonly levels: readonly LevelSample[];
  readonly levelCount: number;
  readonly isCut: boolean;
  readonly totals: { readonly pooled: number; readonly unpooled: number; readonly held: number };
  readonly refills: readonly Refill[];
  readonly books: {
    readonly checked: number;
    readonly broken: readonly string[];
    /** When the level that was checked longest ago was checked; null until all were. */
    readonly oldestAt: string | null;
  };
}

export interface CountersView {
  readonly threadsConnected: number;
  readonly threadsRunning: number;
  readonly maxConnections: number;
  readonly rowLockWaitsNow: number;
  readonly rowLockWaits: number;
  readonly rowLockAverageMs: number;
  readonly rowLockLongestMs: number;
  readonly threadConcurrency: number;
  /** Com_select and Com_commit since the server started. */
  readonly selects: number;
  readonly commits: number;
  /** A second, over the last ten seconds. */
  readonly selectsPerSecond: number;
  readonly commitsPerSecond: number;
  readonly rollbacksPerSecond: number;
}

export interface MetricsView {
  readonly deadlocks: number;
  readonly lockTimeouts: number;
  readonly historyLength: number;
}

export interface DeadlockView {
  readonly at: string;
  readonly sides: readonly {
    readonly number: number;
    readonly connectionId: number | null;
    readonly tag: string | null;
    readonly statement: string | null;
    readonly subject: string | null;
    readonly text: string;
    readonly isVictim: boolean;
    readonly holds: readonly { readonly words: string; readonly record: string; readonly mode: string }[];
    readonly waitsFor: readonly { readonly words: string; readonly record: string; readonly mode: string }[];
  }[];
}

export interface StatusView {
  readonly deadlock: DeadlockView | null;
  readonly inside: number;
  readonly queued: number;
}

/** Sessions of the whole server by tag and schema; busy ones as means over the last readings. */
export interface SessionsView {
  readonly readings: number;
  readonly groups: readonly SessionGroup[];
}

export interface ServerView {
  readonly state: 'up' | 'lost';
  /** Why it is lost, or that it was restarted. */
  readonly note: string | null;
  readonly version: string;
  readonly counters: Part<CountersView>;
  readonly metrics: Part<MetricsView>;
  readonly transactions: Part<readonly OpenTransaction[]>;
  readonly status: Part<StatusView>;
  readonly sessions: Part<SessionsView>;
  /** Cores that mysqld keeps busy; null when it isn't on this machine or can't be looked at. */
  readonly cpuCores: number | null;
}

export interface TagView {
  readonly tag: string;
  readonly count: number;
  /** Held at this moment, and for how long the longest of them. */
  readonly open: number;
  readonly openMaxMs: number;
  /** Of all time that connections were held in the last ten seconds. */
  readonly shareNow: number;
  /** Connections that it held on average over the last ten seconds. */
  readonly heldNow: number;
  readonly statementsNow: number;
  readonly heldMs: number;
  readonly holdP50Ms: number;
  readonly holdP95Ms: number;
  readonly holdP99Ms: number;
  readonly holdMaxMs: number;
  readonly waitedMs: number;
  readonly statementMs: number;
  readonly packets: number;
  /** Its packets by their statements, those that took most time together first. */
  readonly statements: readonly StatementTime[];
}

export interface ConnectionsView {
  readonly inUse: number;
  readonly waiting: number;
  readonly limit: number;
  readonly tags: readonly TagView[];
}

/** The crowd beside its neighbours, from one change of the switches to the next. */
export interface NeighbourPhase extends TrafficSettings {
  readonly seconds: number;
  readonly checkoutsPerSecond: number;
  readonly refusedPerSecond: number;
  /** Com_select and Com_commit of the whole server. */
  readonly selectsPerSecond: number;
  readonly commitsPerSecond: number;
  /** Time that connections of the writer were held, and waited for, per checkout, in ms. */
  readonly heldMsPerCheckout: number;
  readonly waitedMsPerCheckout: number;
  readonly heldByTag: readonly { readonly tag: string; readonly msPerCheckout: number }[];
}

export interface NeighboursView extends TrafficSettings {
  readonly failure: string | null;
  readonly connections: { readonly inUse: number; readonly waiting: number; readonly limit: number };
  readonly checkoutsPerSecondNow: number;
  /** Oldest first; the last one goes on. */
  readonly phases: readonly NeighbourPhase[];
}

/**
 * Where the statements of holds are from. watched: this process keeps its own while somebody looks; off: the run did not record
 * them; on: it did; full: it did until it had as many packets as it keeps.
 */
export type StatementSource = 'watched' | 'off' | 'on' | 'full';

/** The life of one unit, with what each hold sent where that is known. */
export interface UnitAnswer {
  readonly source: StatementSource;
  readonly places: readonly UnitPlace[];
  readonly recorded: Readonly<Record<string, readonly RecordedPacket[]>>;
}

export interface CostView {
  /** Time that the panel's own statements took, of the last ten seconds. */
  readonly share: number;
  readonly lastMs: number;
  readonly viewers: number;
}

export interface Snapshot {
  readonly isFull: boolean;
  readonly sequence: number;
  readonly at: string;
  readonly target: Target;
  readonly server: ServerView;
  readonly stock: Part<StockView>;
  readonly locks: Part<LockPicture>;
  readonly connections: ConnectionsView;
  /** null while no crowd checks out beside its neighbours. */
  readonly neighbours: NeighboursView | null;
  readonly cost: CostView;
}

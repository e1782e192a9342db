/**
 * A scenario: a claim about MySQL that can be true or false, and the steps that show which.
 *
 * Promise: pure data. The same object is run by the stepper, checked by tests and the terminal, drawn by the page, printed
 * and copied as SQL. What a step must do on the server is written beside it, to the last lock: a scenario whose
 * expectation no longer holds has become a false claim. Nothing here knows a connection.
 */

/** The server on which every expectation that says nothing else was found. */
export const foundOn = 'MySQL 9.7.4';

export type SessionName = 'T1' | 'T2' | 'T3';

export const topics = {
  contention: 'One row or many',
  keys: 'What an index costs',
  isolation: 'Isolation',
  order: 'Order and deadlock',
  refill: 'The pool runs dry',
  failure: 'When something fails',
} as const;

export type Topic = keyof typeof topics;

export interface ScenarioSession {
  readonly name: SessionName;
  /** Who it is in the shop: "Ada, checking out". */
  readonly who: string;
  /** Statements that it has run before the first step; shown, but not stepped. */
  readonly opening: readonly string[];
  /** Where it is connected to, when that isn't MySQL. */
  readonly system?: 'redis';
}

export type Cell = string | number | null;

export type ExpectedOutcome =
  | { readonly status: 'done'; readonly rows?: readonly (readonly Cell[])[]; readonly affected?: number }
  | { readonly status: 'blocked' }
  | { readonly status: 'error'; readonly code: string };

export interface Expectation {
  readonly outcome: ExpectedOutcome;
  /** Sessions whose waiting statement ended because of this step. */
  readonly resumed?: Readonly<Partial<Record<SessionName, ExpectedOutcome>>>;
  /** Who waits for whom afterwards: "T2 waits for T1". */
  readonly waits?: readonly string[];
  /** Every lock listed afterwards, as `lockLine` writes it; the order is of no account. */
  readonly locks: readonly string[];
}

/** What a prediction says; the server decides which one was right. */
export type Condition =
  | { readonly status: 'done' | 'blocked' | 'error' }
  | { readonly rows: number }
  | { readonly affected: number }
  /** The one value of a result with one row. */
  | { readonly value: Cell }
  | { readonly code: string }
  /** Record locks that the session holds or waits for. */
  | { readonly recordLocks: number };

export interface Question {
  readonly ask: string;
  readonly options: readonly { readonly text: string; readonly isRightIf: Condition }[];
}

export interface Step {
  readonly session: SessionName;
  /** What is sent; undefined where nothing is sent and a waiting statement is followed to its end. */
  readonly sql?: string;
  /** The clause to look at. */
  readonly marked?: string;
  /** Name of the engine's statement that this is. */
  readonly mirrors?: string;
  /** What has happened, in two or three sentences. */
  readonly explanation: string;
  readonly question?: Question;
  readonly expect: Expectation;
  /** Where older versions answer otherwise, oldest first: the first one that names a version above the server's is meant. */
  readonly expectBefore?: readonly { readonly version: string; readonly expect: Expectation }[];
}

/** An index that the page draws. */
export interface DrawnIndex {
  readonly table: string;
  readonly index: string;
  /** Leading columns that are the same in every row, left out of the drawing. */
  readonly sharedColumns?: number;
  /** The last column in words: "unit". */
  readonly noun?: string;
}

interface ScenarioHead {
  /** Part of the address; never changes. */
  readonly id: string;
  readonly number: number;
  readonly topic: Topic;
  /** The claim. */
  readonly title: string;
  /** What is going on in the shop, in two or three sentences. */
  readonly story: string;
  /** Sections of MySQL's reference manual, by name. */
  readonly manual: readonly string[];
}

export interface SteppedScenario extends ScenarioHead {
  readonly kind: 'stepped';
  /** Statements that build the tables and fill them. */
  readonly setup: readonly string[];
  readonly draws: readonly DrawnIndex[];
  /** Names for keys that would otherwise be read as numbers: a hold's UUID becomes "Ada's hold". */
  readonly names?: Readonly<Record<string, string>>;
  readonly sessions: readonly ScenarioSession[];
  readonly steps: readonly Step[];
  /** Names of the engine's statements that stand, in the shop, where this scenario shows how not to. */
  readonly instead?: readonly string[];
  /** What to take home, in one or two sentences. */
  readonly conclusion: string;
}

/** One question asked under each isolation level; each cell is a scenario that is run. */
export interface MatrixScenario extends ScenarioHead {
  readonly kind: 'matrix';
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly cells: readonly MatrixCell[];
  readonly conclusion: string;
}

export interface MatrixCell {
  readonly row: string;
  readonly column: string;
  readonly scenario: SteppedScenario;
  /** What it comes to where the scenario holds: "happens", "deadlock" … */
  readonly verdict: string;
  readonly isHarmful: boolean;
}

export type Scenario = SteppedScenario | MatrixScenario;

export interface DescribedLock {
  readonly session: string;
  readonly table: string;
  readonly index: string | null;
  readonly mode: string;
  readonly data: string | null;
  readonly isWaiting: boolean;
}

/** A lock as one line: `T1 available_units.PRIMARY X,REC_NOT_GAP (1, 41, 1, 3)`, with ` waiting` where it is not granted. */
export function lockLine({ session, table, index, mode, data, isWaiting }: DescribedLock): string {
  const place = index ? `${table}.${index}` : table;
  return `${session} ${place} ${mode}${data === null ? '' : ` (${data})`}${isWaiting ? ' waiting' : ''}`;
}

/** One line a record: locks of one session with one mode on one index. */
export function recordLocks(
  session: SessionName,
  place: string,
  mode: string,
  ...records: readonly string[]
): string[] {
  return records.map((data) => `${session} ${place} ${mode} (${data})`);
}

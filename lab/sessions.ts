/**
 * One session of a lab: a connection of its own, never one of the shared pool, and the statement that it runs.
 *
 * Promise: at most one statement runs at a time; its outcome is kept when it ends, whoever waits for it. Whether it is blocked is
 * not known here: see stepper.ts.
 */
import { type Connection, createConnection } from 'mysql2';
import { limits } from './limits';
import type { Sandbox } from './sandbox';
import type { Cell, SessionName } from './scenario';
import { tokenize } from './sql-tokens';

export type Outcome =
  | {
      readonly status: 'done';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly Cell[])[];
      readonly rowCount: number;
      /** Whether there were more rows than a lab keeps. */
      readonly isCut: boolean;
      /** Rows that a write matched; undefined for a read. */
      readonly affected?: number;
      readonly durationMs: number;
    }
  | {
      readonly status: 'error';
      readonly code: string;
      readonly message: string;
      readonly durationMs: number;
    };

export interface RunningStatement {
  readonly sql: string;
  readonly startedAt: number;
  /** Resolves when the statement has ended; never rejects. */
  readonly ended: Promise<void>;
  /** Why a lab has stopped it, once it has. */
  stoppedBecause?: string;
}

/** Row values that a page can show: numbers where they are exact, texts, bytes as hexadecimal digits. */
function toCell(value: unknown): Cell {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex').toUpperCase()}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Session settings; a visitor may change none of them but the isolation level, autocommit and the lock wait timeout. */
const SETTINGS = [
  "time_zone = '+00:00'",
  "sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,ONLY_FULL_GROUP_BY'",
  "transaction_isolation = 'REPEATABLE-READ'",
  `innodb_lock_wait_timeout = ${limits.lockWaitTimeoutSeconds}`,
  `lock_wait_timeout = ${limits.metadataWaitTimeoutSeconds}`,
].join(', ');

/** Bits of the status that comes with an OK packet. */
const IN_TRANSACTION = 0x0001;
const AUTOCOMMIT = 0x0002;

/** First words of what may be a write. */
const WRITES = new Set(['INSERT', 'REPLACE', 'UPDATE', 'DELETE', 'WITH']);
const SAVEPOINT = 'lastunit_lab_write';

/** What a lab needs of a session, whatever system it is connected to. */
export interface LabLine {
  readonly name: SessionName;
  readonly running: RunningStatement | undefined;
  readonly ended: { sql: string; outcome: Outcome } | undefined;
  readonly lostBecause: string | undefined;
  /** MySQL's CONNECTION_ID(); 0 where it is no session of MySQL. */
  readonly connectionId: number;
  send(sql: string, mostChanges?: number): void;
  run(sql: string): Promise<Outcome>;
  takeEnded(): { sql: string; outcome: Outcome } | undefined;
  destroy(): void;
}

export class LabSession implements LabLine {
  readonly name: SessionName;
  running: RunningStatement | undefined;
  /** The outcome that nobody has taken yet. */
  ended: { sql: string; outcome: Outcome } | undefined;
  /** Why the connection is gone, when it is. */
  lostBecause: string | undefined;
  readonly #connection: Connection;
  /** What the server said of this session with its last answer that says anything of it. */
  #isInTransaction = false;
  #isAutocommit = true;

  private constructor(name: SessionName, connection: Connection) {
    this.name = name;
    this.#connection = connection;
    // A connection that was killed says so here; without a listener that would end the process.
    connection.on('error', (error) => {
      this.lostBecause = error.message;
    });
  }

  static async open(name: SessionName, sandbox: Sandbox): Promise<LabSession> {
    const connection = createConnection({
      ...sandbox.account,
      database: sandbox.schema,
      multipleStatements: false,
      // A local file must never leave through LOAD DATA LOCAL.
      flags: ['-LOCAL_FILES'],
      supportBigNumbers: true,
      dateStrings: true,
      connectTimeout: 10_000,
      connectAttributes: { program_name: 'lastunit-lab' },
    });
    const session = new LabSession(name, connection);
    await new Promise<void>((resolve, reject) => {
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    const prepared = await session.run(`SET ${SETTINGS}`);
    if (prepared.status === 'error') {
      connection.destroy();
      throw new Error(`A session of the lab could not be prepared: ${prepared.message}`);
    }
    return session;
  }

  /** MySQL's CONNECTION_ID(). */
  get connectionId(): number {
    return this.#connection.threadId ?? 0;
  }

  /**
   * Sends a statement; the outcome is in `ended` when `running` is empty again. With `mostChanges`, a write that changed more rows is
   * taken back: by a savepoint in an open transaction, else by a transaction around it.
   */
  send(sql: string, mostChanges?: number): void {
    if (this.running) throw new Error(`${this.name} is running a statement`);
    const startedAt = performance.now();
    const isLimited = mostChanges !== undefined && WRITES.has(tokenize(sql)[0]?.text ?? '');
    const sent = isLimited ? this.#write(sql, startedAt, mostChanges) : this.#query(sql, startedAt);
    const ended = sent.then((outcome) => {
      const because = this.running?.stoppedBecause;
      this.running = undefined;
      this.ended = {
        sql,
        // Some functions end a statement that was stopped with a value, as if they had come to an end.
        outcome: because
          ? {
              status: 'error',
              code: 'ER_QUERY_INTERRUPTED',
              message: because,
              durationMs: outcome.durationMs,
            }
          : outcome,
      };
    });
    this.running = { sql, startedAt, ended };
  }

  /** Sends a statement and waits for its end, however long that takes. */
  async run(sql: string): Promise<Outcome> {
    this.send(sql);
    await this.running?.ended;
    return this.takeEnded()?.outcome as Outcome;
  }

  takeEnded(): { sql: string; outcome: Outcome } | undefined {
    const { ended } = this;
    this.ended = undefined;
    return ended;
  }

  /** Drops the line; what the server still does for this session is ended by its sandbox. */
  destroy(): void {
    this.#connection.destroy();
  }

  async #write(sql: string, startedAt: number, most: number): Promise<Outcome> {
    const isAlone = this.#isAutocommit && !this.#isInTransaction;
    await this.#query(isAlone ? 'START TRANSACTION' : `SAVEPOINT ${SAVEPOINT}`, startedAt);
    const outcome = await this.#query(sql, startedAt);
    const isTooMuch = outcome.status === 'done' && (outcome.affected ?? 0) > most;
    if (isAlone) await this.#query(isTooMuch ? 'ROLLBACK' : 'COMMIT', startedAt);
    else if (isTooMuch) await this.#query(`ROLLBACK TO SAVEPOINT ${SAVEPOINT}`, startedAt);
    if (!isTooMuch) return outcome;
    const changed = (outcome.affected ?? 0).toLocaleString('en');
    const message = `Taken back: it changed ${changed} rows, and a write of the lab may change ${most.toLocaleString('en')}. Locks that it took in an open transaction stay until that ends.`;
    return { status: 'error', code: 'LAB_TOO_MANY_ROWS', message, durationMs: outcome.durationMs };
  }

  #query(sql: string, startedAt: number): Promise<Outcome> {
    return new Promise((resolve) => {
      const rows: Cell[][] = [];
      let columns: string[] = [];
      let rowCount = 0;
      let bytes = 0;
      let affected: number | undefined;
      const durationMs = () => performance.now() - startedAt;
      const query = this.#connection.query({ sql, rowsAsArray: true });
      query.on('fields', (fields) => {
        columns = ((fields ?? []) as unknown as { name: string }[]).map((field) => field.name);
      });
      query.on('result', (result: unknown) => {
        if (!Array.isArray(result)) {
          const { affectedRows, serverStatus } = result as { affectedRows: number; serverStatus: number };
          affected = affectedRows;
          this.#isInTransaction = (serverStatus & IN_TRANSACTION) !== 0;
          this.#isAutocommit = (serverStatus & AUTOCOMMIT) !== 0;
          return;
        }
        rowCount += 1;
        if (rows.length >= limits.resultRows || bytes > limits.resultBytes) return;
        const cells = result.map(toCell);
        bytes += cells.reduce((sum: number, cell) => sum + String(cell).length, 0);
        rows.push(cells);
      });
      query.on('error', (error: NodeJS.ErrnoException) => {
        // The one error that ends a whole transaction.
        if (error.code === 'ER_LOCK_DEADLOCK') this.#isInTransaction = false;
        resolve({
          status: 'error',
          code: error.code ?? 'UNKNOWN',
          message: error.message,
          durationMs: durationMs(),
        });
      });
      query.on('end', () => {
        const isCut = rowCount > rows.length;
        resolve({ status: 'done', columns, rows, rowCount, isCut, affected, durationMs: durationMs() });
      });
    });
  }
}

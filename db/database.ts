/**
 * A MySQL schema as the app uses it: a bounded pool of connections, each prepared before its first use.
 *
 * Promise: whoever takes a connection says in whose name (`tag`) and waits at most `acquireTimeoutMs` for it; a
 * connection that comes back is clean, or is destroyed. It leaves statements and retries to others.
 */
import { performance } from 'node:perf_hooks';
import { drizzle, type MySql2Database } from 'drizzle-orm/mysql2';
import { createPool, type Pool, type PoolConnection } from 'mysql2/promise';
import { builderConnection } from './builder';
import { ConnectionStats } from './connection-stats';
import { DatabaseError } from './errors';
import { type PacketEvent, Session } from './session';
import { Transaction } from './transaction';
import { Turnstile } from './turnstile';

export interface DatabaseOptions {
  /** mysql://user:password@host:port/schema */
  readonly url: string;
  /** Most connections open at once. Default 20. */
  readonly connectionLimit?: number;
  /** Longest wait for a connection, in ms, before "busy". Default 2,000. */
  readonly acquireTimeoutMs?: number;
  /** Longest wait for a row lock, in seconds. Default 1: a wait is tried twice, and a buyer hears "busy" after two seconds. */
  readonly lockWaitTimeoutSeconds?: number;
  /** Longest wait for the definition of a table, in seconds. Default: MySQL's, a year. */
  readonly tableWaitTimeoutSeconds?: number;
  /** Delay added to every round trip, in ms. Default 0. */
  readonly roundTripDelayMs?: number;
}

export interface SessionOptions {
  /** Goes before ordinary work when all connections are in use: others wait for it. Default false. */
  readonly isUrgent?: boolean;
}

/** Strict, and with backslash escapes, which the client-side escaping of values relies on. */
const SQL_MODE =
  'STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,ONLY_FULL_GROUP_BY';

export class Database {
  readonly options: Required<DatabaseOptions>;
  readonly stats = new ConnectionStats();
  readonly #pool: Pool;
  readonly #turnstile: Turnstile;
  readonly #observers = new Set<(event: PacketEvent) => void>();

  constructor(options: DatabaseOptions) {
    this.options = {
      connectionLimit: 20,
      acquireTimeoutMs: 2_000,
      lockWaitTimeoutSeconds: 1,
      tableWaitTimeoutSeconds: 31_536_000,
      roundTripDelayMs: 0,
      ...options,
    };
    this.#turnstile = new Turnstile(this.options.connectionLimit);
    this.#pool = createPool({
      uri: this.options.url,
      connectionLimit: this.options.connectionLimit,
      maxIdle: this.options.connectionLimit,
      multipleStatements: true,
      supportBigNumbers: true,
      decimalNumbers: true,
      timezone: 'Z',
      charset: 'utf8mb4_0900_ai_ci',
      connectTimeout: 5_000,
      enableKeepAlive: true,
      // A local file must never leave through LOAD DATA LOCAL.
      flags: ['-LOCAL_FILES'],
    });
    // Commands of one connection run in the order in which they were given, so this one is first.
    this.#pool.pool.on('connection', (connection) => {
      const raw = connection as unknown as { query(sql: string, done: (error: unknown) => void): void };
      raw.query(
        `SET time_zone = '+00:00', sql_mode = '${SQL_MODE}', innodb_lock_wait_timeout = ${this.options.lockWaitTimeoutSeconds}, lock_wait_timeout = ${this.options.tableWaitTimeoutSeconds}, transaction_isolation = 'READ-COMMITTED'`,
        (error: unknown) => {
          if (error) connection.destroy();
        },
      );
    });
  }

  /** Name of the schema that statements without one refer to. */
  get schema(): string {
    return decodeURIComponent(new URL(this.options.url).pathname.slice(1));
  }

  /** Connections in use and callers in line for one. */
  get connections(): { inUse: number; waiting: number; limit: number } {
    const { inside, waiting } = this.#turnstile;
    return { inUse: inside, waiting, limit: this.options.connectionLimit };
  }

  /** Calls `observer` after each packet until the returned function is called. */
  observe(observer: (event: PacketEvent) => void): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /**
   * Runs `work` on one connection of its own, outside a transaction unless it opens one.
   *
   * Throws: DatabaseError `ACQUIRE_TIMEOUT` when no connection came free in time.
   */
  async session<T>(
    tag: string,
    work: (session: Session) => Promise<T>,
    { isUrgent = false }: SessionOptions = {},
  ): Promise<T> {
    const { connection, released } = await this.#acquire(tag, isUrgent);
    const session = new Session(connection, {
      tag,
      roundTripDelayMs: this.options.roundTripDelayMs,
      stats: this.stats,
      observers: this.#observers,
    });
    let isClean = false;
    try {
      const result = await work(session);
      isClean = true;
      return result;
    } finally {
      released();
      // After a failure nobody knows what the session still holds: a new connection is cheaper than finding out.
      if (isClean) connection.release();
      else connection.destroy();
      this.#turnstile.leave();
    }
  }

  /**
   * Runs `work` in a READ COMMITTED transaction and commits what it left open. When it throws, everything is rolled
   * back before the error goes on; a connection that can't even roll back is destroyed.
   */
  async transaction<T>(
    tag: string,
    work: (tx: Transaction) => Promise<T>,
    options: SessionOptions = {},
  ): Promise<T> {
    let failure: { error: unknown } | undefined;
    const inSession = async (session: Session) => {
      const tx = new Transaction(session);
      try {
        const value = await work(tx);
        if (tx.state === 'open') await tx.commit();
        return value;
      } catch (error) {
        try {
          await tx.rollback();
        } catch {
          // The connection is gone and its transaction with it; the first error is the one that explains.
          throw error;
        }
        failure = { error };
        return undefined;
      }
    };
    const result = await this.session(tag, inSession, options);
    if (failure) throw failure.error;
    return result as T;
  }

  /** drizzle on one connection, for the reads of pages. */
  async read<T>(tag: string, work: (builder: MySql2Database) => Promise<T>): Promise<T> {
    return this.session(tag, (session) => work(drizzle(builderConnection(session))));
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #acquire(
    tag: string,
    isUrgent: boolean,
  ): Promise<{ connection: PoolConnection; released: () => void }> {
    const startedAt = performance.now();
    const { connectionLimit, acquireTimeoutMs } = this.options;
    if (!(await this.#turnstile.enter(acquireTimeoutMs, isUrgent))) {
      throw new DatabaseError(
        'ACQUIRE_TIMEOUT',
        `No connection came free within ${acquireTimeoutMs} ms: all ${connectionLimit} are in use.`,
      );
    }
    try {
      const connection = await this.#pool.getConnection();
      return { connection, released: this.stats.acquired(tag, performance.now() - startedAt) };
    } catch (error) {
      this.#turnstile.leave();
      throw error;
    }
  }
}

export function createDatabase(options: DatabaseOptions): Database {
  return new Database(options);
}

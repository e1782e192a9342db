/**
 * One connection, held by one piece of work, and the packets it sends.
 *
 * Promise: `send` is one round trip, whatever the number of statements; every statement carries its tag. The server
 * stops at the first statement of a packet that fails, so a COMMIT at the end is reached only if all before it worked.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import type { ConnectionStats } from './connection-stats';
import { bindStatement, type Call, tagged, type Values } from './statement';
import { packetName } from './statement-times';

// biome-ignore lint/suspicious/noExplicitAny: a row's shape belongs to its statement
export type Row = Record<string, any>;

/** What one statement of a packet gave: rows of a SELECT, or the number of rows that a write matched. */
export interface StatementResult {
  readonly rows: Row[];
  readonly affectedRows: number;
}

/** A statement as it was sent: `text` is its `sql` with the values in their places, behind the comment that names it. */
export interface SentStatement {
  readonly name: string;
  readonly text: string;
  readonly sql: string;
  readonly values: Values;
}

/** One packet as observers see it, after it ended. */
export interface PacketEvent {
  readonly tag: string;
  readonly connectionId: number;
  readonly statements: readonly SentStatement[];
  readonly durationMs: number;
  readonly error?: unknown;
}

export interface Link {
  readonly tag: string;
  /** Delay added to each round trip, in ms: loopback hides what it costs to hold a lock across round trips. */
  readonly roundTripDelayMs: number;
  readonly stats: ConnectionStats;
  readonly observers: ReadonlySet<(event: PacketEvent) => void>;
}

export class Session {
  readonly connection: PoolConnection;
  readonly link: Link;

  constructor(connection: PoolConnection, link: Link) {
    this.connection = connection;
    this.link = link;
  }

  /** MySQL's CONNECTION_ID() of this session. */
  get connectionId(): number {
    return this.connection.threadId;
  }

  /** Sends the calls in one packet and returns one result per call. */
  async send(...calls: Call[]): Promise<StatementResult[]> {
    const { tag, stats, observers, roundTripDelayMs } = this.link;
    const statements = calls.map(({ statement, values }) => ({
      name: statement.name,
      text: tagged(tag, statement.name, bindStatement(statement, values)),
      sql: statement.sql,
      values,
    }));
    const startedAt = performance.now();
    let failure: unknown;
    try {
      if (roundTripDelayMs > 0) await delay(roundTripDelayMs);
      const [results] = await this.connection.query(statements.map(({ text }) => text).join(';\n'));
      const list = calls.length === 1 ? [results] : (results as unknown[]);
      return list.map((result) => toResult(result as RowDataPacket[] | ResultSetHeader));
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      const durationMs = performance.now() - startedAt;
      stats.packet(tag, durationMs, packetName(statements));
      for (const observe of observers) {
        observe({ tag, connectionId: this.connectionId, statements, durationMs, error: failure });
      }
    }
  }
}

function toResult(result: RowDataPacket[] | ResultSetHeader): StatementResult {
  if (Array.isArray(result)) return { rows: result as Row[], affectedRows: 0 };
  return { rows: [], affectedRows: result.affectedRows };
}

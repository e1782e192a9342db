/**
 * What InnoDB lists as locked and as waiting, as typed rows.
 *
 * Promise: each lock names the session that holds it. The thread that `data_locks` names won't do: when somebody runs
 * into the implicit lock of an insert, the explicit one is written by, and named after, the one who waits. Nor will
 * information_schema.innodb_trx by itself: InnoDB refreshes it only after 100 ms without a reader, so under frequent
 * readers it stays as it was. A transaction's lock on the *table* is always written by its own thread, and comes before
 * any record: that names the owner; innodb_trx is asked only for a transaction that has none (one recovered after a crash).
 */
import type { Session } from './session';
import { call, type Statement, sqlText } from './statement';

export interface Lock {
  readonly id: string;
  readonly transactionId: string;
  /** CONNECTION_ID() of the session whose transaction it is; null when it has no session any more. */
  readonly connectionId: number | null;
  readonly schema: string;
  readonly table: string;
  /** null for a lock on the table. */
  readonly index: string | null;
  /** As MySQL writes it: `IX`, `X,REC_NOT_GAP` … */
  readonly mode: string;
  readonly isWaiting: boolean;
  /** The locked record's key as MySQL writes it; null for a table, and when the page isn't in memory. */
  readonly data: string | null;
}

export interface LockWait {
  readonly waitingLockId: string;
  readonly waitingTransactionId: string;
  readonly waitingConnectionId: number | null;
  readonly blockingLockId: string;
  readonly blockingTransactionId: string;
  readonly blockingConnectionId: number | null;
}

export interface LockReading {
  readonly locks: readonly Lock[];
  readonly waits: readonly LockWait[];
  /** Whether there were more rows than were asked for. */
  readonly isCut: boolean;
}

export interface LockScope {
  /** Schema whose tables are meant. */
  readonly schema: string;
  /** Most rows read of either list. Default 2,000: n waiters of one row make n² waits. */
  readonly limit?: number;
}

export const readDataLocks: Statement = {
  name: 'locks.read_locks',
  purpose: 'Lists the locks on the tables of a schema.',
  sql: sqlText(`
    SELECT held.ENGINE_LOCK_ID AS id,
           CAST(held.ENGINE_TRANSACTION_ID AS CHAR) AS transactionId,
           thread.PROCESSLIST_ID AS writtenBy,
           held.OBJECT_SCHEMA AS schemaName,
           held.OBJECT_NAME AS tableName,
           held.INDEX_NAME AS indexName,
           held.LOCK_TYPE AS type,
           held.LOCK_MODE AS mode,
           held.LOCK_STATUS AS status,
           held.LOCK_DATA AS data
      FROM performance_schema.data_locks AS held
           LEFT JOIN performance_schema.threads AS thread
             ON thread.THREAD_ID = held.THREAD_ID
     WHERE held.OBJECT_SCHEMA = :schema
     LIMIT :limit
  `),
};

export const readDataLockWaits: Statement = {
  name: 'locks.read_waits',
  purpose: 'Lists who waits for whom.',
  sql: sqlText(`
    SELECT REQUESTING_ENGINE_LOCK_ID AS waitingLockId,
           CAST(REQUESTING_ENGINE_TRANSACTION_ID AS CHAR) AS waitingTransactionId,
           BLOCKING_ENGINE_LOCK_ID AS blockingLockId,
           CAST(BLOCKING_ENGINE_TRANSACTION_ID AS CHAR) AS blockingTransactionId
      FROM performance_schema.data_lock_waits
     LIMIT :limit
  `),
};

export const readTransactionOwners: Statement = {
  name: 'locks.read_owners',
  purpose: 'Names the session of each open transaction; at most ten times a second as fresh as it looks.',
  sql: sqlText(`
    SELECT CAST(trx_id AS CHAR) AS transactionId,
           trx_mysql_thread_id AS connectionId
      FROM information_schema.innodb_trx
  `),
};

/** Reads the locks of a schema and the waits among them, in one round trip. */
export async function readLocks(
  session: Session,
  { schema, limit = 2_000 }: LockScope,
): Promise<LockReading> {
  const [lockRows, waitRows] = await session.send(
    call(readDataLocks, { schema, limit: limit + 1 }),
    call(readDataLockWaits, { limit: limit + 1 }),
  );
  const rows = (lockRows?.rows ?? []).slice(0, limit);
  const owners = new Map<string, number>();
  for (const row of rows) {
    if (row.type === 'TABLE' && row.writtenBy !== null) owners.set(row.transactionId, Number(row.writtenBy));
  }
  if (rows.some((row) => !owners.has(row.transactionId))) {
    const [trx] = await session.send(call(readTransactionOwners));
    for (const { transactionId, connectionId } of trx?.rows ?? []) {
      // 0 is what InnoDB writes for a transaction that no session owns.
      if (!owners.has(transactionId) && connectionId) owners.set(transactionId, Number(connectionId));
    }
  }
  const ownerOf = (transactionId: string) => owners.get(transactionId) ?? null;
  const locks = rows.map(
    (row): Lock => ({
      id: row.id,
      transactionId: row.transactionId,
      connectionId: ownerOf(row.transactionId),
      schema: row.schemaName,
      table: row.tableName,
      index: row.indexName,
      mode: row.mode,
      isWaiting: row.status === 'WAITING',
      data: row.data,
    }),
  );
  const isHere = new Set(locks.filter((lock) => lock.isWaiting).map((lock) => lock.id));
  const waits = (waitRows?.rows ?? [])
    .slice(0, limit)
    .filter((row) => isHere.has(row.waitingLockId))
    .map(
      (row): LockWait => ({
        waitingLockId: row.waitingLockId,
        waitingTransactionId: row.waitingTransactionId,
        waitingConnectionId: ownerOf(row.waitingTransactionId),
        blockingLockId: row.blockingLockId,
        blockingTransactionId: row.blockingTransactionId,
        blockingConnectionId: ownerOf(row.blockingTransactionId),
      }),
    );
  const isCut = (lockRows?.rows.length ?? 0) > limit || (waitRows?.rows.length ?? 0) > limit;
  return { locks, waits, isCut };
}

/**
 * Why reading the lock lists may hurt this version under load; undefined when it doesn't. Before 8.0.37 a read could
 * hang the server beside a transaction with very many locks; until 8.0.40, 8.4.3 and 9.1 it stalls all sessions meanwhile.
 */
export function lockReadingHazard(version: string): string | undefined {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number);
  const number = major * 1_000_000 + minor * 1_000 + patch;
  if (number < 8_000_037)
    return `MySQL ${version} can hang when its lock lists are read under load (fixed in 8.0.37)`;
  const isMended =
    minor === 0 && major === 8
      ? number >= 8_000_040
      : minor === 4 && major === 8
        ? number >= 8_004_003
        : number >= 9_001_000;
  return isMended
    ? undefined
    : `MySQL ${version} stalls while its lock lists are read (better from 8.0.40, 8.4.3 and 9.1)`;
}

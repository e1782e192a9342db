/** What a connection holds and waits for, as InnoDB lists it. */
import type { Connection, RowDataPacket } from 'mysql2/promise';

/**
 * Record locks of a connection, one text each: "table index mode data", sorted. For locks that a session asked for
 * itself the thread id names it; of an implicit lock that somebody ran into it would name the one who waits.
 */
export async function recordLocks(observer: Connection, connectionId: number): Promise<string[]> {
  const [rows] = await observer.query<RowDataPacket[]>(
    `SELECT held.OBJECT_NAME AS tableName, held.INDEX_NAME AS indexName, held.LOCK_MODE AS mode, held.LOCK_DATA AS data
       FROM performance_schema.data_locks AS held
       JOIN performance_schema.threads AS thread ON thread.THREAD_ID = held.THREAD_ID
      WHERE thread.PROCESSLIST_ID = ?
        AND held.LOCK_TYPE = 'RECORD'`,
    [connectionId],
  );
  return rows.map((row) => `${row.tableName} ${row.indexName} ${row.mode} ${row.data}`).sort();
}

/** Resolves once InnoDB lists `connectionId` as waiting for a lock; fails when `isOver` says that it no longer can. */
export async function untilBlocked(
  observer: Connection,
  connectionId: number,
  isOver: () => boolean = () => false,
): Promise<void> {
  for (;;) {
    const [rows] = await observer.query<RowDataPacket[]>(
      `SELECT 1
         FROM performance_schema.data_lock_waits AS wait
         JOIN performance_schema.threads AS thread ON thread.THREAD_ID = wait.REQUESTING_THREAD_ID
        WHERE thread.PROCESSLIST_ID = ?
        LIMIT 1`,
      [connectionId],
    );
    if (rows.length > 0) return;
    if (isOver()) throw new Error(`connection ${connectionId} ended without ever waiting`);
  }
}

/** Resolves once InnoDB lists somebody as waiting for a row of `tableName`. */
export async function untilWaitingFor(observer: Connection, tableName: string): Promise<void> {
  for (;;) {
    const [rows] = await observer.query<RowDataPacket[]>(
      `SELECT 1
         FROM performance_schema.data_locks
        WHERE OBJECT_SCHEMA = DATABASE() AND OBJECT_NAME = ? AND LOCK_STATUS = 'WAITING'
        LIMIT 1`,
      [tableName],
    );
    if (rows.length > 0) return;
  }
}

/** All sessions of the server by what each ran last: also those of other processes, such as a sale or the worker. */
import { call, type Statement, sqlText } from '@/db/statement';
import { performanceSchemaPrivilege, type Reading } from './part';

export interface SessionGroup {
  /** null for sessions whose last statement carries no tag. */
  readonly tag: string | null;
  readonly schema: string | null;
  readonly sessions: number;
  /** In the middle of a statement. */
  readonly running: number;
  /** Between two statements of an open transaction: they hold on, and do nothing. */
  readonly idleInTransaction: number;
}

export const readSessions: Statement = {
  name: 'panel.read_sessions',
  purpose: 'Counts the sessions of the server by tag and schema: connected, running, idle in a transaction.',
  sql: sqlText(`
    SELECT IF(stmt.SQL_TEXT LIKE '/* conn_tag:%',
              SUBSTRING_INDEX(SUBSTRING_INDEX(SUBSTRING(stmt.SQL_TEXT, 1, 80), 'conn_tag:', -1), ' ', 1),
              NULL) AS tag,
           thread.PROCESSLIST_DB AS schemaName,
           COUNT(*) AS sessions,
           CAST(SUM(thread.PROCESSLIST_COMMAND <> 'Sleep') AS UNSIGNED) AS running,
           CAST(SUM(thread.PROCESSLIST_COMMAND = 'Sleep' AND COALESCE(trx.STATE, '') = 'ACTIVE') AS UNSIGNED)
             AS idleInTransaction
      FROM performance_schema.threads AS thread
           LEFT JOIN performance_schema.events_statements_current AS stmt
             ON stmt.THREAD_ID = thread.THREAD_ID
            AND stmt.NESTING_EVENT_LEVEL = 0
           LEFT JOIN performance_schema.events_transactions_current AS trx
             ON trx.THREAD_ID = thread.THREAD_ID
     WHERE thread.TYPE = 'FOREGROUND'
       AND thread.PROCESSLIST_COMMAND <> 'Daemon'
       AND thread.PROCESSLIST_ID <> CONNECTION_ID()
     GROUP BY tag, schemaName
     ORDER BY running DESC, sessions DESC
     LIMIT :limit
  `),
};

const MOST_GROUPS = 40;

export const sessionsReading: Reading<SessionGroup[]> = {
  privilege: performanceSchemaPrivilege,
  calls: [call(readSessions, { limit: MOST_GROUPS })],
  take: ([result]) =>
    (result?.rows ?? []).map((row) => ({
      tag: row.tag,
      schema: row.schemaName,
      sessions: Number(row.sessions),
      running: Number(row.running),
      idleInTransaction: Number(row.idleInTransaction),
    })),
};

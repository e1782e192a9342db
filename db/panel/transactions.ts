/**
 * Transactions that are open now, with what their session does or did last. From performance_schema, whose rows are
 * those of this moment; information_schema.innodb_trx is a copy that may be 100 ms old or older.
 */
import type { Row } from '@/db/session';
import { call, type Statement, sqlText } from '@/db/statement';
import { performanceSchemaPrivilege, type Reading } from './part';
import { bareText, type Label, labelOf } from './statement-label';

export interface OpenTransaction extends Label {
  readonly connectionId: number;
  readonly account: string;
  readonly schema: string | null;
  readonly isolation: string;
  readonly ageMs: number;
  /** Time since its last statement ended; null while one runs. */
  readonly idleMs: number | null;
  /** How long the statement has been running; null between two. */
  readonly runningMs: number | null;
  /** What runs, or ran last; without its comment. */
  readonly text: string;
}

export const readTransactions: Statement = {
  name: 'panel.read_transactions',
  purpose: 'Lists open transactions, oldest first, with the statement that each runs or ran last.',
  sql: sqlText(`
    SELECT thread.PROCESSLIST_ID AS connectionId,
           CONCAT(thread.PROCESSLIST_USER, '@', thread.PROCESSLIST_HOST) AS account,
           thread.PROCESSLIST_DB AS schemaName,
           trx.ISOLATION_LEVEL AS isolation,
           trx.TIMER_WAIT / 1000000000 AS ageMs,
           IF(stmt.END_EVENT_ID IS NULL, NULL, (trx.TIMER_END - stmt.TIMER_END) / 1000000000) AS idleMs,
           IF(stmt.END_EVENT_ID IS NULL, stmt.TIMER_WAIT / 1000000000, NULL) AS runningMs,
           stmt.SQL_TEXT AS sqlText,
           (SELECT past.SQL_TEXT
              FROM performance_schema.events_statements_history AS past
             WHERE past.THREAD_ID = trx.THREAD_ID
               AND past.NESTING_EVENT_ID = trx.EVENT_ID
               AND past.SQL_TEXT LIKE '%UUID_TO_BIN(%'
             ORDER BY past.EVENT_ID
             LIMIT 1) AS namingText
      FROM performance_schema.events_transactions_current AS trx
           JOIN performance_schema.threads AS thread
             ON thread.THREAD_ID = trx.THREAD_ID
           LEFT JOIN performance_schema.events_statements_current AS stmt
             ON stmt.THREAD_ID = trx.THREAD_ID
     WHERE trx.STATE = 'ACTIVE'
       AND thread.PROCESSLIST_ID <> CONNECTION_ID()
     ORDER BY trx.TIMER_WAIT DESC
     LIMIT :limit
  `),
};

const MOST_TRANSACTIONS = 100;

export const transactionsReading: Reading<OpenTransaction[]> = {
  privilege: performanceSchemaPrivilege,
  calls: [call(readTransactions, { limit: MOST_TRANSACTIONS })],
  take: ([result]) => (result?.rows ?? []).map(toTransaction),
};

function toTransaction(row: Row): OpenTransaction {
  const label = labelOf(row.sqlText);
  return {
    connectionId: Number(row.connectionId),
    account: row.account,
    schema: row.schemaName,
    isolation: row.isolation,
    ageMs: Number(row.ageMs),
    // The two clocks are read one after the other: a statement may end in between.
    idleMs: row.idleMs === null ? null : Math.max(0, Number(row.idleMs)),
    runningMs: row.runningMs === null ? null : Number(row.runningMs),
    tag: label.tag,
    statement: label.statement,
    subject: label.subject ?? labelOf(row.namingText).subject,
    text: bareText(row.sqlText),
  };
}

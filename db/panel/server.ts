/** What the server says about itself: settings once, counters as often as one likes, since they cost next to nothing. */
import type { Session } from '@/db/session';
import { call, type Statement, sqlText } from '@/db/statement';
import { processPrivilege, type Reading } from './part';

export interface ServerFacts {
  readonly version: string;
  /** The account of this connection, as GRANT writes it. */
  readonly account: string;
  readonly hasPerformanceSchema: boolean;
  readonly pidFile: string;
  readonly hostname: string;
  readonly port: number;
}

export const readFacts: Statement = {
  name: 'panel.read_facts',
  purpose: 'Says which server this is and as whom one is here.',
  sql: sqlText(`
    SELECT VERSION() AS version,
           CURRENT_USER() AS account,
           @@performance_schema AS hasPerformanceSchema,
           @@pid_file AS pidFile,
           @@hostname AS hostname,
           @@port AS port
  `),
};

export async function readServerFacts(session: Session): Promise<ServerFacts> {
  const [result] = await session.send(call(readFacts));
  const row = result?.rows[0] ?? {};
  const [user = '', host = ''] = String(row.account).split(/@(?=[^@]*$)/);
  return {
    version: row.version,
    account: `'${user}'@'${host}'`,
    hasPerformanceSchema: row.hasPerformanceSchema === 1,
    pidFile: row.pidFile,
    hostname: row.hostname,
    port: row.port,
  };
}

export interface Counters {
  readonly uptimeSeconds: number;
  readonly threadsConnected: number;
  readonly threadsRunning: number;
  readonly maxConnections: number;
  /** Sessions that wait for a row at this moment. */
  readonly rowLockWaitsNow: number;
  readonly rowLockWaits: number;
  readonly rowLockAverageMs: number;
  readonly rowLockLongestMs: number;
  readonly selects: number;
  readonly commits: number;
  readonly rollbacks: number;
  /** innodb_thread_concurrency; 0 is no ceiling. */
  readonly threadConcurrency: number;
}

export const readCounters: Statement = {
  name: 'panel.read_counters',
  purpose: 'Reads counters that the server keeps anyway; no lock is looked at.',
  sql: sqlText(`
    SHOW GLOBAL STATUS
    WHERE Variable_name IN ('Uptime', 'Threads_connected', 'Threads_running', 'Com_select', 'Com_commit',
                            'Com_rollback', 'Innodb_row_lock_current_waits', 'Innodb_row_lock_waits',
                            'Innodb_row_lock_time_avg', 'Innodb_row_lock_time_max')
  `),
};

export const readCeilings: Statement = {
  name: 'panel.read_ceilings',
  purpose: 'Reads the settings that bound how much runs at once.',
  sql: 'SELECT @@innodb_thread_concurrency AS threadConcurrency, @@max_connections AS maxConnections',
};

export const countersReading: Reading<Counters> = {
  privilege: processPrivilege,
  calls: [call(readCounters), call(readCeilings)],
  take([status, ceilings]) {
    const figures = new Map(status?.rows.map((row) => [row.Variable_name, Number(row.Value)]));
    const figure = (name: string): number => figures.get(name) ?? 0;
    return {
      uptimeSeconds: figure('Uptime'),
      threadsConnected: figure('Threads_connected'),
      threadsRunning: figure('Threads_running'),
      maxConnections: Number(ceilings?.rows[0]?.maxConnections ?? 0),
      rowLockWaitsNow: figure('Innodb_row_lock_current_waits'),
      rowLockWaits: figure('Innodb_row_lock_waits'),
      rowLockAverageMs: figure('Innodb_row_lock_time_avg'),
      rowLockLongestMs: figure('Innodb_row_lock_time_max'),
      selects: figure('Com_select'),
      commits: figure('Com_commit'),
      rollbacks: figure('Com_rollback'),
      threadConcurrency: Number(ceilings?.rows[0]?.threadConcurrency ?? 0),
    };
  },
};

export interface InnodbMetrics {
  readonly deadlocks: number;
  readonly lockTimeouts: number;
  /** Transactions whose old row versions purge hasn't cleaned up yet. */
  readonly historyLength: number;
}

export const readMetrics: Statement = {
  name: 'panel.read_metrics',
  purpose:
    'Reads counters that InnoDB keeps by default: deadlocks, timeouts, history that purge has yet to clean.',
  sql: sqlText(`
    SELECT NAME AS name, \`COUNT\` AS value
      FROM information_schema.INNODB_METRICS
     WHERE NAME IN ('lock_deadlocks', 'lock_timeouts', 'trx_rseg_history_len')
  `),
};

export const metricsReading: Reading<InnodbMetrics> = {
  privilege: processPrivilege,
  calls: [call(readMetrics)],
  take([result]) {
    const figures = new Map(result?.rows.map((row) => [row.name, Number(row.value)]));
    return {
      deadlocks: figures.get('lock_deadlocks') ?? 0,
      lockTimeouts: figures.get('lock_timeouts') ?? 0,
      historyLength: figures.get('trx_rseg_history_len') ?? 0,
    };
  },
};

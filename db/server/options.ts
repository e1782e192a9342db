/**
 * How our own mysqld is set, and why; everything not named here is MySQL's default. Options that came after 8.0.11 carry
 * `loose-`, so that an older server ignores them instead of refusing to start.
 */

export type Durability = 'safe' | 'relaxed';

const settings: Record<string, string | number> = {
  // Local only, and by address: looking names up would make a start depend on the machine's resolver.
  'bind-address': '127.0.0.1',
  'skip-name-resolve': 'ON',
  mysqlx: 'OFF',
  // Debian's build stops over a missing folder unless this is empty; no statement of ours reads or writes files.
  'secure-file-priv': '',

  // The engine computes with the server's clock, in UTC, whatever the machine's zone is.
  'default-time-zone': '+00:00',
  'character-set-server': 'utf8mb4',
  'collation-server': 'utf8mb4_0900_ai_ci',
  // The isolation level stays REPEATABLE READ on purpose: transactions of ours ask for READ COMMITTED by themselves, and
  // one that forgets shows in the tests of exact locks here as it would on anybody's server.
  'transaction-isolation': 'REPEATABLE-READ',

  // A buyer must hear "busy, try again" within seconds; the default of 50 s is longer than anyone waits.
  'innodb-lock-wait-timeout': 3,
  // MySQL's default, written down because the engine relies on knowing it: a wait that times out rolls back one
  // statement, and the engine rolls back the rest itself.
  'innodb-rollback-on-timeout': 'OFF',
  // No ceiling inside InnoDB. In the story a conservative value set years ago was the hidden limit.
  'innodb-thread-concurrency': 0,
  'innodb-print-all-deadlocks': 'ON',
  // The default of 128 MB is too little for ten kept runs beside the shop.
  'innodb-buffer-pool-size': '256M',

  // Simulator buyers (128), their neighbours, a lab of 120 sessions, web server, worker and a few clients, with room.
  'max-connections': 600,

  // Kept a day and in small files: nothing replicates from here, but writing the log is part of what a commit costs.
  'max-binlog-size': '64M',
  'loose-binlog-expire-logs-seconds': 86_400,

  // The lock panel reads data_locks and data_lock_waits, names sessions by their current or last statement and its leading
  // tag, and adds up digests. These consumers are defaults, kept from being switched off by a build.
  'performance-schema': 'ON',
  'performance-schema-consumer-events-statements-current': 'ON',
  'performance-schema-consumer-events-statements-history': 'ON',
  'performance-schema-consumer-events-transactions-current': 'ON',
  'performance-schema-consumer-statements-digest': 'ON',
  'performance-schema-instrument': 'wait/lock/metadata/sql/mdl=ON',
  'performance-schema-session-connect-attrs-size': 512,
  // A cart's UNION ALL is longer than the default of 1,024 bytes, and cut off there it would look like another one.
  'performance-schema-max-sql-text-length': 4096,
  'performance-schema-max-digest-length': 4096,
  'max-digest-length': 4096,
};

/** What a commit costs, and what it survives. */
const durability: Record<Durability, Record<string, string | number>> = {
  // Survives a power cut: log and binary log are flushed at each commit. The figures that a sale reports are these.
  safe: { 'innodb-flush-log-at-trx-commit': 1, 'sync-binlog': 1 },
  // Throw-away servers of tests: the binary log stays on, since it takes part in each commit's order, but nothing waits
  // for the disk. tests/engine took 64 and 101 s so, 132 and 135 s with the safe settings (in turns, 2 cores that others
  // used too, MySQL 9.7.4, 2026-12-01).
  relaxed: {
    'innodb-flush-log-at-trx-commit': 0,
    'sync-binlog': 0,
    'innodb-doublewrite': 'OFF',
  },
};

/** The settings as command-line options. */
export function serverOptions(kind: Durability): string[] {
  return Object.entries({ ...settings, ...durability[kind] }).map(([name, value]) => `--${name}=${value}`);
}

/** mysqld refuses to run as root unless told to; on a machine of one's own that is a container's usual user. */
export function userOption(): string[] {
  return process.getuid?.() === 0 ? ['--user=root'] : [];
}

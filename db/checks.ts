/** What a server must be able to do for the engine, one check each. Order is the order of the printed report. */
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { judgeVersion } from './server/program';

export interface Finding {
  ok: boolean;
  detail: string;
  /** What to do about it, when it isn't ok. */
  mend?: string;
}

export interface Needs {
  /** Connections that the app, its worker, a sale and the lab may have open together. */
  connections: number;
}

export interface Check {
  id: string;
  run(connection: Connection, needs: Needs): Promise<Finding>;
}

async function one(connection: Connection, sql: string): Promise<RowDataPacket> {
  const [rows] = await connection.query<RowDataPacket[]>(sql);
  return rows[0] ?? ({} as RowDataPacket);
}

/** A check that passes when its statements do. */
async function works(run: () => Promise<unknown>, detail: string, mend: string): Promise<Finding> {
  try {
    await run();
    return { ok: true, detail };
  } catch (error) {
    return { ok: false, detail: (error as Error).message, mend };
  }
}

export const checks: readonly Check[] = [
  {
    id: 'version',
    run: async (connection) => {
      const { version } = await one(connection, 'SELECT VERSION() AS version');
      const verdict = judgeVersion(String(version));
      if (verdict.usable) return { ok: true, detail: `MySQL ${version}` };
      return {
        ok: false,
        detail: `the server ${verdict.reason}`,
        mend: 'use MySQL 8.0.11 or newer, best the LTS line 8.4',
      };
    },
  },
  {
    id: 'skip_locked',
    run: (connection) =>
      works(
        () => connection.query('SELECT 1 FROM DUAL FOR UPDATE SKIP LOCKED'),
        'FOR UPDATE SKIP LOCKED is understood',
        'use MySQL 8.0.11 or newer',
      ),
  },
  {
    id: 'data_locks',
    run: (connection) =>
      works(
        async () => {
          await connection.query('SELECT ENGINE_LOCK_ID FROM performance_schema.data_locks LIMIT 1');
          await connection.query(
            'SELECT BLOCKING_ENGINE_LOCK_ID FROM performance_schema.data_lock_waits LIMIT 1',
          );
          await connection.query('SELECT trx_id FROM information_schema.innodb_trx LIMIT 1');
        },
        'data_locks, data_lock_waits and innodb_trx are readable',
        'GRANT SELECT ON performance_schema.* and PROCESS ON *.* to this user, with performance_schema=ON',
      ),
  },
  {
    id: 'isolation',
    run: async (connection) => {
      await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
      const { level } = await one(connection, 'SELECT @@SESSION.transaction_isolation AS level');
      const ok = level === 'READ-COMMITTED';
      return { ok, detail: `a session can be ${level}`, mend: 'allow this user to set its isolation level' };
    },
  },
  {
    id: 'binlog_format',
    run: async (connection) => {
      const { logBin } = await one(connection, 'SELECT @@GLOBAL.log_bin AS logBin');
      const { Value: format = 'ROW' } = await one(connection, "SHOW GLOBAL VARIABLES LIKE 'binlog_format'");
      if (!logBin) return { ok: true, detail: 'no binary log' };
      return {
        ok: format !== 'STATEMENT',
        detail: `${format}, binary log on`,
        mend: 'SET PERSIST binlog_format = ROW: READ COMMITTED and SKIP LOCKED need it',
      };
    },
  },
  {
    id: 'innodb_rollback_on_timeout',
    run: async (connection) => {
      const { isOn } = await one(connection, 'SELECT @@GLOBAL.innodb_rollback_on_timeout AS isOn');
      if (!isOn) return { ok: true, detail: 'OFF: the engine rolls the rest back itself' };
      return {
        ok: false,
        detail: 'ON: a wait that times out ends the whole transaction, which the lab shows otherwise',
        mend: 'innodb_rollback_on_timeout = OFF in my.cnf (the default), and a restart',
      };
    },
  },
  {
    id: 'lock_wait_timeout',
    run: async (connection) => {
      const { value } = await one(connection, 'SELECT @@GLOBAL.innodb_lock_wait_timeout AS value');
      return works(
        () => connection.query('SET SESSION innodb_lock_wait_timeout = 3'),
        `${value} s on the server, 3 s in our sessions`,
        'allow this user to set innodb_lock_wait_timeout for its sessions',
      );
    },
  },
  {
    id: 'max_connections',
    run: async (connection, needs) => {
      const { most, perUser } = await one(
        connection,
        'SELECT @@GLOBAL.max_connections AS most, @@GLOBAL.max_user_connections AS perUser',
      );
      const allowed = perUser > 0 ? Math.min(most, perUser) : most;
      return {
        ok: allowed >= needs.connections,
        detail: `${allowed} allowed, ${needs.connections} needed by app, worker, a sale and the lab together`,
        mend: `SET PERSIST max_connections = ${Math.max(400, needs.connections)}`,
      };
    },
  },
  {
    id: 'innodb_thread_concurrency',
    run: async (connection) => {
      const { value } = await one(connection, 'SELECT @@GLOBAL.innodb_thread_concurrency AS value');
      return {
        ok: value === 0 || value >= 64,
        detail: value === 0 ? '0: no ceiling' : `at most ${value} threads inside InnoDB`,
        mend: 'SET PERSIST innodb_thread_concurrency = 0: a low ceiling queues reserves while the CPU idles',
      };
    },
  },
  {
    id: 'clock',
    run: async (connection) => {
      await connection.query("SET time_zone = '+00:00'");
      const askedAt = Date.now();
      const { now } = await one(connection, 'SELECT UNIX_TIMESTAMP(NOW(3)) * 1000 AS now');
      // The server answered somewhere between question and answer: only what lies outside is skew.
      const skewMs = Math.max(0, askedAt - Number(now), Number(now) - Date.now());
      return {
        ok: skewMs <= 2_000,
        detail: `${skewMs.toFixed(0)} ms apart from this machine, UTC in our sessions`,
        mend: 'set both clocks by NTP: countdowns of holds are shown by this one and decided by the server',
      };
    },
  },
];

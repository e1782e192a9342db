import type { Database } from '@/db/database';
import { call, type Statement, sqlText } from '@/db/statement';

const readLockWaits: Statement = {
  name: 'sale.read_lock_waits',
  purpose: 'How often a session of this server has waited for a row, and how many wait now.',
  sql: sqlText(`
    SELECT VARIABLE_NAME AS name, CAST(VARIABLE_VALUE AS UNSIGNED) AS value
      FROM performance_schema.global_status
     WHERE VARIABLE_NAME IN ('Innodb_row_lock_waits', 'Innodb_row_lock_current_waits')
  `),
};

export interface LockWaitReading {
  /** Since the start of the server. */
  readonly total: number;
  readonly now: number;
}

/** Counters that cost next to nothing; the lock tables themselves are for the live panel. */
export async function readServerLockWaits(database: Database): Promise<LockWaitReading> {
  const [read] = await database.session('simulator', (session) => session.send(call(readLockWaits)));
  const figure = (name: string) => read?.rows.find((row) => row.name.toLowerCase() === name)?.value ?? 0;
  return { total: figure('innodb_row_lock_waits'), now: figure('innodb_row_lock_current_waits') };
}

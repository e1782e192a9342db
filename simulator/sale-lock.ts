/**
 * One sale at a time on a server: its figures would mean nothing otherwise. A named lock of MySQL, held by a connection of
 * the process that sells, so that it is free again as soon as that process is gone, however it ended.
 */
import { createConnection } from 'mysql2/promise';
import type { Database } from '@/db/database';
import { call, type Statement, sqlText } from '@/db/statement';

const isLocked: Statement = {
  name: 'sale.is_locked',
  purpose: 'Whether a process is selling.',
  sql: sqlText(`
    SELECT IS_USED_LOCK(:name) IS NOT NULL AS isUsed
  `),
};

// A lock's name has at most 64 characters.
const lockName = (schema: string) => `lastunit.sale.${schema}`.slice(0, 64);

export interface SaleLock {
  release(): Promise<void>;
}

/** Takes the lock, or answers undefined when another process has it after `waitSeconds`. */
export async function takeSaleLock(main: Database, waitSeconds: number): Promise<SaleLock | undefined> {
  const connection = await createConnection({ uri: main.options.url });
  // The server must not take an idle connection for a forgotten one while the sale goes on.
  await connection.query('SET SESSION wait_timeout = 86400');
  const [rows] = await connection.query('SELECT GET_LOCK(?, ?) AS taken', [
    lockName(main.schema),
    waitSeconds,
  ]);
  if ((rows as { taken: number | null }[])[0]?.taken === 1) return { release: () => connection.end() };
  await connection.end();
  return undefined;
}

export async function isSaleUnderWay(main: Database): Promise<boolean> {
  const [read] = await main.session('simulator', (session) =>
    session.send(call(isLocked, { name: lockName(main.schema) })),
  );
  return read?.rows[0]?.isUsed === 1;
}

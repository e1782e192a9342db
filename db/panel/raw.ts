/** The rows behind each part of the panel, and the statement that reads them: one click away from the words. */
import { readDataLocks, readDataLockWaits } from '@/db/locks';
import type { Session } from '@/db/session';
import { call, type Statement, type Values } from '@/db/statement';
import { readStatus } from './innodb-status';
import { MOST_ROW_LOCKS, readHeaviest } from './lock-picture';
import { readCounters, readMetrics } from './server';
import { readSessions } from './sessions';
import { readLevelNumbers } from './stock';
import { readTransactions } from './transactions';

export const MOST_RAW_ROWS = 200;

interface RawQuery {
  readonly statement: Statement;
  values(scope: { schema: string; shopId: number }): Values;
}

const limit = MOST_RAW_ROWS;

export const rawQueries = {
  levels: { statement: readLevelNumbers, values: ({ shopId }) => ({ shopId, limit }) },
  waits: { statement: readDataLockWaits, values: () => ({ limit }) },
  locks: { statement: readDataLocks, values: ({ schema }) => ({ schema, limit }) },
  transactions: { statement: readTransactions, values: () => ({ limit }) },
  status: { statement: readStatus, values: () => ({}) },
  counters: { statement: readCounters, values: () => ({}) },
  sessions: { statement: readSessions, values: () => ({ limit }) },
  metrics: { statement: readMetrics, values: () => ({}) },
} satisfies Record<string, RawQuery>;

export type RawName = keyof typeof rawQueries;

export const isRawName = (name: string | null): name is RawName =>
  name !== null && Object.hasOwn(rawQueries, name);

export type RawAnswer = { readonly rows: readonly Record<string, unknown>[] } | { readonly skipped: string };

/** Reads the rows of one part now. Lists of locks are left alone while they are very long. */
export async function readRaw(
  session: Session,
  name: RawName,
  scope: { schema: string; shopId: number },
): Promise<RawAnswer> {
  const { statement, values }: RawQuery = rawQueries[name];
  if (name === 'locks' || name === 'waits') {
    const [heaviest] = await session.send(call(readHeaviest));
    const total = Number(heaviest?.rows[0]?.total ?? 0);
    if (total > MOST_ROW_LOCKS) {
      return { skipped: `Open transactions hold about ${total.toLocaleString('en-GB')} row locks.` };
    }
  }
  const [result] = await session.send(call(statement, values(scope)));
  return { rows: (result?.rows ?? []).slice(0, MOST_RAW_ROWS) };
}

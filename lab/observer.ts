/**
 * What the server says about a lab: its locks and waits, by session name.
 *
 * Promise: nothing is derived from what was sent; every line was read. It leaves to the stepper what follows from it.
 */
import type { Database } from '@/db/database';
import { type LockMode, lockWords, parseLockData, parseLockMode } from '@/db/lock-words';
import { type LockReading, readLocks } from '@/db/locks';
import type { Session } from '@/db/session';
import { call, type Statement, sqlText } from '@/db/statement';
import type { DescribedLock } from './scenario';
import type { LabLine } from './sessions';

export interface LabLock extends DescribedLock {
  readonly reach: LockMode['reach'];
  readonly strength: LockMode['strength'];
  /** The mode in words. */
  readonly words: string;
  /** The record's key; undefined for a table, the supremum, and a page that isn't in memory. */
  readonly key?: readonly string[];
}

export interface LabWait {
  readonly waiting: string;
  readonly blocking: string;
  /** What the wait is for. */
  readonly kind: 'row' | 'table definition';
  readonly lock?: LabLock;
}

export interface Observation {
  readonly locks: readonly LabLock[];
  readonly waits: readonly LabWait[];
  readonly isCut: boolean;
}

const readMetadataWaits: Statement = {
  name: 'lab.read_metadata_waits',
  purpose: 'Lists who waits for the definition of a table, and who uses it.',
  sql: sqlText(`
    SELECT waiting.PROCESSLIST_ID AS waitingConnectionId,
           blocking.PROCESSLIST_ID AS blockingConnectionId
      FROM performance_schema.metadata_locks AS wanted
           JOIN performance_schema.threads AS waiting
             ON waiting.THREAD_ID = wanted.OWNER_THREAD_ID
           JOIN performance_schema.metadata_locks AS held
             ON held.OBJECT_TYPE = wanted.OBJECT_TYPE
            AND held.OBJECT_SCHEMA = wanted.OBJECT_SCHEMA
            AND held.OBJECT_NAME = wanted.OBJECT_NAME
            AND held.LOCK_STATUS = 'GRANTED'
            AND held.OWNER_THREAD_ID <> wanted.OWNER_THREAD_ID
           JOIN performance_schema.threads AS blocking
             ON blocking.THREAD_ID = held.OWNER_THREAD_ID
     WHERE wanted.OBJECT_SCHEMA = :schema
       AND wanted.OBJECT_TYPE = 'TABLE'
       AND wanted.LOCK_STATUS = 'PENDING'
  `),
};

/** Reads the locks and waits of a sandbox. */
export function observe(
  database: Database,
  schema: string,
  sessions: readonly LabLine[],
): Promise<Observation> {
  return database.session('lab', async (session) => {
    const reading = await readLocks(session, { schema });
    const metadata = await metadataWaits(session, schema);
    return inWords(reading, metadata, sessions);
  });
}

async function metadataWaits(session: Session, schema: string) {
  const [result] = await session.send(call(readMetadataWaits, { schema }));
  return (result?.rows ?? []) as { waitingConnectionId: number; blockingConnectionId: number }[];
}

function inWords(
  { locks, waits, isCut }: LockReading,
  metadata: readonly { waitingConnectionId: number; blockingConnectionId: number }[],
  sessions: readonly LabLine[],
): Observation {
  const names = new Map(sessions.map(({ connectionId, name }) => [connectionId, name as string]));
  const nameOf = (connectionId: number | null) =>
    (connectionId !== null && names.get(connectionId)) || `another session (${connectionId ?? 'ended'})`;
  const described = new Map<string, LabLock>();
  for (const lock of locks) {
    const isTableLock = lock.index === null;
    described.set(lock.id, {
      session: nameOf(lock.connectionId),
      table: lock.table,
      index: lock.index,
      mode: lock.mode,
      data: lock.data,
      isWaiting: lock.isWaiting,
      ...{ reach: undefined, ...parseLockMode(lock.mode, isTableLock) },
      words: lockWords(lock.mode, isTableLock, lock.data),
      key: parseLockData(lock.data),
    });
  }
  const seen = new Set<string>();
  const pairs: LabWait[] = [
    ...waits.map((wait) => ({
      waiting: nameOf(wait.waitingConnectionId),
      blocking: nameOf(wait.blockingConnectionId),
      kind: 'row' as const,
      lock: described.get(wait.waitingLockId),
    })),
    ...metadata.map((wait) => ({
      waiting: nameOf(wait.waitingConnectionId),
      blocking: nameOf(wait.blockingConnectionId),
      kind: 'table definition' as const,
    })),
  ].filter(({ waiting, blocking }) => {
    const pair = `${waiting} ${blocking}`;
    return seen.has(pair) ? false : Boolean(seen.add(pair));
  });
  return { locks: [...described.values()].sort(byPlace), waits: pairs, isCut };
}

function byPlace(left: LabLock, right: LabLock): number {
  return (
    left.session.localeCompare(right.session) ||
    Number(left.index !== null) - Number(right.index !== null) ||
    left.table.localeCompare(right.table) ||
    (left.index ?? '').localeCompare(right.index ?? '') ||
    compareKeys(left.key, right.key)
  );
}

/** Keys in the order of their index; the supremum, which has none, comes last. */
export function compareKeys(left?: readonly string[], right?: readonly string[]): number {
  if (!left || !right) return Number(!left) - Number(!right);
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (part === other) continue;
    const isNumeric = /^\d+$/.test(part) && /^\d+$/.test(other);
    return isNumeric ? (BigInt(part) < BigInt(other) ? -1 : 1) : part < other ? -1 : 1;
  }
  return left.length - right.length;
}

/**
 * Who waits for whom and what is locked, in words, for one schema.
 *
 * Promise: reading it can't pile up on a busy server: sessions with too many row locks, and servers whose lock lists are
 * known to stall, are left alone and the reason is given. How often it is read is for the caller to say.
 */
import { lockWords, parseLockData } from '@/db/lock-words';
import { type Lock, type LockReading, lockReadingHazard, readLocks } from '@/db/locks';
import type { Session } from '@/db/session';
import { call, type Statement, sqlText } from '@/db/statement';
import { type Names, plainNames, recordWords } from './record-words';

/** Row locks above which the lists are left alone. */
export const MOST_ROW_LOCKS = 20_000;
export const MOST_ROWS = 2_000;

export interface WaitEdge {
  readonly waiting: number | null;
  readonly blocking: number | null;
  readonly kind: 'row' | 'table definition';
  readonly table: string;
  readonly index: string | null;
  /** What the waiter asks for, as MySQL writes it and in words. */
  readonly mode: string;
  readonly words: string;
  /** What is waited for: "unit 17 of item 100 at Berlin". */
  readonly record: string;
  /** How the blocker holds it. */
  readonly heldMode: string;
  readonly heldWords: string;
}

export interface LockGroup {
  readonly table: string;
  readonly index: string | null;
  readonly mode: string;
  readonly words: string;
  readonly granted: number;
  readonly waiting: number;
}

export interface LockPicture {
  readonly edges: readonly WaitEdge[];
  readonly groups: readonly LockGroup[];
  /** Rows of the list that were read; the list was longer when `isCut`. */
  readonly count: number;
  readonly isCut: boolean;
  readonly unitLocks: readonly UnitLock[];
}

/** A granted lock on the row of one unit, wherever the unit is. */
export interface UnitLock {
  /** "item:group:unit" */
  readonly key: string;
  readonly place: 'pool' | 'hold' | 'sold';
  /** null when the transaction has no session any more. */
  readonly connectionId: number | null;
  readonly words: string;
}

export type LockAnswer = { readonly picture: LockPicture } | { readonly skipped: string };

export const readHeaviest: Statement = {
  name: 'panel.read_row_locks',
  purpose: 'Adds up how many row locks each transaction says it has, before the list of them is asked for.',
  sql: sqlText(`
    SELECT CAST(COALESCE(SUM(trx_rows_locked), 0) AS UNSIGNED) AS total,
           COALESCE(MAX(trx_rows_locked), 0) AS most
      FROM information_schema.INNODB_TRX
  `),
};

export const readMetadataWaits: Statement = {
  name: 'panel.read_metadata_waits',
  purpose: 'Lists who waits for the definition of a table, and who uses it.',
  sql: sqlText(`
    SELECT waiting.PROCESSLIST_ID AS waiting,
           blocking.PROCESSLIST_ID AS blocking,
           wanted.OBJECT_NAME AS tableName,
           wanted.LOCK_TYPE AS mode,
           held.LOCK_TYPE AS heldMode
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
     LIMIT 50
  `),
};

export async function readLockPicture(
  session: Session,
  { schema, version, names = plainNames }: { schema: string; version: string; names?: Names },
): Promise<LockAnswer> {
  const hazard = lockReadingHazard(version);
  if (hazard) return { skipped: hazard };
  const [heaviest, metadata] = await session.send(call(readHeaviest), call(readMetadataWaits, { schema }));
  const { total = 0 } = heaviest?.rows[0] ?? {};
  if (Number(total) > MOST_ROW_LOCKS) {
    const count = Number(total).toLocaleString('en-GB');
    return {
      skipped: `open transactions hold about ${count} row locks, and listing them would slow the shop`,
    };
  }
  const reading = await readLocks(session, { schema, limit: MOST_ROWS });
  const edges = [...rowEdges(reading, names), ...(metadata?.rows ?? []).map(metadataEdge)];
  return {
    picture: {
      edges,
      groups: groupLocks(reading.locks),
      count: reading.locks.length,
      isCut: reading.isCut,
      unitLocks: reading.locks.flatMap(unitLock),
    },
  };
}

/** One edge per pair of sessions and record; a waiter also waits for those that came before it to the same record. */
function rowEdges({ locks, waits }: LockReading, names: Names): WaitEdge[] {
  const byId = new Map(locks.map((lock) => [lock.id, lock]));
  const edges = new Map<string, WaitEdge>();
  for (const wait of waits) {
    const wanted = byId.get(wait.waitingLockId);
    if (!wanted) continue;
    const held = byId.get(wait.blockingLockId);
    const isTable = wanted.index === null;
    edges.set(`${wait.waitingConnectionId} ${wait.blockingConnectionId} ${wanted.id}`, {
      waiting: wait.waitingConnectionId,
      blocking: wait.blockingConnectionId,
      kind: 'row',
      table: wanted.table,
      index: wanted.index,
      mode: wanted.mode,
      words: lockWords(wanted.mode, isTable, wanted.data),
      record: recordWords(wanted.table, wanted.index, wanted.data, names),
      heldMode: held?.mode ?? '',
      heldWords: held ? lockWords(held.mode, isTable, held.data) : '',
    });
  }
  return [...edges.values()];
}

function metadataEdge(row: Record<string, unknown>): WaitEdge {
  return {
    waiting: Number(row.waiting),
    blocking: Number(row.blocking),
    kind: 'table definition',
    table: String(row.tableName),
    index: null,
    mode: String(row.mode),
    words: 'to change the definition of the table, or to wait behind who wants to',
    record: `definition of ${row.tableName}`,
    heldMode: String(row.heldMode),
    heldWords: 'uses the table in an open transaction',
  };
}

function groupLocks(locks: readonly Lock[]): LockGroup[] {
  const groups = new Map<string, { -readonly [key in keyof LockGroup]: LockGroup[key] }>();
  for (const lock of locks) {
    const key = `${lock.table} ${lock.index} ${lock.mode}`;
    const group = groups.get(key) ?? {
      table: lock.table,
      index: lock.index,
      mode: lock.mode,
      words: lockWords(lock.mode, lock.index === null, null),
      granted: 0,
      waiting: 0,
    };
    if (lock.isWaiting) group.waiting += 1;
    else group.granted += 1;
    groups.set(key, group);
  }
  // What is waited for first, then rows, then the tables' own locks, which only announce those of rows.
  return [...groups.values()].sort(
    (a, b) =>
      b.waiting - a.waiting || Number(a.index === null) - Number(b.index === null) || b.granted - a.granted,
  );
}

const placeOf: Readonly<Record<string, UnitLock['place']>> = {
  available_units: 'pool',
  reserved_units: 'hold',
  sold_units: 'sold',
};

function unitLock({ table, index, mode, data, isWaiting, connectionId }: Lock): UnitLock[] {
  const place = placeOf[table];
  const key = parseLockData(data);
  if (!place || index !== 'PRIMARY' || isWaiting || !key) return [];
  const [, item, group] = key;
  // The key of a held unit names the hold before the unit.
  const unit = key[place === 'hold' ? 4 : 3];
  if (!unit) return [];
  return [{ key: `${item}:${group}:${unit}`, place, connectionId, words: lockWords(mode, false, data) }];
}

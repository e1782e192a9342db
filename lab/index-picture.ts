/**
 * An index as it lies there: its records in key order, each with the locks on it.
 *
 * Promise: records come from two reads of the index itself, one that sees what isn't committed and one that doesn't, and
 * from the locks. A record that only a lock names is one that MySQL has marked as deleted and not yet removed.
 */
import type { Database } from '@/db/database';
import type { Row, Session } from '@/db/session';
import { call, type Statement, sqlText } from '@/db/statement';
import { type KeyColumn, keyPart, selectOf, shownPart } from './key-format';
import { compareKeys, type LabLock } from './observer';
import type { DrawnIndex } from './scenario';

export type RecordState =
  | 'committed'
  /** Inserted by a transaction that hasn't committed. */
  | 'inserted'
  /** Deleted by a transaction that hasn't committed. */
  | 'deleted'
  /** Deleted and committed, still in the index: purge hasn't come yet. */
  | 'not purged';

export interface PictureRecord {
  readonly key: readonly string[];
  /** The key as people read it. */
  readonly shown: readonly string[];
  readonly state: RecordState;
  readonly locks: readonly LabLock[];
}

export interface IndexPicture extends DrawnIndex {
  readonly columns: readonly string[];
  readonly records: readonly PictureRecord[];
  /** Locks on what lies behind the last record. */
  readonly supremum: readonly LabLock[];
  /** Records that are not drawn. */
  readonly left: number;
}

const MOST_RECORDS = 60;

const readIndexColumns: Statement = {
  name: 'lab.read_index_columns',
  purpose: 'Lists the columns of the indexes of a schema, in order.',
  sql: sqlText(`
    SELECT part.TABLE_NAME AS tableName,
           part.INDEX_NAME AS indexName,
           part.COLUMN_NAME AS name,
           field.DATA_TYPE AS type,
           COALESCE(field.DATETIME_PRECISION, 0) AS fraction
      FROM information_schema.STATISTICS AS part
           JOIN information_schema.COLUMNS AS field
             ON field.TABLE_SCHEMA = part.TABLE_SCHEMA
            AND field.TABLE_NAME = part.TABLE_NAME
            AND field.COLUMN_NAME = part.COLUMN_NAME
     WHERE part.TABLE_SCHEMA = :schema
     ORDER BY part.TABLE_NAME, part.INDEX_NAME, part.SEQ_IN_INDEX
  `),
};

/** Draws the indexes that are asked for, and every other index that somebody has locked. */
export function drawIndexes(
  database: Database,
  schema: string,
  wanted: readonly DrawnIndex[],
  locks: readonly LabLock[],
): Promise<IndexPicture[]> {
  return database.session('lab', async (session) => {
    const [result] = await session.send(call(readIndexColumns, { schema }));
    const columns = indexColumns(result?.rows ?? []);
    const all = [...wanted];
    for (const { table, index } of locks) {
      if (index && !all.some((drawn) => drawn.table === table && drawn.index === index))
        all.push({ table, index });
    }
    const pictures: IndexPicture[] = [];
    for (const drawn of all) {
      const parts = columns.get(`${drawn.table}.${drawn.index}`);
      if (parts) pictures.push(await drawIndex(session, schema, drawn, parts, locks));
    }
    return pictures;
  });
}

/** Columns by `table.index`; the record of a secondary index ends with what it lacks of the primary key. */
function indexColumns(rows: readonly Row[]): Map<string, KeyColumn[]> {
  const byIndex = new Map<string, KeyColumn[]>();
  for (const { tableName, indexName, name, type, fraction } of rows) {
    const place = `${tableName}.${indexName}`;
    byIndex.set(place, [...(byIndex.get(place) ?? []), { name, type, fraction: Number(fraction) }]);
  }
  for (const [place, parts] of byIndex) {
    const primary = byIndex.get(`${place.slice(0, place.indexOf('.'))}.PRIMARY`) ?? [];
    parts.push(...primary.filter(({ name }) => !parts.some((part) => part.name === name)));
  }
  return byIndex;
}

async function drawIndex(
  session: Session,
  schema: string,
  drawn: DrawnIndex,
  columns: readonly KeyColumn[],
  allLocks: readonly LabLock[],
): Promise<IndexPicture> {
  const { table, index } = drawn;
  const locks = allLocks.filter((lock) => lock.table === table && lock.index === index);
  const [present, committed] = await readRecords(session, schema, drawn, columns);
  const records = new Map<string, { key: string[]; shown: readonly string[]; state: RecordState }>();
  const put = (row: Row, state: RecordState) => {
    const key = columns.map((column, place) => keyPart(row[place], column));
    const shown = columns.map((_, place) => shownPart(row[place]));
    records.set(key.join(', '), { key, shown, state });
  };
  for (const row of committed) put(row, 'deleted');
  const isCommitted = new Set(records.keys());
  for (const row of present) {
    const name = columns.map((column, place) => keyPart(row[place], column)).join(', ');
    put(row, isCommitted.has(name) ? 'committed' : 'inserted');
  }
  for (const { key } of locks) {
    const name = key?.join(', ');
    if (key && name && !records.has(name))
      records.set(name, { key: [...key], shown: key, state: 'not purged' });
  }
  const sorted = [...records.entries()].sort(([, left], [, right]) => compareKeys(left.key, right.key));
  return {
    ...drawn,
    columns: columns.map(({ name }) => name),
    records: sorted.slice(0, MOST_RECORDS).map(([name, record]) => ({
      ...record,
      locks: locks.filter((lock) => lock.key?.join(', ') === name),
    })),
    supremum: locks.filter((lock) => !lock.key),
    left: Math.max(0, sorted.length - MOST_RECORDS),
  };
}

/** Rows of an index as they are now, and as they are for everyone who waits for commits. */
async function readRecords(
  { connection }: Session,
  schema: string,
  { table, index }: DrawnIndex,
  columns: readonly KeyColumn[],
): Promise<[Row[], Row[]]> {
  const names = columns.map(({ name }) => `\`${name}\``).join(', ');
  const sql = `SELECT ${columns.map(selectOf).join(', ')} FROM \`${schema}\`.\`${table}\` FORCE INDEX (\`${index}\`) ORDER BY ${names} LIMIT 500`;
  const text = [
    // Not behind somebody who waits to change the table's definition.
    'SET SESSION lock_wait_timeout = 1',
    'SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED',
    sql,
    'SET TRANSACTION ISOLATION LEVEL READ COMMITTED',
    sql,
  ].join(';\n');
  const [results] = await connection.query({ sql: text, rowsAsArray: true, dateStrings: true } as never);
  const [, , present, , committed] = results as unknown as Row[][];
  return [present ?? [], committed ?? []];
}

/** Lock modes in words, and the key that a record lock names, taken apart. Pure: reads nothing. */

export type LockStrength = 'shared' | 'exclusive';

/** What of the index a record lock covers. */
export type LockReach = 'record' | 'gap' | 'next_key' | 'insert_intention';

export const SUPREMUM = 'supremum pseudo-record';

export interface LockMode {
  readonly strength: LockStrength;
  /** `undefined` for a lock on a table. */
  readonly reach?: LockReach;
}

/** Takes `X,REC_NOT_GAP` and its relatives apart. */
export function parseLockMode(mode: string, isTableLock: boolean): LockMode {
  const [first = '', ...flags] = mode.split(',');
  const strength: LockStrength = first === 'S' || first === 'IS' ? 'shared' : 'exclusive';
  if (isTableLock) return { strength };
  if (flags.includes('INSERT_INTENTION')) return { strength, reach: 'insert_intention' };
  if (flags.includes('REC_NOT_GAP')) return { strength, reach: 'record' };
  if (flags.includes('GAP')) return { strength, reach: 'gap' };
  return { strength, reach: 'next_key' };
}

const tableWords: Record<string, string> = {
  IS: 'says that it locks rows of this table, shared',
  IX: 'says that it locks rows of this table, exclusively',
  S: 'the whole table, shared',
  X: 'the whole table, exclusively',
  AUTO_INC: 'the counter of the auto-increment key',
};

/** A lock in words a projector can show: "exclusive, this record only". */
export function lockWords(mode: string, isTableLock: boolean, data: string | null): string {
  if (isTableLock) return tableWords[mode] ?? mode;
  const { strength, reach } = parseLockMode(mode, false);
  const isSupremum = data === SUPREMUM;
  switch (reach) {
    case 'record':
      return `${strength}, this record only`;
    case 'gap':
      return isSupremum ? 'the gap behind the last record' : 'the gap before this record, not the record';
    case 'insert_intention':
      return isSupremum ? 'to insert behind the last record' : 'to insert into the gap before this record';
    default:
      return isSupremum
        ? 'the gap behind the last record, so that nobody inserts there'
        : `${strength}, this record and the gap before it`;
  }
}

/** The values of a LOCK_DATA such as `'held', 1, 0x0199`, as texts without quotes; undefined where there is none. */
export function parseLockData(data: string | null): string[] | undefined {
  if (data === null || data === SUPREMUM) return undefined;
  const parts = data.match(/'(?:[^']|'')*'|[^,\s][^,]*/g) ?? [];
  return parts.map((part) =>
    part.startsWith("'") ? part.slice(1, -1).replaceAll("''", "'") : part.trimEnd(),
  );
}

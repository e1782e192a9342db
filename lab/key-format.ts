/** Key values as LOCK_DATA writes them, so that a row read with SELECT can be found among the locks. Pure. */

export interface KeyColumn {
  readonly name: string;
  /** DATA_TYPE of information_schema: `bigint`, `enum`, `datetime` … */
  readonly type: string;
  /** Digits of a second behind the point. */
  readonly fraction: number;
}

/** What to select of a column; the rest is for `keyPart`. */
export function selectOf({ name, type }: KeyColumn): string {
  // An enum lies in the index as its number.
  return type === 'enum' ? `\`${name}\` + 0` : `\`${name}\``;
}

/** A value as LOCK_DATA writes it. */
export function keyPart(value: unknown, column: KeyColumn): string {
  if (value === null || value === undefined) return 'NULL';
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex').toUpperCase()}`;
  if (column.type === 'datetime') return packedDatetime(String(value), column.fraction);
  return String(value);
}

/** A value as a person reads it. */
export function shownPart(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex').toUpperCase()}`;
  return String(value);
}

/** InnoDB's five bytes of a DATETIME and the bytes of its fraction, most significant first. */
export function packedDatetime(text: string, fraction: number): string {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text
    .split(/[-: .]/, 6)
    .map(Number);
  const date = BigInt((year * 13 + month) * 32 + day);
  const time = BigInt(hour * 4096 + minute * 64 + second);
  const packed = (date << 17n) + time + 0x80_0000_0000n;
  const bytes = Math.ceil(fraction / 2);
  const digits = (text.split('.')[1] ?? '').padEnd(6, '0').slice(0, bytes * 2);
  const tail =
    bytes > 0
      ? Number(digits)
          .toString(16)
          .padStart(bytes * 2, '0')
      : '';
  return `0x${(packed.toString(16) + tail).toUpperCase()}`;
}

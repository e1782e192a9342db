/**
 * The last deadlock, parsed from the text of SHOW ENGINE INNODB STATUS into its transactions: what each ran, held and
 * waited for, and which was rolled back. Pure. The text is for people and may change between versions: what isn't
 * understood is left out and the raw text stays beside it.
 */
import { lockWords } from '@/db/lock-words';
import { keyWords, type Names, plainNames } from './record-words';
import { bareText, labelOf } from './statement-label';

export interface DeadlockLock {
  readonly table: string;
  readonly index: string | null;
  readonly mode: string;
  readonly words: string;
  readonly record: string;
}

export interface DeadlockSide {
  readonly number: number;
  readonly connectionId: number | null;
  readonly tag: string | null;
  readonly statement: string | null;
  readonly subject: string | null;
  readonly text: string;
  readonly holds: readonly DeadlockLock[];
  readonly waitsFor: readonly DeadlockLock[];
  readonly isVictim: boolean;
}

export interface Deadlock {
  /** As the server wrote it, in its own time zone. */
  readonly at: string;
  readonly sides: readonly DeadlockSide[];
  readonly raw: string;
}

const MOST_LOCKS = 4;

/** `undefined` when there was none since the server started. */
export function parseDeadlock(status: string, names: Names = plainNames): Deadlock | undefined {
  const section = status.match(
    /^LATEST DETECTED DEADLOCK\n-+\n([\s\S]*?)(?=\n-{4,}\n[A-Z /]+\n-{4,}\n|(?![\s\S]))/m,
  )?.[1];
  if (!section) return undefined;
  const victim = Number(section.match(/WE ROLL BACK TRANSACTION \((\d+)\)/)?.[1]);
  const pieces = section.split(/^\*\*\* \((\d+)\) TRANSACTION:\n/m).slice(1);
  const sides: DeadlockSide[] = [];
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    sides.push(parseSide(Number(pieces[at]), pieces[at + 1] ?? '', victim, names));
  }
  return { at: section.match(/^\S+ \S+/)?.[0] ?? '', sides, raw: section.trim() };
}

function parseSide(number: number, text: string, victim: number, names: Names): DeadlockSide {
  const [head = '', ...rest] = text.split(/^\*\*\* \(\d+\) (?=HOLDS|WAITING)/m);
  const sqlText = head.match(/^MySQL thread id .*\n([\s\S]*)$/m)?.[1] ?? '';
  const label = labelOf(sqlText);
  const locksOf = (word: string) =>
    rest.filter((part) => part.startsWith(word)).flatMap((part) => parseLocks(part, names));
  return {
    number,
    connectionId: Number(head.match(/^MySQL thread id (\d+)/m)?.[1] ?? 0) || null,
    ...label,
    text: bareText(sqlText),
    holds: locksOf('HOLDS').slice(0, MOST_LOCKS),
    waitsFor: locksOf('WAITING').slice(0, MOST_LOCKS),
    isVictim: number === victim,
  };
}

function parseLocks(part: string, names: Names): DeadlockLock[] {
  const [, ...blocks] = part.split(/^(?=RECORD LOCKS|TABLE LOCK)/m);
  return blocks.flatMap((block): DeadlockLock[] => {
    const table = block.match(/table `[^`]*`\.`([^`]+)`/)?.[1] ?? '';
    const index = block.match(/index `?([^\s`]+)`? of table/)?.[1] ?? null;
    const mode = modeOf(block);
    if (index === null) {
      return [{ table, index, mode, words: lockWords(mode, true, null), record: `table ${table}` }];
    }
    const records = block.split(/^Record lock, heap no /m).slice(1);
    return records.map((record) => {
      const isSupremum = /supremum/.test(record);
      const key = isSupremum ? undefined : decodeFields(record);
      return {
        table,
        index,
        mode,
        words: lockWords(mode, false, isSupremum ? 'supremum pseudo-record' : null),
        record: isSupremum
          ? `end of ${table}`
          : (keyWords(table, index, key, names) ?? `${table} ${index} ${key?.slice(0, 4).join(', ') ?? ''}`),
      };
    });
  });
}

/** "lock_mode X locks rec but not gap waiting" as data_locks would write it. */
function modeOf(block: string): string {
  const strength = block.match(/lock[_ ]mode ([A-Z_-]+)/)?.[1] ?? 'X';
  if (/locks rec but not gap/.test(block)) return `${strength},REC_NOT_GAP`;
  if (/insert intention/.test(block)) return `${strength},INSERT_INTENTION`;
  if (/locks gap before rec/.test(block)) return `${strength},GAP`;
  return strength;
}

/** Unsigned integers lie in the index as they are, big end first; longer values are shown as hex. */
function decodeFields(record: string): string[] {
  return [...record.matchAll(/^ \d+: len (\d+); hex ([0-9a-f]+)/gm)].map(([, length, hex]) =>
    Number(length) <= 8 ? BigInt(`0x${hex}`).toString() : `0x${hex}`,
  );
}

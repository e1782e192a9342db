/**
 * One mysqld that can be run, and how to recognise it. MariaDB's program has the same name and is refused: it has no
 * `performance_schema.data_locks`, so neither the lock panel nor the tests of exact locks can say anything true about it.
 */
import { output } from './command';

export type Source = 'path' | 'cache' | 'debian' | 'download';

export interface Program {
  source: Source;
  version: string;
  /** The command line up to mysqld's own options; Debian's packages run through their own loader. */
  command: string[];
  /** The command line of the mysql client that came with it, if any. */
  client: string[] | null;
}

export const minimumVersion = [8, 0, 11] as const;

export type Verdict = { usable: true; version: string } | { usable: false; reason: string };

/** Tells MySQL from MariaDB and old versions by the line that `mysqld --version` prints (or by `SELECT VERSION()`). */
export function judgeVersion(line: string): Verdict {
  const version = /(\d+)\.(\d+)\.(\d+)/.exec(line);
  if (/mariadb/i.test(line)) {
    return {
      usable: false,
      reason: `is MariaDB ${version?.[0] ?? ''}, which has no performance_schema.data_locks and other locking rules`,
    };
  }
  if (!version) return { usable: false, reason: `says no version that can be read: "${line.trim()}"` };
  const numbers = version.slice(1).map(Number);
  for (const [place, least] of minimumVersion.entries()) {
    const number = numbers[place] ?? 0;
    if (number > least) break;
    if (number < least) {
      return {
        usable: false,
        reason: `is MySQL ${version[0]}, and SKIP LOCKED with data_locks needs ${minimumVersion.join('.')}`,
      };
    }
  }
  return { usable: true, version: version[0] };
}

/** Runs `--version` and judges it. */
export async function judgeProgram(command: readonly string[]): Promise<Verdict> {
  try {
    return judgeVersion(await output([...command, '--version']));
  } catch (error) {
    return { usable: false, reason: `doesn't run here: ${(error as Error).message}` };
  }
}

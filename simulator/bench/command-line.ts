/** The arguments of `npm run bench`. */
import { parseArgs } from 'node:util';
import { groups } from './groups';
import { cellsOf, quickRatioKeys, type RatioKey, ratioKeys } from './ratios';
import type { Size } from './sizes';

export const benchUsage = `npm run bench -- [--quick] [--json] [options]

Measures the reservation engine, its rivals and the machine's own limit side by side: a MySQL of its own with safe durability
and the binary log on, buyers in a process of their own, rounds in which the measurements take turns, medians.

  --quick          what the ratios need (but ${ratioKeys.filter((key) => !quickRatioKeys.includes(key)).join(', ')}), within five minutes
  --only KEY       one ratio: ${ratioKeys.join(', ')}
  --table TITLE    one table: ${groups.map(({ title }) => title).join('; ')}
  --rounds N       1 to 50 rounds instead of five
  --smoke          the ratios once, too short to mean anything: does it run?
  --json           print one object and nothing else
  --markdown       print the tables of docs/performance.md
  --chart FILE     write the chart of docs/performance.md

Where DATABASE_URL names a server, it is measured on that one, in schemas of its own that are dropped afterwards.
Exit: 0 done, whatever the ratios say; 1 it could not be carried out; 2 bad arguments; 130 stopped.`;

export interface BenchCommand {
  readonly size: Size['name'];
  readonly rounds: number | undefined;
  /** The ratios that are asked for. */
  readonly keys: readonly RatioKey[];
  /** The measurements to make; undefined for all of the size. */
  readonly only: readonly string[] | undefined;
  readonly isJson: boolean;
  readonly isMarkdown: boolean;
  readonly chartFile: string | undefined;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Throws: UsageError with one line that names what is wrong, or what parseArgs throws. */
export function readBenchCommand(args: readonly string[]): BenchCommand {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      chart: { type: 'string' },
      only: { type: 'string' },
      table: { type: 'string' },
      rounds: { type: 'string' },
    },
  });
  const { quick, smoke, json, markdown, chart, only, table } = values;
  if (json && markdown) throw new UsageError('--json and --markdown are two forms of one output; take one');
  if (only !== undefined && !isRatioKey(only)) {
    throw new UsageError(`--only knows no "${only}"; there are ${ratioKeys.join(', ')}`);
  }
  if (only !== undefined && table !== undefined) {
    throw new UsageError('--only and --table are two choices; take one');
  }
  const cells = table === undefined ? undefined : cellsOfTable(table);
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  if (rounds !== undefined && !(Number.isSafeInteger(rounds) && rounds >= 1 && rounds <= 50)) {
    throw new UsageError('--rounds has to be a whole number from 1 to 50');
  }
  const asked = quick ? quickRatioKeys : ratioKeys;
  const made = cells && ratioKeys.filter((key) => cellsOf(key).every((cell) => cells.includes(cell)));
  const keys = only ? [only] : (made ?? asked);
  return {
    size: smoke ? 'smoke' : quick ? 'quick' : 'full',
    rounds,
    keys,
    // The small sizes make what the ratios need; the full one makes everything there is.
    only: cells ?? (only || smoke ? keys.flatMap(cellsOf) : undefined),
    isJson: json,
    isMarkdown: markdown,
    chartFile: chart,
  };
}

/** The measurements of the table with this title. Throws: UsageError. */
function cellsOfTable(wanted: string): string[] {
  const group = groups.find(({ title }) => title.toLowerCase() === wanted.toLowerCase());
  if (group) return group.cells.map(({ key }) => key);
  const titles = groups.map(({ title }) => `"${title}"`).join(', ');
  throw new UsageError(`--table knows no "${wanted}"; there are ${titles}`);
}

function isRatioKey(text: string): text is RatioKey {
  return (ratioKeys as readonly string[]).includes(text);
}

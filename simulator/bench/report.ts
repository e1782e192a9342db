/** What a run of the benchmark says: environment, every measurement, the ratios and how they stand to their targets. */
import type { Environment } from '../environment';
import { groups } from './groups';
import type { Measured } from './messages';
import { checksOf, median, type Ratio, type RatioKey, ratiosOf } from './ratios';
import type { Sample } from './sample';

export interface MeasuredCell {
  readonly key: string;
  readonly label: string;
  readonly rounds: number;
  /** Medians of the rounds. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly more: Readonly<Record<string, number>>;
}

export interface MeasuredGroup {
  readonly title: string;
  readonly note: string;
  readonly cells: readonly MeasuredCell[];
}

export interface BenchReport {
  readonly command: string;
  readonly date: string;
  readonly environment: Environment;
  readonly rounds: number;
  readonly tookSeconds: number;
  /** Ratio by key; null when it could not be measured, with the reason under `details`. */
  readonly ratios: Partial<Record<RatioKey, number | null>>;
  readonly details: Partial<Record<RatioKey, Ratio>>;
  readonly checks: Record<string, Ratio>;
  readonly groups: readonly MeasuredGroup[];
}

export function reportOf(
  measured: Measured,
  keys: readonly RatioKey[],
  command: string,
  date: Date,
): BenchReport {
  const details = ratiosOf(measured, keys);
  return {
    command,
    date: date.toISOString().slice(0, 10),
    environment: measured.environment,
    rounds: measured.rounds,
    tookSeconds: Math.round(measured.tookMs / 1000),
    ratios: Object.fromEntries(Object.entries(details).map(([key, { value }]) => [key, rounded(value, 3)])),
    details,
    checks: checksOf(measured),
    groups: groups.flatMap(({ title, note, cells }) => {
      const rows = cells.flatMap(({ key, label }) => {
        const samples = measured.samples[key] ?? [];
        return samples.length > 0 ? [{ key, label, ...medianOf(samples) }] : [];
      });
      return rows.length > 0 ? [{ title, note, cells: rows }] : [];
    }),
  };
}

function medianOf(samples: readonly Sample[]): Omit<MeasuredCell, 'key' | 'label'> {
  const of = (figure: (sample: Sample) => number) => rounded(median(samples.map(figure)), 2) ?? 0;
  const names = Object.keys(samples[0]?.more ?? {});
  return {
    rounds: samples.length,
    perSecond: of((sample) => sample.perSecond),
    p50Ms: of((sample) => sample.p50Ms),
    p99Ms: of((sample) => sample.p99Ms),
    more: Object.fromEntries(names.map((name) => [name, of((sample) => sample.more?.[name] ?? 0)])),
  };
}

const rounded = (value: number | null, digits: number) =>
  value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits;

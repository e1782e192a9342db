/** The figures that a run is judged by: ratios of measurements of the same round, and what each should be. */
import { cartKey } from './groups/carts';
import { ceilingKey } from './groups/ceiling';
import { checkoutKey } from './groups/checkouts';
import { coldKey } from './groups/cold-item';
import { snapshotKey } from './groups/disturbed';
import { levelsKey, stockKey } from './groups/growth';
import { hotKey } from './groups/hot-item';
import { panelKey } from './groups/panel';
import { refillsKey } from './groups/refills';
import type { Measurements, Sample } from './sample';

export type Target = { readonly atLeast: number } | { readonly atMost: number };

type Figure = (sample: Sample) => number;

interface RatioSpec {
  readonly target: Target | null;
  readonly figure: Figure;
  readonly over: string;
  /** Left out where the figure is a ratio by itself. */
  readonly under?: string;
}

const perSecond: Figure = (sample) => sample.perSecond;
const p50: Figure = (sample) => sample.p50Ms;
const p99: Figure = (sample) => sample.p99Ms;
const more =
  (name: string): Figure =>
  (sample) =>
    sample.more?.[name] ?? Number.NaN;

const specs = {
  unitPoolVsCounterUpdate_1ms: {
    target: { atLeast: 5 },
    figure: perSecond,
    over: hotKey('unit-pool', 1),
    under: hotKey('counter-update', 1),
  },
  unitPoolVsCounterForUpdate_1ms: {
    target: { atLeast: 7 },
    figure: perSecond,
    over: hotKey('unit-pool', 1),
    under: hotKey('counter-for-update', 1),
  },
  coalescedVsCeiling_0ms: {
    target: { atLeast: 3.5 },
    figure: perSecond,
    over: hotKey('coalesced', 0),
    under: ceilingKey(0),
  },
  coalescedVsCounterUpdate_1ms: {
    target: { atLeast: 45 },
    figure: perSecond,
    over: hotKey('coalesced', 1),
    under: hotKey('counter-update', 1),
  },
  checkoutVsRedisModel_1ms: {
    target: { atLeast: 1 },
    figure: perSecond,
    over: checkoutKey('unit-pool'),
    under: checkoutKey('redis-counter-ledger-first'),
  },
  coalescedCheckoutVsRedisModel_1ms: {
    target: null,
    figure: perSecond,
    over: checkoutKey('coalesced'),
    under: checkoutKey('redis-counter-ledger-first'),
  },
  snapshotOpenVsNot: {
    target: { atLeast: 0.9 },
    figure: perSecond,
    over: snapshotKey(true),
    under: snapshotKey(false),
  },
  stock1MVs1K: {
    target: { atMost: 1.1 },
    figure: more('stock1MVs1K'),
    over: stockKey,
  },
  levels100KVs10: { target: { atMost: 1.2 }, figure: p50, over: levelsKey('many'), under: levelsKey('few') },
  panelOnVsOff: { target: { atLeast: 0.97 }, figure: more('panelOnVsOff'), over: panelKey },
  refillsVsMinimum: { target: { atMost: 1.5 }, figure: more('refillsVsMinimum'), over: refillsKey },
  unionAllVsPerLine_1ms_10lines: {
    target: { atLeast: 3 },
    figure: perSecond,
    over: cartKey('unit-pool', 10),
    under: cartKey('unit-pool-per-line', 10),
  },
  coldItemDuringHot: {
    target: { atMost: 3 },
    figure: p99,
    over: coldKey('unit-pool', true),
    under: coldKey('unit-pool', false),
  },
  unitPoolVsCounterOnePacket_0ms: {
    target: null,
    figure: perSecond,
    over: hotKey('unit-pool', 0),
    under: hotKey('counter-update-one-packet', 0),
  },
  unitPoolVsCounterOnePacket_1ms: {
    target: null,
    figure: perSecond,
    over: hotKey('unit-pool', 1),
    under: hotKey('counter-update-one-packet', 1),
  },
} as const satisfies Record<string, RatioSpec>;

/** Judged like the ratios, and reported beside them. */
const checkSpecs = {
  refillP99VsP50: { target: { atMost: 10 }, figure: more('p99DuringRefillVsP50'), over: refillsKey },
  counterColdItemDuringHot: {
    target: null,
    figure: p99,
    over: coldKey('counter-update', true),
    under: coldKey('counter-update', false),
  },
} as const satisfies Record<string, RatioSpec>;

export type RatioKey = keyof typeof specs;
export const ratioKeys = Object.keys(specs) as RatioKey[];
/** They belong to the full run. */
const fullOnly = new Set<RatioKey>(['levels100KVs10', 'refillsVsMinimum', 'coldItemDuringHot']);
export const quickRatioKeys = ratioKeys.filter((key) => !fullOnly.has(key));

export interface Ratio {
  /** Median of the rounds; null when it could not be measured. */
  readonly value: number | null;
  readonly rounds: readonly number[];
  readonly target: Target | null;
  /** null where there is no target or no value. */
  readonly isMet: boolean | null;
  /** Why there is no value. */
  readonly reason?: string;
}

/** The keys of the measurements that a ratio is made of. */
export function cellsOf(key: RatioKey): string[] {
  const { over, under }: RatioSpec = specs[key];
  return under === undefined ? [over] : [over, under];
}

export function ratiosOf(
  measured: Measurements,
  keys: readonly RatioKey[],
): Partial<Record<RatioKey, Ratio>> {
  return Object.fromEntries(keys.map((key) => [key, ratioOf(specs[key], measured)]));
}

/** Only those whose measurements were made. */
export function checksOf(measured: Measurements): Record<string, Ratio> {
  const all = Object.entries(checkSpecs).map(([key, spec]) => [key, ratioOf(spec, measured)] as const);
  return Object.fromEntries(all.filter(([, { value }]) => value !== null));
}

function ratioOf({ target, figure, over, under }: RatioSpec, measured: Measurements): Ratio {
  const upper = measured.samples[over] ?? [];
  const lower = under === undefined ? [] : (measured.samples[under] ?? []);
  const rounds = upper.flatMap((sample, round) => {
    if (under === undefined) return [figure(sample)];
    const other = lower[round];
    return other ? [figure(sample) / figure(other)] : [];
  });
  if (rounds.length === 0) {
    const reason =
      measured.unavailable[over] ?? measured.unavailable[under ?? ''] ?? 'It was not measured in this run.';
    return { value: null, rounds, target, isMet: null, reason };
  }
  const value = median(rounds);
  return { value, rounds, target, isMet: target && isMet(value, target) };
}

const isMet = (value: number, target: Target) =>
  'atLeast' in target ? value >= target.atLeast : value <= target.atMost;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

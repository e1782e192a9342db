/** What stops a roll-out: limits that people can see and change, and the judgement of what was measured. Pure. */
import type { RollOutMeasures, RollOutThresholds } from '@/db/schema/roll-out';

export interface ThresholdText {
  readonly name: string;
  readonly unit: string;
  readonly says: string;
  readonly least: number;
  readonly most: number;
}

export type ThresholdKey = keyof RollOutThresholds;

/** In the order in which they are shown; the first five stop a roll-out, the others say how it is measured. */
export const thresholdTexts: Readonly<Record<ThresholdKey, ThresholdText>> = {
  errorPercent: {
    name: 'Errors',
    unit: '%',
    says: 'reserves that failed or were answered "busy", of all decided',
    least: 0,
    most: 100,
  },
  differencePercent: {
    name: 'Disagreement',
    unit: '%',
    says: 'reserves that the stores decided differently, of all compared',
    least: 0,
    most: 100,
  },
  unexplained: {
    name: 'Unexplained',
    unit: 'differences',
    says: 'differences that neither timing nor expiry nor locations explain',
    least: 0,
    most: 1_000_000,
  },
  lockWaitsPerSecond: {
    name: 'Lock waits',
    unit: 'a second',
    says: 'waits for a row lock, on the whole server',
    least: 0,
    most: 1_000_000,
  },
  connectionPercent: {
    name: 'Connections',
    unit: '%',
    says: 'open at most, of those that the server allows',
    least: 0,
    most: 100,
  },
  windowSeconds: {
    name: 'Window',
    unit: 's',
    says: 'over which all this is measured',
    least: 5,
    most: 3_600,
  },
  leastReserves: {
    name: 'Least reserves',
    unit: 'reserves',
    says: 'with fewer in the window, shares of errors and disagreement say nothing',
    least: 1,
    most: 1_000_000,
  },
  watchSeconds: {
    name: 'Watched for',
    unit: 's',
    says: 'after each step, until the pod counts as safe',
    least: 5,
    most: 86_400,
  },
};

export const thresholdKeys = Object.keys(thresholdTexts) as ThresholdKey[];
/** Those that stop a roll-out. */
export const stoppingKeys = [
  'errorPercent',
  'differencePercent',
  'unexplained',
  'lockWaitsPerSecond',
  'connectionPercent',
] as const;
export type StoppingKey = (typeof stoppingKeys)[number];

export const defaultThresholds: RollOutThresholds = {
  errorPercent: 2,
  differencePercent: 10,
  unexplained: 0,
  lockWaitsPerSecond: 50,
  connectionPercent: 80,
  windowSeconds: 60,
  leastReserves: 20,
  watchSeconds: 600,
};

/** What is wrong with thresholds, as sentences; none when they can be used. */
export function problemsOf(thresholds: Readonly<Record<ThresholdKey, number>>): string[] {
  return thresholdKeys.flatMap((key) => {
    const { name, least, most } = thresholdTexts[key];
    const value = thresholds[key];
    const isShare = key.endsWith('Percent');
    if (value >= least && value <= most && (isShare || Number.isInteger(value))) return [];
    return [`${name} (${key}): a ${isShare ? '' : 'whole '}number from ${least} to ${most}.`];
  });
}

/** The thresholds that are passed, worst named first by their order; empty: all is well. */
export function passedThresholds(measures: RollOutMeasures, thresholds: RollOutThresholds): StoppingKey[] {
  const { decided, compared } = measures;
  return stoppingKeys.filter((key) => {
    if (key === 'errorPercent' && decided < thresholds.leastReserves) return false;
    if (key === 'differencePercent' && compared < thresholds.leastReserves) return false;
    return measures[key] > thresholds[key];
  });
}

/** "Errors 12.5 % of at most 2 %". */
export function passedInWords(
  keys: readonly StoppingKey[],
  measures: RollOutMeasures,
  thresholds: RollOutThresholds,
): string {
  return keys
    .map((key) => {
      const { name, unit } = thresholdTexts[key];
      const measured = Number(measures[key].toFixed(1));
      // Of the units, one is a noun, which would have to agree with its number.
      return `${name}: ${measured}${key === 'unexplained' ? '' : ` ${unit}`}, at most ${thresholds[key]}`;
    })
    .join('; ');
}

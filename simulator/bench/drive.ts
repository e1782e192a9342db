/**
 * A crowd that never pauses: each buyer asks again as soon as the last answer is there. It finds out what the design can
 * carry; a sale, with arrivals of its own, is in floor.ts.
 */
import { createHistogram, performance, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sample } from './sample';
import { perOperation, type Use } from './use';

export interface Drive {
  readonly buyers: number;
  /** Resolves to false for an answer that counts as none. */
  readonly operation: () => Promise<boolean>;
}

export interface TimedDrive extends Drive {
  /** Time before the first answer that counts, and time in which they count. */
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Given, the sample says what an operation uses. */
  readonly readUse?: () => Promise<Use>;
}

/** Measures for a time. Throws the first error that a buyer met, after all have left. */
export async function driveFor({
  buyers,
  operation,
  warmUpMs,
  measureMs,
  readUse,
}: TimedDrive): Promise<Sample> {
  const histogram = createHistogram();
  let done = 0;
  let refused = 0;
  let lastMs = measureMs;
  const startsAt = performance.now() + warmUpMs;
  const endsAt = startsAt + measureMs;
  let ended = 0;
  const readBefore =
    readUse &&
    delay(warmUpMs)
      .then(readUse)
      .then((use) => ({ use, ended }));
  await everybody(buyers, async () => {
    for (let begunAt = performance.now(); begunAt < endsAt; begunAt = performance.now()) {
      const isDone = await operation();
      ended += 1;
      const endedAt = performance.now();
      // Where nobody is served in time, the first answer after it is what there is.
      const isLate = endedAt > endsAt && done > 0;
      if (endedAt < startsAt || isLate) continue;
      lastMs = Math.max(lastMs, endedAt - startsAt);
      if (isDone) done += 1;
      else refused += 1;
      record(histogram, endedAt - begunAt);
    }
  });
  const before = await readBefore;
  const use = before && readUse && perOperation(before.use, await readUse(), ended - before.ended);
  return sampleOf(histogram, (done / lastMs) * 1000, { refused, ...use });
}

/** Measures so many operations from the first to the last, or as many as begin within `mostMs`. */
export async function driveCount({
  buyers,
  operation,
  count,
  mostMs = Number.POSITIVE_INFINITY,
}: Drive & { readonly count: number; readonly mostMs?: number }): Promise<Sample> {
  const histogram = createHistogram();
  let left = count;
  let done = 0;
  const startedAt = performance.now();
  await everybody(buyers, async () => {
    while (left > 0 && performance.now() - startedAt < mostMs) {
      left -= 1;
      const begunAt = performance.now();
      if (await operation()) done += 1;
      record(histogram, performance.now() - begunAt);
    }
  });
  return sampleOf(histogram, (done / (performance.now() - startedAt)) * 1000, {
    refused: count - left - done,
    reserves: done,
  });
}

export interface DriveInTurn extends Drive {
  readonly warmUpMs: number;
  /** Time that is measured of each turn; there are four of each kind. */
  readonly turnMs: number;
  /** Brings about the one condition or the other, by its place. What the change itself costs is in no turn. */
  readonly enter: (condition: 0 | 1) => Promise<void>;
}

/** Which of two conditions each turn has: what grows or drifts meanwhile, also if ever faster or slower, favours neither. */
export const TURNS = [0, 1, 1, 0, 1, 0, 0, 1] as const;

/**
 * One crowd under two conditions in turn; each turn begins with a warm-up that isn't measured. The sample is of all turns,
 * `perSecond` beside it of each condition.
 */
export async function driveInTurn({
  buyers,
  operation,
  warmUpMs,
  turnMs,
  enter,
}: DriveInTurn): Promise<{ sample: Sample; perSecond: readonly [number, number] }> {
  const histogram = createHistogram();
  const done: [number, number] = [0, 0];
  const tookMs: [number, number] = [0, 0];
  let condition: 0 | 1 | undefined;
  let isOver = false;
  const turns = async () => {
    try {
      for (const next of TURNS) {
        await enter(next);
        await delay(warmUpMs);
        const begunAt = performance.now();
        condition = next;
        await delay(turnMs);
        condition = undefined;
        tookMs[next] += performance.now() - begunAt;
      }
    } finally {
      isOver = true;
    }
  };
  const crowd = everybody(buyers, async () => {
    while (!isOver) {
      const begunAt = performance.now();
      const isDone = await operation();
      if (!isDone || condition === undefined) continue;
      done[condition] += 1;
      record(histogram, performance.now() - begunAt);
    }
  });
  const ends = await Promise.allSettled([turns(), crowd]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  const rate = (which: 0 | 1) => (done[which] * 1000) / tookMs[which];
  const overall = ((done[0] + done[1]) * 1000) / (tookMs[0] + tookMs[1]);
  return { sample: sampleOf(histogram, overall), perSecond: [rate(0), rate(1)] };
}

async function everybody(count: number, visit: () => Promise<void>): Promise<void> {
  const visits = await Promise.allSettled(Array.from({ length: count }, visit));
  for (const one of visits) if (one.status === 'rejected') throw one.reason;
}

export function record(histogram: RecordableHistogram, ms: number): void {
  histogram.record(Math.max(1, Math.round(ms * 1000)));
}

export function sampleOf(
  histogram: RecordableHistogram,
  perSecond: number,
  more: Readonly<Record<string, number>> = {},
): Sample {
  const at = (percentile: number) => (histogram.count > 0 ? histogram.percentile(percentile) / 1000 : 0);
  return { perSecond, p50Ms: at(50), p99Ms: at(99), more };
}

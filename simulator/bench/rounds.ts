/** Carries the measurements out: round by round, each round once through all of them. */
import { performance } from 'node:perf_hooks';
import { groups } from './groups';
import { type Cell, CellUnavailable, type Measurements, type Sample } from './sample';
import type { Size } from './sizes';
import type { Stage } from './stage';

export interface RoundsOptions {
  /** Keys of the cells to run. Left out: all that belong to the size. */
  readonly only?: ReadonlySet<string>;
  readonly onProgress: (progress: { done: number; total: number; label: string }) => void;
}

export function cellsToRun(size: Size, only?: ReadonlySet<string>): Cell[] {
  const all = groups.flatMap(({ cells }) => cells);
  return all.filter(({ key, isQuick }) => (only ? only.has(key) : isQuick || size.name === 'full'));
}

/**
 * Measures every cell once a round. Odd rounds go backwards, so that what a machine does in the course of a round (it warms
 * up, its disk fills) doesn't always hit the same side of a ratio.
 */
export async function measureRounds(
  stage: Stage,
  { only, onProgress }: RoundsOptions,
): Promise<Measurements & { rounds: number }> {
  const { size } = stage;
  const cells = cellsToRun(size, only);
  const samples: Record<string, Sample[]> = {};
  const unavailable: Record<string, string> = {};
  const startedAt = performance.now();
  let done = 0;
  let rounds = 0;
  for (let longestMs = 0; rounds < size.rounds; rounds += 1) {
    const roundAt = performance.now();
    if (size.budgetMs > 0 && roundAt - startedAt + longestMs > size.budgetMs) break;
    for (const cell of rounds % 2 === 0 ? cells : cells.toReversed()) {
      onProgress({ done, total: cells.length * size.rounds, label: cell.label });
      try {
        if (!unavailable[cell.key]) samples[cell.key] = [...(samples[cell.key] ?? []), await cell.run(stage)];
      } catch (error) {
        if (!(error instanceof CellUnavailable)) throw error;
        unavailable[cell.key] = error.message;
      }
      done += 1;
    }
    longestMs = Math.max(longestMs, performance.now() - roundAt);
  }
  onProgress({ done: cells.length * size.rounds, total: cells.length * size.rounds, label: 'done' });
  return { samples, unavailable, rounds };
}

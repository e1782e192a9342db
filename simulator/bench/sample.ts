/** What is measured, and what a measurement gives. */
import type { Stage } from './stage';

export interface Sample {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Figures of this measurement alone, by name. */
  readonly more?: Readonly<Record<string, number>>;
}

/** One measurement, repeated in every round. */
export interface Cell {
  /** Unique; what ratios and tables refer to it by. */
  readonly key: string;
  readonly label: string;
  /** Whether `--quick` runs it too. */
  readonly isQuick: boolean;
  /** Throws: CellUnavailable when something that it needs isn't there. */
  run(stage: Stage): Promise<Sample>;
}

/** Measurements that are compared with each other: they take turns within a round. */
export interface Group {
  readonly title: string;
  /** What the crowd does, in a sentence. */
  readonly note: string;
  readonly cells: readonly Cell[];
}

export class CellUnavailable extends Error {
  override readonly name = 'CellUnavailable';
}

/** Samples of each cell, a round each, and why there are none where something is missing. */
export interface Measurements {
  readonly samples: Readonly<Record<string, readonly Sample[]>>;
  readonly unavailable: Readonly<Record<string, string>>;
}

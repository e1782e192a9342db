/** How long is measured: the same measurements, for a report, for a look and for a test. */
export interface Size {
  readonly name: 'full' | 'quick' | 'smoke';
  readonly rounds: number;
  /** No round begins that wouldn't end by then, going by the one before it; 0 for as long as it takes. */
  readonly budgetMs: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Where a number of reserves is measured: the time after which it is cut short. */
  readonly mostMs: number;
  /** Of the table of all strategies, which has many measurements. */
  readonly matrixMs: number;
  /** Reserves of the run with an old snapshot. */
  readonly snapshotReserves: number;
  /** Pools that the run about refills empties. */
  readonly pools: number;
  /** Levels beside the one that is measured, in the largest case. */
  readonly manyLevels: number;
}

export const sizes: Readonly<Record<Size['name'], Size>> = {
  full: {
    name: 'full',
    rounds: 5,
    budgetMs: 0,
    warmUpMs: 500,
    measureMs: 2_500,
    mostMs: 120_000,
    matrixMs: 1_000,
    snapshotReserves: 20_000,
    pools: 50,
    manyLevels: 100_000,
  },
  quick: {
    name: 'quick',
    rounds: 3,
    budgetMs: 280_000,
    warmUpMs: 400,
    measureMs: 1_800,
    mostMs: 25_000,
    matrixMs: 1_000,
    snapshotReserves: 20_000,
    pools: 50,
    manyLevels: 100_000,
  },
  smoke: {
    name: 'smoke',
    rounds: 1,
    budgetMs: 0,
    warmUpMs: 0,
    measureMs: 300,
    mostMs: 5_000,
    matrixMs: 200,
    snapshotReserves: 200,
    pools: 3,
    manyLevels: 1_000,
  },
};

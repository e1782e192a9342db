/** What is said of a run at its end: pure, from the evidence that was read from its tables. */

export type VerdictWord = 'exact' | 'oversold' | 'undersold' | 'leaked';
export const verdictWords = ['exact', 'oversold', 'undersold', 'leaked'] as const;

/** One level after all holds have ended, as the tables have it. */
export interface LevelEvidence {
  readonly inventoryItemId: number;
  readonly inventoryGroupId: number;
  /** Units that the sale began with. */
  readonly units: number;
  /** Units in order lines. */
  readonly sold: number;
  /** What the stock tables say is left. */
  readonly free: number;
  /** Units in holds that would not end. */
  readonly held: number;
}

export interface SaleEvidence {
  readonly levels: readonly LevelEvidence[];
  /** Orders on a unit beyond its first. */
  readonly doubleSold: number;
  /** Units wanted by buyers who would have paid and were refused while those units were neither held nor sold. */
  readonly wronglyRefusedUnits: number;
}

export interface Verdict {
  readonly verdict: VerdictWord;
  readonly sold: number;
  readonly unsold: number;
  readonly oversold: number;
  readonly undersold: number;
  readonly leaked: number;
  /** Units that the stock tables still offer although they are sold. */
  readonly phantom: number;
}

/**
 * oversold: units sold beyond stock. leaked: units in no state after all holds ended. undersold: units left over although
 * buyers who would have paid for them were refused while they were neither held nor sold. exact: none of these. The gravest
 * word counts: a leak of units that buyers were refused for is an undersell.
 */
export function judge({ levels, doubleSold, wronglyRefusedUnits }: SaleEvidence): Verdict {
  const sum = (of: (level: LevelEvidence) => number) =>
    levels.reduce((total, level) => total + Math.max(0, of(level)), 0);
  const sold = sum((level) => level.sold);
  const unsold = sum((level) => level.units - level.sold);
  const oversold = Math.max(
    sum((level) => level.sold - level.units),
    doubleSold,
  );
  const leaked = sum((level) => level.units - level.free - level.sold - level.held);
  const undersold = Math.min(unsold, wronglyRefusedUnits);
  const phantom = sum((level) => level.free + level.sold + level.held - Math.max(level.units, level.sold));
  return {
    verdict: wordFor({ oversold, leaked, undersold }),
    sold,
    unsold,
    oversold,
    undersold,
    leaked,
    phantom,
  };
}

function wordFor({
  oversold,
  leaked,
  undersold,
}: Pick<Verdict, 'oversold' | 'leaked' | 'undersold'>): VerdictWord {
  if (oversold > 0) return 'oversold';
  // Units in no state that nobody was refused for are lost; those that buyers were refused for are lost sales as well.
  if (undersold > 0 && undersold >= leaked) return 'undersold';
  if (leaked > 0) return 'leaked';
  return undersold > 0 ? 'undersold' : 'exact';
}

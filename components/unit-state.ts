/**
 * The six states a unit can be seen in, their words, the order in which they are always listed, and counting them.
 * Colours live in app/globals.css, shapes in components/unit-states.css; a state looks the same everywhere.
 */
import { formatNumber } from './format';

export const unitStates = ['free', 'locked', 'held', 'sold', 'returned', 'oversold'] as const;

export type UnitState = (typeof unitStates)[number];

export interface Unit {
  id: number;
  state: UnitState;
  /** For a held unit: the share of its hold's time that is left, 0 to 1. Drawn as a disc that empties. */
  holdLeft?: number;
}

export const unitStateWords: Record<UnitState, string> = {
  free: 'free',
  locked: 'locked now',
  held: 'held',
  sold: 'sold',
  returned: 'returned',
  oversold: 'oversold',
};

export type UnitCounts = Record<UnitState, number>;

export function countUnits(units: readonly Unit[]): UnitCounts {
  const counts: UnitCounts = { free: 0, locked: 0, held: 0, sold: 0, returned: 0, oversold: 0 };
  for (const unit of units) counts[unit.state] += 1;
  return counts;
}

/** "42 free, 3 locked now, 12 held, 43 sold": what a grid shows, as a sentence. */
export function unitSummary(counts: UnitCounts): string {
  const parts = unitStates
    .filter((state) => counts[state] > 0)
    .map((state) => `${formatNumber(counts[state])} ${unitStateWords[state]}`);
  return parts.length > 0 ? parts.join(', ') : 'no units';
}

/**
 * The six states a unit can be seen in, their words and the order in which they are always listed.
 * Colours live in app/globals.css, shapes in components/unit-states.css; a state looks the same everywhere.
 */
export const unitStates = ['free', 'locked', 'held', 'sold', 'returned', 'oversold'] as const;

export type UnitState = (typeof unitStates)[number];

export const unitStateWords: Record<UnitState, string> = {
  free: 'free',
  locked: 'locked now',
  held: 'held',
  sold: 'sold',
  returned: 'returned',
  oversold: 'oversold',
};

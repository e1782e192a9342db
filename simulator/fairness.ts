/**
 * Whether who came first was served first. Locks are not granted in the order in which they were asked for, and a strategy
 * that throws buyers back lets others past them: that is no oversell, but people notice it.
 */
import type { Attempt } from './evidence';

export interface Fairness {
  /** Buyers who got nothing although the same was given to somebody who came later, while they were still waiting. */
  readonly passedOver: number;
  /** Places by which buyers who got something were served later than they came: in the middle, and at most. */
  readonly placesBack: { readonly p50: number; readonly max: number };
}

export type Seen = Pick<Attempt, 'buyer' | 'arrivedUs' | 'answeredUs' | 'outcome' | 'lines'>;

/** Compares when buyers meant to come with when they were answered, among those who wanted the same cart. */
export function fairnessOf(attempts: readonly Seen[]): Fairness {
  const byCart = new Map<string, Seen[]>();
  for (const attempt of attempts) {
    const cart = JSON.stringify(attempt.lines);
    const alike = byCart.get(cart);
    if (alike) alike.push(attempt);
    else byCart.set(cart, [attempt]);
  }
  let passedOver = 0;
  const back: number[] = [];
  for (const alike of byCart.values()) {
    passedOver += countPassedOver(alike);
    const served = alike.filter(({ outcome }) => hadUnits.has(outcome));
    const place = new Map(inOrder(served, 'answeredUs').map((one, index) => [one, index]));
    for (const [index, one] of inOrder(served, 'arrivedUs').entries()) {
      back.push(Math.max(0, (place.get(one) ?? 0) - index));
    }
  }
  back.sort((a, b) => a - b);
  return { passedOver, placesBack: { p50: back[Math.floor(back.length / 2)] ?? 0, max: back.at(-1) ?? 0 } };
}

const refused: ReadonlySet<Attempt['outcome']> = new Set(['sold_out', 'all_held', 'busy']);
/** Whatever became of the units afterwards. */
const hadUnits: ReadonlySet<Attempt['outcome']> = new Set(['claimed', 'released', 'expired', 'refunded']);

const inOrder = (list: readonly Seen[], moment: 'arrivedUs' | 'answeredUs'): Seen[] =>
  [...list].sort((a, b) => a[moment] - b[moment] || a.buyer - b.buyer);

function countPassedOver(alike: readonly Seen[]): number {
  let count = 0;
  // From the last who came to the first: when was the first of those behind served?
  let servedBehindUs = Number.POSITIVE_INFINITY;
  for (const { outcome, answeredUs } of inOrder(alike, 'arrivedUs').reverse()) {
    if (hadUnits.has(outcome)) servedBehindUs = Math.min(servedBehindUs, answeredUs);
    else if (refused.has(outcome) && servedBehindUs < answeredUs) count += 1;
  }
  return count;
}

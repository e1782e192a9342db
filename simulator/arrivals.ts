import type { Chance } from './random';

export const arrivalPatterns = ['burst', 'ramp', 'steady', 'poisson'] as const;
export type ArrivalPattern = (typeof arrivalPatterns)[number];

/** Steepness of a burst: half of the buyers come in the first sixth of the time. */
const BURST = 4;

/**
 * When each of `count` buyers arrives, in ms after the doors opened, ascending. The schedule is fixed beforehand and waits
 * for nobody: a stall of the shop doesn't keep buyers from coming.
 *
 * burst: most at the start, then fewer and fewer. ramp: more and more. steady: at even distances. poisson: at random, at a
 * constant rate.
 */
export function arrivals(pattern: ArrivalPattern, count: number, seconds: number, chance: Chance): number[] {
  const shareOf: Record<ArrivalPattern, (index: number) => number> = {
    burst: () => -Math.log(1 - chance.float() * (1 - Math.exp(-BURST))) / BURST,
    ramp: () => Math.sqrt(chance.float()),
    steady: (index) => index / count,
    // Given their number, the arrivals of a Poisson process are uniform.
    poisson: () => chance.float(),
  };
  const share = shareOf[pattern];
  return Array.from({ length: count }, (_, index) => share(index) * seconds * 1000).sort((a, b) => a - b);
}

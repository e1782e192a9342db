/** Chance that repeats: the same seed gives the same buyers, whatever strategy serves them. */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export interface Chance {
  /** From 0 up to but not including 1. */
  float(): number;
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number;
  /** From a normal distribution with mean 0 and deviation 1. */
  normal(): number;
}

/**
 * `count` independent sources from one seed: what one of them is asked doesn't change what another answers, so that a
 * larger share of abandoned carts leaves the arrivals as they were.
 */
export function chances(seed: number, count: number): Chance[] {
  const generator = xoroshiro128plus(seed);
  return Array.from({ length: count }, () => {
    const own = generator.clone();
    generator.jump();
    const float = () => uniformFloat64(own);
    return {
      float,
      int: (least, most) => uniformInt(own, least, most),
      normal: () => Math.sqrt(-2 * Math.log(1 - float())) * Math.cos(2 * Math.PI * float()),
    };
  });
}

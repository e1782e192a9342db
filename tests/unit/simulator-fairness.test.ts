import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fairnessOf, type Seen } from '@/simulator/fairness';

/** Buyers of one unit each, in the order in which they came: what they heard, and when. */
const seen = (...answers: [Seen['outcome'], number][]): Seen[] =>
  answers.map(([outcome, answeredUs], buyer) => ({
    buyer,
    arrivedUs: buyer * 10,
    answeredUs,
    outcome,
    lines: [[1, 1]],
  }));

describe('fairness', () => {
  it('finds nobody passed over where all are answered in the order in which they came', () => {
    expect(fairnessOf(seen(['claimed', 10], ['claimed', 20], ['sold_out', 30]))).toEqual({
      passedOver: 0,
      placesBack: { p50: 0, max: 0 },
    });
  });

  it('counts who waited while somebody behind was served, and then heard no', () => {
    expect(fairnessOf(seen(['busy', 90], ['all_held', 60], ['claimed', 50]))).toMatchObject({
      passedOver: 2,
    });
  });

  it('does not count who had heard no before a unit came back to somebody behind', () => {
    expect(fairnessOf(seen(['released', 10], ['all_held', 20], ['claimed', 80]))).toMatchObject({
      passedOver: 0,
    });
  });

  it('does not compare buyers who wanted different things', () => {
    const [first, second] = seen(['sold_out', 90], ['claimed', 50]);
    if (!first || !second) throw new Error('two buyers');
    expect(fairnessOf([first, { ...second, lines: [[2, 1]] }])).toMatchObject({ passedOver: 0 });
  });

  it('says how many places later than they came people were served', () => {
    expect(fairnessOf(seen(['claimed', 90], ['released', 20], ['expired', 30])).placesBack).toEqual({
      p50: 0,
      max: 2,
    });
  });

  it('never passes anybody over where the answers are in order, whoever got what', () => {
    const outcomes = fc.array(fc.constantFrom('claimed', 'sold_out', 'all_held', 'busy', 'refunded'));
    fc.assert(
      fc.property(outcomes, (list) => {
        const { passedOver, placesBack } = fairnessOf(
          seen(...list.map((outcome, index): [Seen['outcome'], number] => [outcome, index * 10 + 5])),
        );
        expect([passedOver, placesBack.max]).toEqual([0, 0]);
      }),
    );
  });
});

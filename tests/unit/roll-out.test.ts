import { describe, expect, it } from 'vitest';
import { groupShops, parseLists } from '@/legacy/roll-out/grouping';
import { type Sample, Sampler } from '@/legacy/roll-out/sampler';
import { defaultThresholds, passedThresholds, problemsOf } from '@/legacy/roll-out/thresholds';

const shops = [400, 0, 3, 100, 1, 90].map((checkouts, index) => ({ shopId: index + 1, checkouts }));
const idsOf = (grouped: ReturnType<typeof groupShops>) =>
  'pods' in grouped ? grouped.pods.map((pod) => pod.map(({ shopId }) => shopId)) : grouped.problem;

describe('pods', () => {
  it('by traffic have about the same share of the checkouts, quiet shops first', () => {
    expect(idsOf(groupShops(shops, { by: 'traffic', pods: 3 }))).toEqual([[2, 5, 3, 6, 4], [1]]);
    const alike = shops.map(({ shopId }) => ({ shopId, checkouts: 0 }));
    expect(idsOf(groupShops(alike, { by: 'traffic', pods: 3 }))).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
  });
  it('by percentage end where so many shops have gone, quiet shops first', () => {
    expect(idsOf(groupShops(shops, { by: 'percentage', cuts: [10, 50, 100] }))).toEqual([
      [2],
      [5, 3],
      [6, 4, 1],
    ]);
  });
  it('by list are as named, and an unknown shop or one named twice is refused', () => {
    const byList = (lists: number[][]) => idsOf(groupShops(shops, { by: 'list', lists }));
    expect(byList([[2], [1, 3]])).toEqual([[2], [1, 3]]);
    expect(byList([[99]])).toBe('There is no shop 99.');
    expect(byList([[1], [1]])).toBe('Named twice: shop 1.');
    expect(byList([])).toMatch(/At least one shop/);
  });
  it.each([
    [{ by: 'traffic', pods: 0 } as const],
    [{ by: 'traffic', pods: 2.5 } as const],
    [{ by: 'percentage', cuts: [50, 20] } as const],
    [{ by: 'percentage', cuts: [101] } as const],
    [{ by: 'percentage', cuts: [Number.NaN] } as const],
    [{ by: 'percentage', cuts: [] } as const],
  ])('are refused for %j', (grouping) => {
    expect(groupShops(shops, grouping)).toHaveProperty('problem');
  });
  it('are read from a list that people type', () => {
    expect(parseLists('1, 4-6; 2\n3')).toEqual([[1, 4, 5, 6], [2], [3]]);
    for (const text of ['one', '5-2', '1;x', '-3', '1-999999999']) expect(parseLists(text)).toBeUndefined();
  });
});

const sample = (at: number, over: Partial<Sample> = {}): Sample => ({
  at,
  decided: 0,
  failed: 0,
  compared: 0,
  differences: 0,
  bug: 0,
  lockWaits: 0,
  connections: 10,
  mostConnections: 100,
  ...over,
});

describe('thresholds', () => {
  it('are judged by what grew within the window, and another step begins anew', () => {
    const sampler = new Sampler();
    sampler.add('1 shadow', sample(0, { decided: 500, failed: 500 }), 60, 1);
    sampler.add('1 shadow', sample(30_000, { decided: 600, failed: 510, connections: 90 }), 60, 1);
    const now = sampler.add('1 shadow', sample(60_000, { decided: 700, failed: 520, lockWaits: 120 }), 60, 1);
    expect(now).toMatchObject({
      decided: 200,
      errorPercent: 10,
      lockWaitsPerSecond: 2,
      connectionPercent: 90,
    });
    expect(passedThresholds(now, defaultThresholds)).toEqual(['errorPercent', 'connectionPercent']);
    const later = sampler.add('1 shadow', sample(130_000, { decided: 700, failed: 520 }), 60, 1);
    expect(later).toMatchObject({ decided: 0, errorPercent: 0, connectionPercent: 10 });
    const other = sampler.add('2 shadow', sample(131_000, { decided: 900, failed: 900 }), 60, 2);
    expect(other).toMatchObject({ decided: 0, connectionPercent: 10 });
  });
  it('of shares say nothing about a few reserves, but one unexplained difference is enough', () => {
    const few = {
      podId: 1,
      decided: 19,
      compared: 19,
      errorPercent: 100,
      differencePercent: 100,
      unexplained: 1,
      lockWaitsPerSecond: 0,
      connectionPercent: 1,
    };
    expect(passedThresholds(few, defaultThresholds)).toEqual(['unexplained']);
  });
  it('out of range are refused by name', () => {
    expect(problemsOf(defaultThresholds)).toEqual([]);
    const [problem] = problemsOf({ ...defaultThresholds, errorPercent: 101 });
    expect(problem).toMatch(/^Errors \(errorPercent\)/);
    expect(problemsOf({ ...defaultThresholds, watchSeconds: 7.5, unexplained: Number.NaN })).toHaveLength(2);
  });
});

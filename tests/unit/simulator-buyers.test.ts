import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrivalPatterns, arrivals } from '@/simulator/arrivals';
import { buyersOf } from '@/simulator/buyers';
import { judgeInputs, type RunInputs, runsOf } from '@/simulator/inputs';
import { chances } from '@/simulator/random';
import { scenarioIds, scenarios } from '@/simulator/scenarios';
import { levelsOf } from '@/simulator/stock';

function run(given: Record<string, unknown> = {}): RunInputs {
  const { inputs, errors } = judgeInputs({ strategies: ['unit-pool'], ...given });
  if (!inputs) throw new Error(JSON.stringify(errors));
  return runsOf(inputs)[0] as RunInputs;
}

describe('buyers', () => {
  it('are the same for the same seed, whatever strategy serves them', () => {
    const [one, other] = ['unit-pool', 'read-then-write'].map((strategy) =>
      buyersOf(run({ strategies: [strategy], items: 5, linesPerCart: 3, declineShare: 20 })),
    );
    expect(one).toEqual(other);
    expect(buyersOf(run({ seed: 2 }))).not.toEqual(buyersOf(run({ seed: 3 })));
  });

  it('come at the same times when only their payments change', () => {
    const times = (given: object) => buyersOf(run({ ...given })).map(({ arrivesAtMs }) => arrivesAtMs);
    expect(times({ abandonShare: 50, paymentMs: 900 })).toEqual(times({}));
  });

  it('want different items in one cart and no more than is allowed', () => {
    for (const { lines, unitsWanted } of buyersOf(run({ items: 6, linesPerCart: 4, unitsPerLine: 3 }))) {
      expect(lines.length).toBeLessThanOrEqual(4);
      expect(new Set(lines.map(({ inventoryItemId }) => inventoryItemId)).size).toBe(lines.length);
      expect(unitsWanted).toBe(lines.reduce((sum, { quantity }) => sum + quantity, 0));
    }
  });

  it('end as often in each way as was asked for', () => {
    const endings = buyersOf(run({ buyers: 10_000, declineShare: 20, abandonShare: 30, timeOutShare: 10 }));
    const share = (ending: string) => endings.filter((one) => one.ending === ending).length / 100;
    expect(share('declined')).toBeCloseTo(20, -1);
    expect(share('abandons')).toBeCloseTo(30, -1);
    expect(share('pays_late')).toBeCloseTo(10, -1);
  });
});

describe('arrivals', () => {
  it.each(arrivalPatterns)('%s: all come within the time, in order', (pattern) => {
    const [chance] = chances(7, 1);
    if (!chance) throw new Error('no chance');
    const times = arrivals(pattern, 1_000, 5, chance);
    expect(times).toHaveLength(1_000);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(0);
    expect(times.at(-1)).toBeLessThanOrEqual(5_000);
  });

  it('a burst has most of its buyers early, a ramp late', () => {
    const firstHalf = (pattern: 'burst' | 'ramp') => {
      const [chance] = chances(7, 1);
      if (!chance) throw new Error('no chance');
      return arrivals(pattern, 1_000, 2, chance).filter((ms) => ms < 1_000).length;
    };
    expect(firstHalf('burst')).toBeGreaterThan(800);
    expect(firstHalf('ramp')).toBeLessThan(350);
  });
});

describe('stock', () => {
  it('is spread so that every level has some and the sum is exact', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 5_000 }),
        fc.constantFrom('even' as const, 'uneven' as const),
        (items, locations, more, spread) => {
          const stock = items * locations + more;
          const levels = levelsOf({ stock, items, locations, spread });
          expect(levels).toHaveLength(items * locations);
          expect(levels.reduce((sum, { units }) => sum + units, 0)).toBe(stock);
          expect(Math.min(...levels.map(({ units }) => units))).toBeGreaterThanOrEqual(1);
        },
      ),
    );
  });
});

describe('inputs', () => {
  it('are refused field by field, with the limits', () => {
    const { errors } = judgeInputs({
      strategies: ['unit-pool', 'magic'],
      stock: 'many',
      buyers: 20_001,
      linesPerCart: 3,
      arrival: 'sometimes',
      declineShare: 60,
      abandonShare: 60,
    });
    expect(errors).toMatchObject({
      strategies: expect.stringContaining('knows no "magic"'),
      stock: 'has to be a whole number from 1 to 500,000 units',
      buyers: 'has to be a whole number from 1 to 20,000 buyers',
      arrival: 'has to be one of burst, ramp, steady, poisson',
    });
  });

  it('are refused when they contradict each other', () => {
    const judge = (given: object) => judgeInputs({ strategies: ['unit-pool'], ...given }).errors;
    expect(judge({ linesPerCart: 3 })).toHaveProperty('linesPerCart');
    expect(judge({ declineShare: 60, abandonShare: 60 })).toHaveProperty('declineShare');
    expect(judge({ stock: 3, items: 2, locations: 2 })).toHaveProperty('stock');
    expect(judge({ crashPoint: 'mid-refill', stock: 100 })).toHaveProperty('crashPoint');
    expect(judge({ crashPoint: 'mid-refill', stock: 100, poolCap: 10 })).toBeUndefined();
    expect(judgeInputs({ strategies: [] }).errors).toHaveProperty('strategies');
    expect(
      judgeInputs({ strategies: ['counter-update'], crashPoint: 'mid-refill', poolCap: 10 }).errors,
    ).toHaveProperty('crashPoint');
  });

  it.each(scenarioIds)('of the scenario %s are valid', (id) => {
    expect(judgeInputs(scenarios[id].inputs).errors).toBeUndefined();
  });
});

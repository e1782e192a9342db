import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Refusal, TakenUnits } from '@/simulator/refusals';
import { assignUnits, type HoldRecord, sharedUnits } from '@/simulator/unit-assignment';
import { judge, type LevelEvidence } from '@/simulator/verdict';

const level = (given: Partial<LevelEvidence>): LevelEvidence => ({
  inventoryItemId: 1,
  inventoryGroupId: 1,
  units: 100,
  sold: 100,
  free: 0,
  held: 0,
  ...given,
});
const verdict = (given: Partial<LevelEvidence>, doubleSold = 0, wronglyRefusedUnits = 0) =>
  judge({ levels: [level(given)], doubleSold, wronglyRefusedUnits });

describe('the verdict', () => {
  it('is exact when everything is sold once', () => {
    expect(verdict({})).toMatchObject({ verdict: 'exact', sold: 100, unsold: 0, oversold: 0, leaked: 0 });
  });
  it('is exact when units are left over after legitimate refusals', () => {
    expect(verdict({ sold: 60, free: 40 })).toMatchObject({ verdict: 'exact', unsold: 40, undersold: 0 });
  });
  it('is oversold by what was sold beyond the stock', () => {
    expect(verdict({ sold: 137 })).toMatchObject({ verdict: 'oversold', oversold: 37, leaked: 0 });
  });
  it('is oversold when two orders share a unit, even if fewer than the stock are sold', () => {
    expect(verdict({ sold: 50, free: 50 }, 3)).toMatchObject({ verdict: 'oversold', oversold: 3 });
  });
  it('is leaked when units are in no state', () => {
    expect(verdict({ sold: 60, free: 39 })).toMatchObject({ verdict: 'leaked', leaked: 1 });
  });
  it('is undersold by what payers were wrongly refused, at most by what is left', () => {
    expect(verdict({ sold: 91, free: 9 }, 0, 300)).toMatchObject({ verdict: 'undersold', undersold: 9 });
    expect(verdict({ sold: 91, free: 9 }, 0, 4)).toMatchObject({ verdict: 'undersold', undersold: 4 });
  });
  it('is exact when somebody was wrongly refused and all was sold to others', () => {
    expect(verdict({}, 0, 300)).toMatchObject({ verdict: 'exact', undersold: 0 });
  });
  it('names the gravest of several faults', () => {
    expect(
      judge({
        levels: [level({ sold: 101 }), level({ sold: 10, free: 80 })],
        doubleSold: 0,
        wronglyRefusedUnits: 50,
      }),
    ).toMatchObject({ verdict: 'oversold', oversold: 1, leaked: 10, undersold: 50 });
  });
  it('tells units that are offered although they are sold', () => {
    expect(verdict({ sold: 254, free: 86 })).toMatchObject({ oversold: 154, phantom: 86 });
  });
});

describe('a refusal', () => {
  const stock = [{ inventoryItemId: 1, inventoryGroupId: 1, units: 2 }];
  const interval = (fromUs: number, untilUs: number | null, quantity = 1) => ({
    inventoryItemId: 1,
    inventoryGroupId: 1,
    quantity,
    fromUs,
    untilUs,
  });
  const refusal = (startedUs: number, answeredUs: number, quantity = 1): Refusal => ({
    lines: [[1, quantity]],
    groups: [1],
    startedUs,
    answeredUs,
  });

  it('is false when the unit was free from the turn to the answer', () => {
    expect(new TakenUnits(stock, [interval(0, null)]).isFalse(refusal(10, 20))).toBe(true);
    expect(new TakenUnits(stock, []).isFalse(refusal(10, 20, 2))).toBe(true);
  });
  it('is right when everything was held at any instant of it', () => {
    const taken = new TakenUnits(stock, [interval(0, null), interval(15, 16)]);
    expect(taken.isFalse(refusal(10, 20))).toBe(false);
    expect(taken.isFalse(refusal(17, 20))).toBe(true);
    expect(taken.isFalse(refusal(10, 14))).toBe(true);
  });
  it('counts who came before and still had it', () => {
    expect(new TakenUnits(stock, [interval(0, 50, 2)]).isFalse(refusal(10, 20))).toBe(false);
  });
  it('is judged by what was wanted', () => {
    expect(new TakenUnits(stock, [interval(0, null)]).isFalse(refusal(10, 20, 2))).toBe(false);
  });
});

describe('units of a counter', () => {
  const hold = (given: Partial<HoldRecord>): HoldRecord => ({
    buyer: 1,
    answeredUs: 0,
    endedUs: null,
    isSold: true,
    quantity: 1,
    ...given,
  });

  it('are shared by buyers who read the same number', () => {
    const holds = [
      hold({ buyer: 1, answeredUs: 1, seen: 10 }),
      hold({ buyer: 2, answeredUs: 2, seen: 10 }),
      hold({ buyer: 3, answeredUs: 3, seen: 9 }),
    ];
    const shared = sharedUnits(assignUnits(holds, 10));
    expect(shared.map(({ unitId, holds: who }) => [unitId, who.map(({ buyer }) => buyer)])).toEqual([
      [1, [1, 2]],
    ]);
  });

  it('are not shared when a number comes up again because a unit came back', () => {
    const holds = [
      hold({ buyer: 1, answeredUs: 1, endedUs: 5, isSold: false, seen: 10 }),
      hold({ buyer: 2, answeredUs: 2, seen: 9 }),
      // The first has given back: the counter shows 9 once more.
      hold({ buyer: 3, answeredUs: 6, seen: 9 }),
    ];
    const assigned = assignUnits(holds, 10);
    expect(assigned.map(({ unitIds }) => unitIds)).toEqual([[1], [2], [1]]);
    expect(sharedUnits(assigned)).toEqual([]);
  });

  it('are never shared by a counter that counts right, whatever comes back', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (endings) => {
        let left = 10;
        const holds: HoldRecord[] = [];
        const open: number[] = [];
        let us = 0;
        for (const isSold of endings) {
          us += 10;
          const back = open.shift();
          if (back !== undefined) left += 1;
          if (left === 0) continue;
          holds.push(
            hold({ buyer: us, answeredUs: us, seen: left, isSold, endedUs: isSold ? us + 1 : us + 9 }),
          );
          left -= 1;
          if (!isSold) open.push(us);
        }
        expect(sharedUnits(assignUnits(holds, 10))).toEqual([]);
      }),
    );
  });
});

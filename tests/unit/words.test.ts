import { describe, expect, it } from 'vitest';
import {
  formatClock,
  formatCount,
  formatDuration,
  formatMoney,
  formatNumber,
  formatShare,
} from '@/components/format';
import { spreadLabels } from '@/components/spread-labels';
import { stockWords } from '@/components/store/stock-words';
import { countUnits, unitSummary } from '@/components/unit-state';

describe('figures', () => {
  it('groups thousands and keeps the decimals asked for', () => {
    expect(formatNumber(1234567)).toBe('1,234,567');
    expect(formatNumber(0.456, 2)).toBe('0.46');
    expect(formatShare(0.4567)).toBe('45.7 %');
    expect(formatCount(1, 'unit')).toBe('1 unit');
    expect(formatCount(3000, 'unit')).toBe('3,000 units');
  });

  it('writes money from minor units, as many as the currency has', () => {
    expect(formatMoney(8900, 'EUR')).toBe('€89.00');
    expect(formatMoney(8900, 'JPY')).toBe('JP¥8,900');
  });

  it('writes durations in the unit that fits', () => {
    expect(formatDuration(0)).toBe('0 ms');
    expect(formatDuration(0.431)).toBe('0.43 ms');
    expect(formatDuration(87.2)).toBe('87 ms');
    expect(formatDuration(4210)).toBe('4.2 s');
    expect(formatDuration(272_000)).toBe('4 min 32 s');
  });

  it('shows a clock that never runs below zero', () => {
    expect(formatClock(272)).toBe('4:32');
    expect(formatClock(9)).toBe('0:09');
    expect(formatClock(-3)).toBe('0:00');
  });
});

describe('stock in words', () => {
  const promise = {
    places: [
      { location: 'Berlin', available: 0 },
      { location: 'Porto', available: 0 },
    ],
    held: 0,
    elsewhere: 0,
    regionName: 'Europe',
  };

  it('says how many are left and where they ship from', () => {
    expect(stockWords({ ...promise, places: [{ location: 'Porto', available: 3 }] }).text).toBe(
      '3 left, ships from Porto',
    );
    expect(stockWords({ ...promise, places: [{ location: 'Porto', available: 1 }] }).text).toBe(
      'Last one, ships from Porto',
    );
    expect(stockWords({ ...promise, places: [{ location: 'Berlin', available: 5000 }] }).text).toBe(
      'In stock, ships from Berlin',
    );
  });

  it('names every place when few are left in several', () => {
    const places = [
      { location: 'Berlin', available: 2 },
      { location: 'Porto', available: 1 },
    ];
    expect(stockWords({ ...promise, places }).text).toBe('3 left: 2 in Berlin, 1 in Porto');
  });

  it('does not call held units sold out', () => {
    expect(stockWords({ ...promise, held: 1 })).toEqual({
      tone: 'held',
      text: 'The last one is being paid for by others',
    });
  });

  it('tells sold out from not shipped here', () => {
    expect(stockWords({ ...promise, elsewhere: 17 }).text).toBe('Not shipped to Europe');
    expect(stockWords(promise).text).toBe('Sold out');
  });
});

describe('a unit grid in words', () => {
  it('counts the states that occur, in their order', () => {
    const units = (['sold', 'free', 'held', 'free', 'locked'] as const).map((state, id) => ({ id, state }));
    expect(unitSummary(countUnits(units))).toBe('2 free, 1 locked now, 1 held, 1 sold');
    expect(unitSummary(countUnits([]))).toBe('no units');
  });
});

describe('names at the ends of lines', () => {
  it('moves close ones apart and keeps them above the axis', () => {
    expect(spreadLabels([100, 104, 20], 15, 110)).toEqual([95, 110, 20]);
  });
});

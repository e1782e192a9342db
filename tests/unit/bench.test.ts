import { describe, expect, it } from 'vitest';
import { chartOf } from '@/simulator/bench/chart';
import { readBenchCommand, UsageError } from '@/simulator/bench/command-line';
import { groups } from '@/simulator/bench/groups';
import { markdownOf } from '@/simulator/bench/markdown';
import type { Measured } from '@/simulator/bench/messages';
import { cellsOf, median, quickRatioKeys, ratioKeys, ratiosOf } from '@/simulator/bench/ratios';
import { reportOf } from '@/simulator/bench/report';
import { cellsToRun } from '@/simulator/bench/rounds';
import type { Sample } from '@/simulator/bench/sample';
import { sizes } from '@/simulator/bench/sizes';

const sample = (perSecond: number, more = {}): Sample => ({
  perSecond,
  p50Ms: 1000 / perSecond,
  p99Ms: 9,
  more,
});

/** Of measurements that are a ratio by themselves. */
const ownRatios = { panelOnVsOff: 0.98, refillsVsMinimum: 1.4, stock1MVs1K: 1.02 };

/** Every measurement in three rounds, the n-th of the list at n reserves a second and ten times that in one round. */
function measuredAll(): Measured {
  const keys = groups.flatMap(({ cells }) => cells.map(({ key }) => key));
  const samples = Object.fromEntries(
    keys.map((key, index) => [key, [1, 10, 1].map((factor) => sample((index + 1) * factor, ownRatios))]),
  );
  return {
    samples,
    unavailable: {},
    rounds: 3,
    tookMs: 65_000,
    environment: {
      processor: 'A processor',
      cores: 2,
      memoryGb: 8,
      system: 'Linux x64',
      node: 'v20.9.0',
      mysql: '8.4.0',
      flushLogAtCommit: 1,
      syncBinlog: 1,
      logBin: 1,
      bufferPoolMb: 256,
      threadConcurrency: 0,
    },
  };
}

describe('ratios', () => {
  it('have the names that the targets have', () => {
    expect(ratioKeys).toEqual([
      'unitPoolVsCounterUpdate_1ms',
      'unitPoolVsCounterForUpdate_1ms',
      'coalescedVsCeiling_0ms',
      'coalescedVsCounterUpdate_1ms',
      'checkoutVsRedisModel_1ms',
      'coalescedCheckoutVsRedisModel_1ms',
      'snapshotOpenVsNot',
      'stock1MVs1K',
      'levels100KVs10',
      'panelOnVsOff',
      'refillsVsMinimum',
      'unionAllVsPerLine_1ms_10lines',
      'coldItemDuringHot',
      'unitPoolVsCounterOnePacket_0ms',
      'unitPoolVsCounterOnePacket_1ms',
    ]);
  });

  it('compare measurements of the same round, and take the median of the rounds', () => {
    const [over = '', under = ''] = cellsOf('unitPoolVsCounterUpdate_1ms');
    const samples = {
      [over]: [sample(50), sample(600), sample(70)],
      [under]: [sample(10), sample(100), sample(10)],
    };
    const { unitPoolVsCounterUpdate_1ms: ratio } = ratiosOf({ samples, unavailable: {} }, ratioKeys);
    expect(ratio).toEqual({ value: 6, rounds: [5, 6, 7], target: { atLeast: 5 }, isMet: true });
    expect([median([3, 1, 2]), median([4, 1])]).toEqual([2, 2.5]);
  });

  it('say why there is none', () => {
    const [over = '', under = ''] = cellsOf('checkoutVsRedisModel_1ms');
    const measured = { samples: { [over]: [sample(9)] }, unavailable: { [under]: 'No Redis.' } };
    const { checkoutVsRedisModel_1ms: ratio } = ratiosOf(measured, ratioKeys);
    expect(ratio).toMatchObject({ value: null, isMet: null, reason: 'No Redis.' });
  });

  it('are made of measurements that exist, in the quick run too', () => {
    const keysOf = (size: keyof typeof sizes) => cellsToRun(sizes[size]).map(({ key }) => key);
    expect(keysOf('full')).toEqual(expect.arrayContaining(ratioKeys.flatMap(cellsOf)));
    expect(keysOf('quick')).toEqual(expect.arrayContaining(quickRatioKeys.flatMap(cellsOf)));
    const all = keysOf('full');
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('a report', () => {
  const report = reportOf(measuredAll(), ratioKeys, 'npm run bench', new Date('2026-12-03T00:00:00Z'));

  it('has a number under every key, and says which targets are met', () => {
    expect(Object.keys(report.ratios)).toEqual(ratioKeys);
    for (const value of Object.values(report.ratios)) expect(value).toBeGreaterThan(0);
    expect(report.details.refillsVsMinimum).toMatchObject({ value: 1.4, isMet: true });
    expect(report.groups.flatMap(({ cells }) => cells)).toHaveLength(cellsToRun(sizes.full).length);
  });

  it('is tables with every ratio, its target and every measurement', () => {
    const markdown = markdownOf(report);
    for (const key of ratioKeys) expect(markdown).toContain(`| \`${key}\` |`);
    expect(markdown).toContain('at most 1.5');
    for (const { title } of groups) expect(markdown).toContain(`### ${title}`);
  });

  it('is a chart with a bar for each strategy', () => {
    const chart = chartOf(report);
    expect(chart).toContain('Unit pool, coalesced</text>');
    // Strategies and the ceiling, without a network and with one.
    expect(chart.match(/<rect class="bar/g)?.length).toBe(
      2 * (chart.match(/text-anchor="end"/g)?.length ?? 0),
    );
  });
});

describe('npm run bench', () => {
  it('asks for all ratios, for those of the quick run, or for one', () => {
    expect(readBenchCommand([])).toMatchObject({ size: 'full', keys: ratioKeys, only: undefined });
    expect(readBenchCommand(['--quick', '--json'])).toMatchObject({
      size: 'quick',
      keys: quickRatioKeys,
      isJson: true,
    });
    expect(readBenchCommand(['--only', 'panelOnVsOff', '--rounds', '9'])).toMatchObject({
      keys: ['panelOnVsOff'],
      only: ['panel'],
      rounds: 9,
    });
  });

  it.each([
    [['--table', 'speed'], /--table knows no "speed"; there are "One hot item"/],
    [['--only', 'speed'], /--only knows no "speed"; there are unitPool/],
    [['--rounds', '0'], /--rounds has to be/],
    [['--json', '--markdown'], /take one/],
  ])('refuses %j', (args, message) => {
    expect(() => readBenchCommand(args)).toThrow(UsageError);
    expect(() => readBenchCommand(args)).toThrow(message);
  });
});

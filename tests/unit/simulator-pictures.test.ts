import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CrowdDots } from '@/components/sales/crowd-dots';
import { crowdZones } from '@/components/sales/words';
import { Board } from '@/simulator/board';
import { ClientLoad, percentilesOf, RunFigures } from '@/simulator/figures';
import { isOver, statesBefore } from '@/simulator/states';

const level = { shopId: 1, inventoryItemId: 1, inventoryGroupId: 1, units: 5 };
const line = { inventoryItemId: 1, inventoryGroupId: 1, quantity: 1 };

describe('the board', () => {
  it('draws rows by their ids', () => {
    const board = new Board(level);
    const cells = board.hold({ units: [{ ...line, id: 3 }], lines: [line] });
    expect(board.picture().cells).toBe('..h..');
    board.sell(cells);
    expect(board.picture().cells).toBe('..s..');
  });
  it('draws two buyers who read the same number on one cell', () => {
    const board = new Board(level);
    const holds = [5, 5, 4].map((quantity) => board.hold({ seen: [{ ...line, quantity }], lines: [line] }));
    for (const cells of holds) board.sell(cells);
    expect(board.picture().cells).toBe('os...');
  });
  it('shows what came back until somebody takes it', () => {
    const board = new Board(level);
    board.giveBack(board.hold({ lines: [line] }));
    expect(board.picture().cells).toBe('r....');
    board.sell(board.hold({ units: [{ ...line, id: 1 }], lines: [line] }));
    expect(board.picture().cells).toBe('s....');
  });
  it('keeps its size bounded and shows the newest units', () => {
    const board = new Board({ ...level, units: 100_000 });
    board.hold({ units: [{ ...line, id: 60_000 }], lines: [line] });
    const { firstId, cells } = board.picture();
    expect([firstId, cells.length, cells.at(-1)]).toEqual([58_001, 2_000, 'h']);
  });
});

describe('the crowd', () => {
  const zero = Object.fromEntries(crowdZones.map((zone) => [zone, 0])) as Record<
    (typeof crowdZones)[number],
    number
  >;

  it('has a dot for each buyer as long as that can be seen, then one for several', () => {
    expect(new CrowdDots(500)).toMatchObject({ count: 500, buyersPerDot: 1 });
    expect(new CrowdDots(20_000)).toMatchObject({ buyersPerDot: 34 });
  });
  it('never loses a dot, and shows everybody in the end', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20_000 }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        (total, share) => {
          const dots = new CrowdDots(total);
          const bought = Math.floor(total * share);
          dots.move({ ...zero, coming: Math.ceil(total / 2), counter: Math.floor(total / 2) });
          dots.move({ ...zero, bought, refused: total - bought });
          const placed = crowdZones.flatMap((zone) => dots.zones[zone]);
          expect(new Set(placed).size).toBe(dots.count);
          expect(dots.zones.bought.length + dots.zones.refused.length).toBeGreaterThanOrEqual(dots.count - 1);
        },
      ),
    );
  });
});

describe('figures', () => {
  it('F1: tell the time in line from the time in the database', () => {
    const figures = new RunFigures(2);
    figures.answered(0, 900, 1_000);
    figures.answered(0, 980, 1_000);
    expect(percentilesOf(figures.response).max).toBeCloseTo(1_000, -1);
    expect(percentilesOf(figures.service).max).toBeCloseTo(100, 0);
  });
  it('F2: notice when the simulator itself is late', async () => {
    const load = new ClientLoad();
    await new Promise((resolve) => setTimeout(resolve, 30));
    const until = performance.now() + 150;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const { eventLoopMs, clientBusyPercent } = load.read();
    load.stop();
    expect(eventLoopMs.p99).toBeGreaterThan(100);
    expect(clientBusyPercent).toBeGreaterThan(0);
  });
});

describe('the states of a run', () => {
  it('have an end', () => {
    expect(
      ['finished', 'stopped', 'interrupted', 'failed'].every((state) => isOver(state as 'finished')),
    ).toBe(true);
    expect(statesBefore('selling')).toEqual(['preparing']);
    expect(statesBefore('finished')).toEqual(['judging']);
    expect(statesBefore('queued')).toEqual([]);
  });
});

/** One item that everybody wants: every strategy, with and without a network, with few and many connections. */
import { type StrategyId, strategyIds } from '@/simulator/strategies';
import { driveFor } from '../drive';
import type { Cell, Group, Sample } from '../sample';
import type { Stage } from '../stage';

/** Buyers per connection: a crowd is larger than what a shop connects with, and the rest stands in line. */
export const BUYERS_PER_CONNECTION = 4;

const DELAYS_MS = [0, 1, 2] as const;
const CONNECTIONS = [8, 32, 64, 128] as const;

export const hotKey = (strategy: StrategyId, delayMs: number, connections = 64) =>
  `hot ${strategy} ${delayMs}ms ${connections}`;

/** What the ratios are made of: measured for longer, and by `--quick` too. */
const compared = new Set([
  hotKey('unit-pool', 1),
  hotKey('counter-update', 1),
  hotKey('counter-for-update', 1),
  hotKey('counter-update-one-packet', 1),
  hotKey('coalesced', 1),
  hotKey('unit-pool', 0),
  hotKey('counter-update-one-packet', 0),
  hotKey('coalesced', 0),
]);

function cellOf(strategy: StrategyId, delayMs: number, connections: number): Cell {
  const key = hotKey(strategy, delayMs, connections);
  const isQuick = compared.has(key);
  const run = (stage: Stage): Promise<Sample> =>
    stage.withShop({ strategy, connections, delayMs }, ({ open, request, line }) =>
      driveFor({
        buyers: connections * BUYERS_PER_CONNECTION,
        operation: async () => (await open.reserve(request([line(0)]))).outcome === 'reserved',
        warmUpMs: stage.size.warmUpMs,
        readUse: () => stage.readUse(),
        measureMs: isQuick ? stage.size.measureMs : stage.size.matrixMs,
      }),
    );
  return { key, label: `${strategy}, ${delayMs} ms, ${connections} connections`, isQuick, run };
}

export const hotItem: Group = {
  title: 'One hot item',
  note: 'Reserves of one unit, as many as get through; four buyers a connection, none of whom pauses.',
  cells: DELAYS_MS.flatMap((delayMs) =>
    CONNECTIONS.flatMap((connections) =>
      strategyIds.map((strategy) => cellOf(strategy, delayMs, connections)),
    ),
  ),
};

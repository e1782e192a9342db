/** Carts of several lines, and many items that share the crowd. */
import type { StrategyId } from '@/simulator/strategies';
import { driveFor } from '../drive';
import type { Cell, Group } from '../sample';

const DELAY_MS = 1;
const LINES = [1, 3, 10] as const;
const ITEMS = 20;

/**
 * Few enough that two cores have time to spare. What is compared is the journeys of a cart; with more connections both forms are
 * limited by the processor, and the ratio becomes that of their processor time (the table by connections shows it).
 */
const FEW_CONNECTIONS = 2;

export const cartKey = (strategy: StrategyId, lines: number, connections = FEW_CONNECTIONS) =>
  `cart ${strategy} ${lines} lines ${connections} connections`;

function cartCell(strategy: StrategyId, lines: number, connections = FEW_CONNECTIONS): Cell {
  return {
    key: cartKey(strategy, lines, connections),
    label: `${strategy}, ${lines} ${lines === 1 ? 'line' : 'lines'}, ${DELAY_MS} ms, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
    isQuick: lines === 10 && strategy !== 'counter-update' && connections === FEW_CONNECTIONS,
    run: (stage) =>
      stage.withShop(
        { strategy, connections, delayMs: DELAY_MS, items: ITEMS },
        ({ open, request, line }) => {
          let carts = 0;
          const operation = async () => {
            // Every cart begins at another item, so that each item is wanted equally often.
            const first = carts * 7;
            carts += 1;
            const cart = Array.from({ length: lines }, (_, index) => line((first + index) % ITEMS));
            return (await open.reserve(request(cart))).outcome === 'reserved';
          };
          const { warmUpMs, measureMs } = stage.size;
          return driveFor({
            buyers: connections,
            operation,
            warmUpMs,
            measureMs,
            readUse: () => stage.readUse(),
          });
        },
      ),
  };
}

export const carts: Group = {
  title: 'Carts of several lines',
  note: `Carts of different items out of ${ITEMS}: one UNION ALL for the cart, a statement a line, and counters.`,
  cells: LINES.flatMap((lines) =>
    (['unit-pool', 'unit-pool-per-line', 'counter-update'] as const).map((strategy) =>
      cartCell(strategy, lines),
    ),
  ),
};

export const cartsByConnections: Group = {
  title: 'Carts of ten lines, by connections',
  note: 'The same carts with ever more connections, until the processor is what limits them.',
  cells: [1, 4, 8, 16, 32].flatMap((connections) =>
    (['unit-pool', 'unit-pool-per-line'] as const).map((strategy) => cartCell(strategy, 10, connections)),
  ),
};

function itemsCell(strategy: StrategyId, items: number): Cell {
  const connections = 64;
  return {
    key: `items ${strategy} ${items}`,
    label: `${strategy}, ${items} items, ${DELAY_MS} ms, ${connections} connections`,
    isQuick: false,
    run: (stage) =>
      stage.withShop({ strategy, connections, delayMs: DELAY_MS, items }, ({ open, request, line }) => {
        let carts = 0;
        const operation = async () => {
          carts += 1;
          return (await open.reserve(request([line((carts * 7) % items)]))).outcome === 'reserved';
        };
        const { warmUpMs, measureMs } = stage.size;
        return driveFor({
          buyers: connections,
          operation,
          warmUpMs,
          measureMs,
          readUse: () => stage.readUse(),
        });
      }),
  };
}

export const manyItems: Group = {
  title: 'Many items',
  note: 'Carts of one line that spread over so many items.',
  cells: [1, 10, 100].flatMap((items) =>
    (['unit-pool', 'counter-update', 'coalesced'] as const).map((strategy) => itemsCell(strategy, items)),
  ),
};

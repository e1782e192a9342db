/** Whole checkouts: reserve and claim, and the model that had a counter in Redis and the ledger in MySQL. */
import { v7 as uuidv7 } from 'uuid';
import type { StrategyId } from '@/simulator/strategies';
import { driveFor } from '../drive';
import type { Cell, Group } from '../sample';
import { BUYERS_PER_CONNECTION } from './hot-item';

const CONNECTIONS = 64;
const DELAY_MS = 1;

export const checkoutKey = (strategy: StrategyId) => `checkout ${strategy} ${DELAY_MS}ms`;

function cellOf(strategy: StrategyId, isQuick: boolean): Cell {
  return {
    key: checkoutKey(strategy),
    label: `${strategy}, ${DELAY_MS} ms, ${CONNECTIONS} connections`,
    isQuick,
    async run(stage) {
      const options = { strategy, connections: CONNECTIONS, delayMs: DELAY_MS } as const;
      return stage.withShop(options, ({ open, request, line }) =>
        driveFor({
          buyers: CONNECTIONS * BUYERS_PER_CONNECTION,
          operation: async () => {
            const wanted = request([line(0)]);
            if ((await open.reserve(wanted)).outcome !== 'reserved') return false;
            return (await open.claim(wanted.reservationId, uuidv7())) === 'claimed';
          },
          warmUpMs: stage.size.warmUpMs,
          readUse: () => stage.readUse(),
          measureMs: stage.size.measureMs,
        }),
      );
    },
  };
}

export const checkouts: Group = {
  title: 'Whole checkouts',
  note: 'Reserve and claim of one unit of one hot item, with no pause for the payment between them.',
  cells: [
    cellOf('unit-pool', true),
    cellOf('redis-counter-ledger-first', true),
    cellOf('redis-counter-redis-first', false),
    cellOf('coalesced', true),
    cellOf('counter-update', false),
    cellOf('counter-update-one-packet', false),
  ],
};

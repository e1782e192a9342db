/** Whole checkouts: reserve and claim, and the model that had a counter in Redis and the ledger in MySQL. */
import { v7 as uuidv7 } from 'uuid';
import type { StrategyId } from '@/simulator/strategies';
import type { HoldRequest, OpenStrategy } from '@/simulator/strategies/strategy';
import { driveFor } from '../drive';
import type { Cell, Group } from '../sample';
import { BUYERS_PER_CONNECTION } from './hot-item';

const CONNECTIONS = 64;
const DELAY_MS = 1;

export const checkoutKey = (strategy: StrategyId) => `checkout ${strategy} ${DELAY_MS}ms`;

/** Reserves and claims, and says whether both were done. */
export async function checkOut(open: OpenStrategy, wanted: HoldRequest): Promise<boolean> {
  if ((await open.reserve(wanted)).outcome !== 'reserved') return false;
  return (await open.claim(wanted.reservationId, uuidv7())) === 'claimed';
}

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
          operation: () => checkOut(open, request([line(0)])),
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

/** Buyers of quiet items while another item is stormed: who pays for the storm? */
import { createHistogram, performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { StrategyId } from '@/simulator/strategies';
import { record, sampleOf } from '../drive';
import type { Cell, Group } from '../sample';

const CONNECTIONS = 32;
const DELAY_MS = 1;
const QUIET_ITEMS = 10;
/** More than a counter of one row can serve at this distance, less than what the machine can. */
const STORM_PER_SECOND = 300;
const QUIET_PER_SECOND = 40;

export const coldKey = (strategy: StrategyId, isStormy: boolean) =>
  `cold ${strategy} ${isStormy ? 'storm' : 'alone'}`;

function cellOf(strategy: StrategyId, isStormy: boolean): Cell {
  return {
    key: coldKey(strategy, isStormy),
    label: `${strategy}, ${isStormy ? `while another item has ${STORM_PER_SECOND} buyers/s` : 'alone'}`,
    isQuick: false,
    run(stage) {
      const options = { strategy, connections: CONNECTIONS, delayMs: DELAY_MS, items: QUIET_ITEMS + 1 };
      return stage.withShop(options, async ({ open, request, line }) => {
        const histogram = createHistogram();
        const measureMs = stage.size.measureMs * 2;
        const visits: Promise<void>[] = [];
        let failure: { readonly error: unknown } | undefined;
        const visit = (item: number, isCounted: boolean) => {
          const arrivedAt = performance.now();
          const answered = open.reserve(request([line(item)])).then(
            () => {
              if (isCounted) record(histogram, performance.now() - arrivedAt);
            },
            (error: unknown) => {
              failure = { error };
            },
          );
          visits.push(answered);
        };
        // Buyers come when they come, whether or not those before them were served.
        const startedAt = performance.now();
        let stormed = 0;
        let quiet = 0;
        for (let ms = 0; ms < measureMs && !failure; ms = performance.now() - startedAt) {
          for (; isStormy && stormed < (ms / 1000) * STORM_PER_SECOND; stormed += 1) visit(0, false);
          for (; quiet < (ms / 1000) * QUIET_PER_SECOND; quiet += 1) visit(1 + (quiet % QUIET_ITEMS), true);
          await delay(1);
        }
        await Promise.all(visits);
        if (failure) throw failure.error;
        return sampleOf(histogram, (quiet / measureMs) * 1000, { stormed });
      });
    },
  };
}

export const coldItem: Group = {
  title: 'Quiet items beside a stormed one',
  note: `${QUIET_PER_SECOND} buyers/s of ${QUIET_ITEMS} quiet items over the same ${CONNECTIONS} connections, ${DELAY_MS} ms; latency from arrival.`,
  cells: (['unit-pool', 'counter-update'] as const).flatMap((strategy) =>
    [false, true].map((isStormy) => cellOf(strategy, isStormy)),
  ),
};

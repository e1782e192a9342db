/** A run that empties many pools: how often it is refilled, and what a reserve meets while one is under way. */
import { createHistogram, performance } from 'node:perf_hooks';
import { driveCount, record, sampleOf } from '../drive';
import type { Group } from '../sample';

const CONNECTIONS = 64;
const POOL_CAP = 200;

export const refillsKey = 'refills';

export const refillRuns: Group = {
  title: 'Refills',
  note: `A stock of 50 pools of ${POOL_CAP} is sold out; each reserve that begins or ends during a refill counts as one of those.`,
  cells: [
    {
      key: refillsKey,
      label: `unit-pool, cap of ${POOL_CAP}, ${CONNECTIONS} connections`,
      isQuick: false,
      run(stage) {
        const units = POOL_CAP * stage.size.pools;
        const options = {
          strategy: 'unit-pool',
          connections: CONNECTIONS,
          units,
          poolCap: POOL_CAP,
        } as const;
        return stage.withShop(options, async ({ database, open, request, line, refills }) => {
          // The pool that lay ready before the first reserve is no refill of this run, but one of the least that it takes.
          const laidOut = refills.inline + refills.background;
          const during = createHistogram();
          let refillsSeen = 0;
          const stop = database.observe(({ tag }) => {
            if (tag === 'replenish') refillsSeen += 1;
          });
          const operation = async () => {
            const begunAt = performance.now();
            const before = refillsSeen;
            const { outcome } = await open.reserve(request([line(0)]));
            if (refillsSeen !== before) record(during, performance.now() - begunAt);
            return outcome === 'reserved';
          };
          const sample = await driveCount({ buyers: CONNECTIONS, operation, count: units });
          stop();
          const { p99Ms } = sampleOf(during, 0);
          return {
            ...sample,
            more: {
              ...sample.more,
              inline: refills.inline,
              background: refills.background - laidOut,
              refillsVsMinimum: (refills.inline + refills.background) / stage.size.pools,
              p99DuringRefillMs: p99Ms,
              p99DuringRefillVsP50: p99Ms / sample.p50Ms,
            },
          };
        });
      },
    },
  ],
};

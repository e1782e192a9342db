/**
 * The background process beside the web server: takes back holds that are over their time, fills pools before they run
 * dry, does what is due around payments, and watches over a roll-out. Promise: it can be killed at any moment, started
 * twice, or be missing; checkouts then do the same inline.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { runDuePayments } from '@/checkout/gateway/run-due-payments';
import { getDatabase } from '@/db/client';
import { shopIds } from '@/db/shop-ids';
import { createMovingEngine, dropCounts, RollOutWatch } from '@/legacy/index';

const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
const HOUR_MS = 3_600_000;

const database = getDatabase();
const moving = createMovingEngine(database, process.env.REDIS_URL);
const { engine } = moving;
const watch = new RollOutWatch(database, process.env.REDIS_URL);
watch.start();
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());

let failures = 0;
let checkpointsAt = Date.now() + HOUR_MS;
while (!stopping.signal.aborted) {
  try {
    await runDuePayments(engine);
    for (const shopId of await shopIds(database, 'sweeper')) {
      await engine.expire(shopId);
      await engine.replenishLow(shopId);
      if (Date.now() < checkpointsAt) continue;
      await engine.writeCheckpoints(shopId);
      await dropCounts(database, shopId);
    }
    if (Date.now() >= checkpointsAt) checkpointsAt = Date.now() + HOUR_MS;
    if (failures > 0) console.log('works again');
    failures = 0;
  } catch (error) {
    // MySQL may restart under a worker; it says so once and goes on trying.
    failures += 1;
    if (failures === 1) console.error(error);
  }
  const pauseMs = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** Math.min(failures, 10));
  await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
}
await watch.stop();
await engine.settled();
await moving.stop();
await database.close();

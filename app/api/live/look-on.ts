/**
 * One viewer of the panel without a page, as a process: for `npm run bench`, which compares a sale that somebody looks at
 * with one that nobody does. It looks at the schema of DATABASE_URL, says "looking" with the first reading, and ends with
 * the process that started it.
 */
import { createDatabase } from '@/db/database';
import { createEngine } from '@/engine/index';
import { Sampler } from './sampler';

const url = process.env.DATABASE_URL;
if (!url || !process.send) throw new Error('This process is started by "npm run bench".');

const main = createDatabase({ url, connectionLimit: 2 });
const sampler = new Sampler({ engine: createEngine(main, { refillsInBackground: false }) });

// Its readings are nobody's any more; the server cleans up after connections that are cut.
process.once('disconnect', () => process.exit(0));

sampler.watch({
  target: { shopId: 1, runId: null },
  isReady: () => true,
  send: () => {
    if (process.connected) process.send?.('looking');
  },
  close: () => undefined,
});

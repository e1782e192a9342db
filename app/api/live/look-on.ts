/**
 * One viewer of the panel without a page, as a process: for `npm run bench`, which compares a sale that somebody looks at
 * with the same when nobody does. It looks at the schema of DATABASE_URL while it is told to, answers "looking" with the
 * first reading and "away" when it has left, and ends with the process that started it.
 */
import { createDatabase } from '@/db/database';
import { createEngine } from '@/engine/index';
import { Sampler } from './sampler';

const url = process.env.DATABASE_URL;
if (!url || !process.send) throw new Error('This process is started by "npm run bench".');

const main = createDatabase({ url, connectionLimit: 2 });
const sampler = new Sampler({ engine: createEngine(main, { refillsInBackground: false }) });
let leave: (() => Promise<void>) | undefined;

const tell = (what: 'ready' | 'looking' | 'away') => {
  if (process.connected) process.send?.(what);
};

function look(): void {
  let isFirst = true;
  leave = sampler.watch({
    target: { shopId: 1, runId: null },
    isReady: () => true,
    send: () => {
      if (isFirst) tell('looking');
      isFirst = false;
    },
    close: () => undefined,
  });
}

process.on('message', async (what) => {
  if (what === 'look') look();
  else {
    await leave?.();
    tell('away');
  }
});
// Its readings are nobody's any more; the server cleans up after connections that are cut.
process.once('disconnect', () => process.exit(0));
tell('ready');

/**
 * The process of a sale: `simulator/worker.ts <first run id>`, or `recover` to end the runs of processes that are gone.
 *
 * Promise: one sale at a time on a server; it ends within a second of being asked, with nothing held. SIGINT and the message
 * "stop" end it as stopped; SIGTERM, and the death of the process that started it, as interrupted.
 */
import { createDatabase } from '@/db/database';
import { migrate } from '@/db/migrate';
import type { FromWorker, ToWorker } from './messages';
import { recoverRuns } from './recovery';
import { touchQueuedRuns } from './run-records';
import { executeSale } from './sale';
import { takeSaleLock } from './sale-lock';

/** Time between two words of a sale in line that it still waits for the one that goes on. */
const LOCK_WAIT_SECONDS = 5;

const [what = ''] = process.argv.slice(2);
const url = process.env.DATABASE_URL;
if (!url) throw new Error('DATABASE_URL is not set.');

const ending = new AbortController();
const end = (as: 'stopped' | 'interrupted') => {
  if (!ending.signal.aborted) ending.abort(as);
};
process.on('SIGINT', () => end('stopped'));
process.on('SIGTERM', () => end('interrupted'));
process.on('SIGHUP', () => end('interrupted'));
process.on('disconnect', () => end('interrupted'));
process.on('message', (message: ToWorker) => {
  if (message.kind === 'stop') end('stopped');
});

/** Resolves when it is on its way, so that the process may end. */
function tell(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected || !process.send) resolve();
    else process.send(message, undefined, undefined, () => resolve());
  });
}

await migrate(url);
const main = createDatabase({ url, connectionLimit: 3, acquireTimeoutMs: 30_000 });
try {
  const firstRunId = Number(what);
  let lock = await takeSaleLock(main, 0);
  if (!lock && what === 'recover') process.exit(0);
  if (!lock) await tell({ kind: 'waiting' });
  while (!lock && !ending.signal.aborted) {
    await touchQueuedRuns(main, firstRunId);
    lock = await takeSaleLock(main, LOCK_WAIT_SECONDS);
  }
  if (lock) await recoverRuns(main);
  if (what !== 'recover') {
    const reports = await executeSale({
      main,
      firstRunId,
      signal: ending.signal,
      onFrame: (frame, position, runs) => void tell({ kind: 'frame', frame, position, runs }),
    });
    await tell({ kind: 'finished', reports });
  }
  await lock?.release();
} catch (error) {
  await tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  console.error(error);
  process.exitCode = 1;
} finally {
  await main.close();
  if (process.connected) process.disconnect();
}

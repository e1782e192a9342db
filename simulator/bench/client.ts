/** The measuring process: buyers and nothing else, so that neither a terminal nor a server takes part in what it measures. */
import { performance } from 'node:perf_hooks';
import { readEnvironmentOf } from '../environment';
import type { FromClient, Order } from './messages';
import { measureRounds } from './rounds';
import { sizes } from './sizes';
import { Stage } from './stage';

/** Resolves when it is on its way, so that the process may end. */
function tell(message: FromClient): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!process.send) reject(new Error('This process is started by "npm run bench".'));
    else process.send(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });
}

// Whoever started it is gone: nobody wants to know any more.
process.once('disconnect', () => process.exit(130));

const order: Order = JSON.parse(process.argv[2] ?? '{}');
const startedAt = performance.now();
const size = sizes[order.size];
const stage = await Stage.on(order.url, { ...size, rounds: order.rounds ?? size.rounds });
const database = stage.connect(1);
const environment = await readEnvironmentOf(database);
await database.close();
const measured = await measureRounds(stage, {
  only: order.only && new Set(order.only),
  onProgress: (progress) => void tell({ kind: 'progress', ...progress }),
});
await tell({
  kind: 'measured',
  measured: { ...measured, environment, tookMs: performance.now() - startedAt },
});
process.removeAllListeners('disconnect');
process.disconnect();

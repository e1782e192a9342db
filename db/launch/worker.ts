/** `npm run worker`: the background process alone, on the database in use. `npm run demo` and `dev` start one themselves. */
import { openServer } from '@/db/server';
import { command } from './command-line';

const usage = `npm run worker

Takes back expired holds and refills pools until Ctrl-C, on the database in use.`;

await command(usage, async () => {
  const server = await openServer();
  try {
    process.env.DATABASE_URL = server.url;
    // It runs while it is imported, and ends on a signal.
    await import('@/worker');
    return 0;
  } finally {
    await server.stop();
  }
});

/** `npm run mysql`: the mysql client on the database in use, with whatever arguments follow. */
import { spawn } from 'node:child_process';
import { openServer } from '@/db/server';
import { findClient } from '@/db/server/find-client';
import { command } from './command-line';

const usage = `npm run mysql [-- arguments of the mysql client]

Opens a client on the database in use: DATABASE_URL, the server that "npm run demo" runs, or one started for it.
  npm run mysql -- -e "SELECT COUNT(*) FROM available_units"`;

await command(usage, async () => {
  const server = await openServer();
  try {
    const url = new URL(server.url);
    const [file = '', ...first] = await findClient(server.client, (line) => console.error(line));
    const args = [
      ...first,
      '--no-defaults',
      '--protocol=tcp',
      `--host=${url.hostname}`,
      `--port=${url.port || 3306}`,
      `--user=${decodeURIComponent(url.username)}`,
      `--database=${decodeURIComponent(url.pathname.slice(1))}`,
      '--default-character-set=utf8mb4',
      ...process.argv.slice(2),
    ];
    // Ctrl-C is the client's: it cancels the statement that runs.
    process.on('SIGINT', () => undefined);
    const child = spawn(file, args, {
      stdio: 'inherit',
      // Not on the command line, which every user of the machine can read.
      env: { ...process.env, MYSQL_PWD: decodeURIComponent(url.password) },
    });
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
  } finally {
    await server.stop();
  }
});

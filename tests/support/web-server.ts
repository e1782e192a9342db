/**
 * The app for Playwright: built as it would be in production, on a MySQL of its own that is migrated and seeded. It
 * writes that server's URL to the file that E2E_STATE names, where fixtures read it.
 */
import { rm, writeFile } from 'node:fs/promises';
import { buildIfChanged, nextCommand } from '@/db/launch/build';
import { endAllChildren, startChild } from '@/db/launch/children';
import { migrate } from '@/db/migrate';
import { openTestServer } from '@/db/server/test-server';

const { E2E_PORT: port, E2E_STATE: stateFile } = process.env;
if (!port || !stateFile) throw new Error('E2E_PORT and E2E_STATE are set by playwright.config.ts.');

const server = await openTestServer();
const url = new URL(server.url);
url.pathname = '/lastunit_e2e';

async function stop(): Promise<void> {
  await endAllChildren();
  await server.stop();
  if (stateFile) await rm(stateFile, { force: true });
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void stop().then(() => process.exit(0)));
}

try {
  await migrate(url.href);
  await writeFile(stateFile, JSON.stringify({ databaseUrl: url.href }), { mode: 0o600 });
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATABASE_URL: url.href,
    TEST_HOOKS: '1',
    NODE_ENV: 'production',
  };
  await buildIfChanged(env);
  const web = await startChild('the web server', [...nextCommand, 'start', '-H', '127.0.0.1', '-p', port], {
    env,
    onLine: (line) => console.error(line),
    graceMs: 3_000,
  });
  console.error(`the web server ${await web.ended}`);
} finally {
  await stop();
}

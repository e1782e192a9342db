/**
 * The app for Playwright: built as it would be in production, on a MySQL of its own that is migrated and seeded. It
 * writes that server's URL and the token of the test hooks to the file that E2E_STATE names, where fixtures read it.
 */
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'mysql2/promise';
import { createDatabase } from '@/db/database';
import { buildIfChanged, nextCommand } from '@/db/launch/build';
import { endAllChildren, startChild } from '@/db/launch/children';
import { migrate } from '@/db/migrate';
import { openTestRedis } from '@/db/redis/server';
import { seed } from '@/db/seed';
import { openTestServer } from '@/db/server/test-server';

const { E2E_PORT: port, E2E_STATE: stateFile } = process.env;
if (!port || !stateFile) throw new Error('E2E_PORT and E2E_STATE are set by playwright.config.ts.');

const server = await openTestServer();
const redis = await openTestRedis();
const url = new URL(server.url);
url.pathname = '/lastunit_e2e';

const testHooksToken = randomBytes(24).toString('hex');

async function stop(): Promise<void> {
  await endAllChildren();
  if (redis.isThere) await redis.stop();
  await server.stop();
  if (stateFile) await rm(stateFile, { force: true });
}

async function prepareSchema(databaseUrl: string): Promise<void> {
  // Where DATABASE_URL names a server, the schema of an earlier run is still there.
  const connection = await createConnection({ uri: server.url });
  await connection.query('DROP DATABASE IF EXISTS lastunit_e2e');
  await connection.end();
  await migrate(databaseUrl);
  const database = createDatabase({ url: databaseUrl, connectionLimit: 2 });
  await seed(database);
  await database.close();
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void stop().then(() => process.exit(0)));
}

try {
  await prepareSchema(url.href);
  await writeFile(
    stateFile,
    JSON.stringify({
      databaseUrl: url.href,
      redisUrl: redis.isThere ? redis.url : '',
      testHooksToken,
      appUrl: `http://127.0.0.1:${port}`,
    }),
    { mode: 0o600 },
  );
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATABASE_URL: url.href,
    EMBEDDED_MYSQL: process.env.DATABASE_URL ? '0' : '1',
    REDIS_URL: redis.isThere ? redis.url : '',
    TEST_HOOKS: '1',
    TEST_HOOKS_TOKEN: testHooksToken,
    NODE_ENV: 'production',
  };
  // E11: a build knows no database.
  await buildIfChanged({ ...env, DATABASE_URL: '' });
  const web = await startChild('web server', [...nextCommand, 'start', '-H', '127.0.0.1', '-p', port], {
    env,
    onLine: (line) => console.error(line),
    graceMs: 3_000,
  });
  const worker = await startChild('worker', [process.execPath, '--import', 'tsx', 'worker.ts'], {
    env,
    onLine: (line) => console.error(line),
    graceMs: 3_000,
  });
  const endings = [web, worker].map(async ({ name, ended }) => `The ${name} ${await ended}.`);
  console.error(await Promise.race(endings));
} finally {
  await stop();
}

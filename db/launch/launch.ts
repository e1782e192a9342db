/**
 * Brings everything up in order and keeps it up until a signal or the first process that ends. Promise: when `launch` resolves,
 * nothing that it started runs any more, mysqld included, unless another command uses that too.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase } from '@/db/database';
import { needsOf, runChecks } from '@/db/doctor';
import { type Environment, readEnvironment } from '@/db/env';
import { migrate } from '@/db/migrate';
import { redisHost } from '@/db/redis/client';
import { openRedisServer, type RedisServer } from '@/db/redis/server';
import { seed } from '@/db/seed';
import { type OpenServer, openServer } from '@/db/server';
import { checkoutFolder } from '@/db/server/paths';
import { firstFree } from '@/db/server/ports';
import { buildIfChanged, nextCommand } from './build';
import { type Child, endAllChildren, startChild } from './children';
import { endLeftBehind } from './left-behind';
import { isStopping, onSignal } from './signals';
import { step } from './steps';
import { bold, dim, red, yellow } from './terminal';

type Kind = 'demo' | 'dev';

export function usageOf(kind: Kind): string {
  const what =
    kind === 'demo'
      ? 'Serves the app with everything it needs'
      : 'The same as the demo, reloading as sources change';
  return `npm run ${kind} [-- --port 3000]

${what}: MySQL, tables, seed, Redis, web server, worker. Ctrl-C stops it all.
  --port N   first port to try (default: PORT, else 3000); the next free one is taken`;
}

/** Returns the exit code: 0 after a signal while everything ran, 1 when something ended by itself. */
export async function launch(kind: Kind): Promise<number> {
  const { values } = parseArgs({ options: { port: { type: 'string' } } });
  if (values.port) process.env.PORT = values.port;
  let server: OpenServer | undefined;
  let redis: RedisServer | undefined;
  const stop = async (): Promise<void> => {
    await endAllChildren();
    await redis?.stop();
    // Interrupted while one was being found: what has begun ends with this process, and the next start clears up.
    if (!server) process.exit(130);
    await server.stop();
  };
  const signal = onSignal(stop);
  try {
    console.log(`\n  ${bold('Lastunit')}\n`);
    await endLeftBehind();
    const opened = await step('MySQL', async ({ say }) => {
      server = await openServer({ report: say });
      return { detail: origin(server), value: server };
    });
    const environment: NodeJS.ProcessEnv = {
      ...process.env,
      DATABASE_URL: opened.url,
      // Pages may change settings of a server that is ours, and of no other.
      EMBEDDED_MYSQL: opened.source === 'DATABASE_URL' ? '0' : '1',
    };
    const settings = readEnvironment(environment);
    await prepare(opened.url, settings);
    redis = await startRedis();
    if (redis) environment.REDIS_URL = redis.url;
    const children = await serve(kind, environment, settings);
    const lost = new Promise<string>((resolve) => opened.onLost(() => resolve('MySQL ended by itself')));
    const endings = children.map(async ({ name, ended }) => `The ${name} ${await ended}`);
    const reason = await Promise.race([signal.received, lost, ...endings]);
    if (signal.name) return await signal.finished;
    console.error(`\n  ${red(reason)}; stopping the rest.`);
    await stop();
    return 1;
  } catch (error) {
    // What fails because it is being stopped is no news.
    if (signal.name) return await signal.finished;
    await endAllChildren();
    await redis?.stop();
    await server?.stop();
    throw error;
  }
}

function origin({ source, version, isStarted, url }: OpenServer): string {
  const origins = {
    DATABASE_URL: 'of DATABASE_URL',
    path: 'found on the PATH',
    cache: 'from the cache',
    debian: "from Debian's packages",
    download: "from MySQL's download",
  };
  const from = isStarted || source === 'DATABASE_URL' ? origins[source] : 'that runs already';
  return `${version} ${from}, ${new URL(url).host}`;
}

/** The Redis of the legacy model. Everything else works without, so that a missing one is a line and no failure. */
function startRedis(): Promise<RedisServer | undefined> {
  return step<RedisServer | undefined>('Redis', async ({ say }) => {
    const found = await openRedisServer({ report: say });
    if (!found.isThere) {
      return { detail: yellow('none: see "npm run doctor"'), value: undefined };
    }
    return { detail: `${found.version}, ${redisHost(found.url)}`, value: found };
  });
}

async function prepare(url: string, settings: Environment): Promise<void> {
  await step('checks', async () => {
    const { checks } = await runChecks(url, needsOf(settings.POOL_SIZE));
    const failed = checks.filter(({ ok }) => !ok);
    if (failed.length === 0) return `all ${checks.length} passed`;
    return yellow(`${failed.map(({ id }) => id).join(', ')} failed: see "npm run doctor"`);
  });
  await step('tables', async () => {
    await migrate(url);
    return 'up to date';
  });
  await step('shop', async () => {
    const database = createDatabase({ url, connectionLimit: 2 });
    try {
      return (await seed(database)) ? 'seeded' : 'kept as it was';
    } finally {
      await database.close();
    }
  });
}

async function serve(kind: Kind, environment: NodeJS.ProcessEnv, settings: Environment): Promise<Child[]> {
  if (kind === 'demo') {
    await step('build', async ({ say }) => {
      say('compiling');
      return (await buildIfChanged(environment)) ? 'compiled' : 'sources unchanged';
    });
  }
  const port = await firstFree(settings.PORT, settings.HOST);
  const address = `http://${settings.HOST}:${port}`;
  const web = await startWeb(kind, address, environment, settings.PORT);
  const worker = await startWorker(kind, environment);
  console.log(`\n  Open ${bold(address)}   ${dim('Ctrl-C stops everything')}\n`);
  return [web, worker];
}

async function startWeb(
  kind: Kind,
  address: string,
  environment: NodeJS.ProcessEnv,
  wantedPort: number,
): Promise<Child> {
  const { hostname, port } = new URL(address);
  const command = [...nextCommand, kind === 'demo' ? 'start' : 'dev', '-H', hostname, '-p', port];
  return step('web', async ({ say }) => {
    say('starting');
    const { child, showLines } = await startQuietly('web', command, {
      ...environment,
      ...modeOf(kind),
      PORT: port,
    });
    const failure = await Promise.race([child.ended, answers(address)]);
    if (failure) throw new Error(`The web server ${failure}.`);
    showLines();
    const detail = Number(port) === wantedPort ? address : `${address} (${wantedPort} is taken)`;
    return { detail, value: child };
  });
}

async function startWorker(kind: Kind, environment: NodeJS.ProcessEnv): Promise<Child> {
  const command = [process.execPath, '--import', 'tsx', join(checkoutFolder, 'worker.ts')];
  return step('worker', async () => {
    const { child, showLines } = await startQuietly('worker', command, { ...environment, ...modeOf(kind) });
    showLines();
    return { detail: 'takes back expired holds, refills pools', value: child };
  });
}

function modeOf(kind: Kind): { NODE_ENV: 'production' | 'development' } {
  return { NODE_ENV: kind === 'demo' ? 'production' : 'development' };
}

/** Starts a child whose lines are kept until they are asked for, so that they don't cross the lines of the steps. */
async function startQuietly(name: string, command: string[], env: NodeJS.ProcessEnv) {
  const kept: string[] = [];
  let isShown = false;
  const print = (line: string): void => console.log(`${dim(`${name.padEnd(6)} |`)} ${line}`);
  const child = await startChild(name, command, {
    env,
    onLine: (line) => (isShown ? print(line) : kept.push(line)),
    graceMs: 3_000,
  });
  void child.ended.then(() => {
    if (!isShown && !isStopping()) kept.forEach(print);
  });
  const showLines = (): void => {
    isShown = true;
  };
  return { child, showLines };
}

/** Resolves once the address answers anything. */
async function answers(address: string): Promise<undefined> {
  for (;;) {
    const response = await fetch(address, { redirect: 'manual' }).catch(() => null);
    if (response) {
      await response.arrayBuffer();
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

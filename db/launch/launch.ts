/**
 * Brings everything up in order and keeps it up until a signal or the first process that ends. Promise: when `launch` resolves,
 * nothing that it started runs any more, mysqld included, unless another command uses that too.
 */
import { parseArgs } from 'node:util';
import { needsOf, runChecks } from '@/db/doctor';
import { type Environment, readEnvironment } from '@/db/env';
import { migrate } from '@/db/migrate';
import { type OpenServer, openServer } from '@/db/server';
import { firstFree } from '@/db/server/ports';
import { buildIfChanged, nextCommand } from './build';
import { type Child, endAllChildren, startChild } from './children';
import { endLeftBehind } from './left-behind';
import { onSignal } from './signals';
import { step } from './steps';
import { bold, dim, red, yellow } from './terminal';

type Kind = 'demo' | 'dev';

export function usageOf(kind: Kind): string {
  const what =
    kind === 'demo'
      ? 'Serves the app with everything it needs'
      : 'The same as the demo, reloading as sources change';
  return `npm run ${kind} [-- --port 3000]

${what}: MySQL, tables, seed, web server, worker. Ctrl-C stops it all.
  --port N   first port to try (default: PORT, else 3000); the next free one is taken`;
}

/** Returns the exit code: 0 after a signal while everything ran, 1 when something ended by itself. */
export async function launch(kind: Kind): Promise<number> {
  const { values } = parseArgs({ options: { port: { type: 'string' } } });
  if (values.port) process.env.PORT = values.port;
  let server: OpenServer | undefined;
  const stop = async (): Promise<void> => {
    await endAllChildren();
    // Interrupted while one was being found: what has begun ends with this process, and the next start clears up.
    if (!server) process.exit(130);
    await server.stop();
  };
  const signal = onSignal(stop);
  try {
    console.log(`\n  ${bold('Lastunit')}\n`);
    await endLeftBehind();
    await step('MySQL', async ({ say }) => {
      server = await openServer({ report: say });
      return origin(server);
    });
    if (!server) throw new Error('No server.');
    const environment = { ...process.env, DATABASE_URL: server.url };
    const settings = readEnvironment(environment);
    await prepare(server.url, settings);
    const children = await serve(kind, environment, settings);
    const lost = new Promise<string>((resolve) => server?.onLost(() => resolve('MySQL ended by itself')));
    const endings = children.map(async ({ name, ended }) => `${name} ${await ended}`);
    const reason = await Promise.race([signal.received, lost, ...endings]);
    if (signal.name) return await signal.finished;
    console.error(`\n  ${red(reason)}; stopping the rest.`);
    await stop();
    return 1;
  } catch (error) {
    // What fails because it is being stopped is no news.
    if (signal.name) return await signal.finished;
    await endAllChildren();
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

async function prepare(url: string, settings: Environment): Promise<void> {
  await step('checks', async () => {
    const { checks } = await runChecks(url, needsOf(settings.POOL_SIZE));
    const failed = checks.filter(({ ok }) => !ok);
    if (failed.length === 0) return `all ${checks.length} passed`;
    return yellow(`${failed.map(({ id }) => id).join(', ')} failed: see "npm run doctor"`);
  });
  await step('tables', async () => {
    await migrate(url);
    return 'migrated';
  });
}

async function serve(kind: Kind, environment: NodeJS.ProcessEnv, settings: Environment): Promise<Child[]> {
  const isDemo = kind === 'demo';
  if (isDemo) {
    await step('build', async ({ say }) => {
      say('compiling');
      return (await buildIfChanged(environment)) ? 'compiled' : 'sources unchanged';
    });
  }
  const port = await firstFree(settings.PORT, settings.HOST);
  const address = `http://${settings.HOST}:${port}`;
  let web: Child | undefined;
  let isUp = false;
  const said: string[] = [];
  await step('web', async ({ say }) => {
    if (port !== settings.PORT) say(`port ${settings.PORT} is taken, trying ${port}`);
    web = await startChild(
      'the web server',
      [...nextCommand, isDemo ? 'start' : 'dev', '-H', settings.HOST, '-p', String(port)],
      {
        env: { ...environment, NODE_ENV: isDemo ? 'production' : 'development', PORT: String(port) },
        onLine: (line) => (isUp ? console.log(`${dim('web    |')} ${line}`) : said.push(line)),
        graceMs: 3_000,
      },
    );
    const failure = await Promise.race([web.ended, answers(address)]);
    if (failure) throw new Error(`the web server ${failure}\n${said.join('\n')}`);
    isUp = true;
    return port === settings.PORT ? address : `${address} (port ${settings.PORT} is taken)`;
  });
  console.log(`\n  Open ${bold(address)}   ${dim('Ctrl-C stops everything')}\n`);
  return web ? [web] : [];
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

/**
 * The process that owns one mysqld. It starts it, and keeps it for as long as anybody holds a lease: a connection to
 * the supervisor that a command opens and the system closes, however that command ends. So a server that `npm run demo` started
 * serves `npm run sale` too, ends with the last of them, and survives none of them, not even after a kill -9.
 * Promise: mysqld is shut down cleanly, the state file is removed after that, and a throw-away folder with it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { errorLinesOf } from './data-folder';
import { openDesk } from './lease-desk';
import { type Durability, serverOptions, userOption } from './options';
import { diesWithParent } from './parent-death';
import { freePort } from './ports';
import type { Program } from './program';
import { reasonOf } from './setup-error';
import { removeState, type ServerState, writeState } from './state';

export interface SupervisorRequest {
  program: Program;
  folder: string;
  dataFolder: string;
  durability: Durability;
  /** Whether the folder is removed when the server has ended. */
  isThrowAway: boolean;
}

export type SupervisorReply = { ready: ServerState } | { failed: string };

const user = 'lastunit';
const database = 'lastunit';

async function main(request: SupervisorRequest): Promise<number> {
  // Paths of sockets are short by law of the system (104 bytes on macOS), so this one isn't under the data folder.
  const runFolder = await mkdtemp(join(tmpdir(), 'lastunit-'));
  try {
    return await supervise(request, runFolder);
  } finally {
    await rm(runFolder, { recursive: true, force: true });
    if (request.isThrowAway) await rm(request.folder, { recursive: true, force: true });
  }
}

/** Returns the exit code once mysqld has ended. */
async function supervise(request: SupervisorRequest, runFolder: string): Promise<number> {
  const { folder, program } = request;
  // A new word at each start: it is nowhere but in the state file and in the URLs of those who read it.
  const password = randomBytes(12).toString('hex');
  const initFile = join(runFolder, 'init.sql');
  await writeFile(initFile, initStatements(password), { mode: 0o600 });

  let isStopping = false;
  let child: ChildProcess | undefined;
  const stop = (): void => {
    isStopping = true;
    if (child) shutDown(child);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);

  const started = await startOnFreePort(request, runFolder, initFile, password);
  child = started.child;
  const desk = await openDesk({ onLast: stop });
  const state: ServerState = {
    url: `mysql://${user}:${password}@127.0.0.1:${started.port}/${database}`,
    port: started.port,
    version: program.version,
    source: program.source,
    client: program.client,
    supervisorPid: process.pid,
    mysqldPid: child.pid ?? 0,
    startedAt: new Date().toISOString(),
    runFolder,
    leasePort: desk.port,
    leaseToken: desk.token,
  };
  await writeState(folder, state);
  // The starter went away without having taken its lease: nobody knows of this server.
  const stopIfForgotten = (): void => {
    if (desk.count() === 0) stop();
  };
  process.on('disconnect', stopIfForgotten);
  if (process.connected) process.send?.({ ready: state } satisfies SupervisorReply);
  else stopIfForgotten();
  if (isStopping) stop();

  const code = await started.ended;
  if (!isStopping) {
    console.error(`mysqld ended by itself (${code}): ${await errorLinesOf(join(folder, 'mysqld.log'))}`);
  }
  await removeState(folder);
  return isStopping ? 0 : 1;
}

function initStatements(password: string): string {
  const account = `'${user}'@'127.0.0.1'`;
  return [
    'SET sql_log_bin = 0;',
    `CREATE DATABASE IF NOT EXISTS ${database};`,
    `CREATE USER IF NOT EXISTS ${account};`,
    `ALTER USER ${account} IDENTIFIED BY '${password}';`,
    `GRANT ALL ON *.* TO ${account} WITH GRANT OPTION;`,
    '',
  ].join('\n');
}

/** Between finding a free port and mysqld taking it another process may take it: then the next one is tried. */
async function startOnFreePort(
  request: SupervisorRequest,
  runFolder: string,
  initFile: string,
  password: string,
): Promise<{ child: ChildProcess; ended: Promise<number | null>; port: number }> {
  const log = join(request.folder, 'mysqld.log');
  for (let attempt = 1; ; attempt += 1) {
    await rm(log, { force: true });
    const port = await freePort();
    const [file = '', ...rest] = await diesWithParent(
      [
        ...request.program.command,
        `--datadir=${request.dataFolder}`,
        `--port=${port}`,
        `--socket=${join(runFolder, 'mysql.sock')}`,
        `--pid-file=${join(request.folder, 'mysqld.pid')}`,
        `--log-error=${log}`,
        `--init-file=${initFile}`,
        ...userOption(),
        ...serverOptions(request.durability),
      ],
      'TERM',
    );
    const child = spawn(file, rest, { stdio: 'ignore' });
    const ended = new Promise<number | null>((resolve) => {
      child.once('exit', resolve);
      child.once('error', () => resolve(null));
    });
    if (await isReady(ended, port, password)) return { child, ended, port };
    const reason = await errorLinesOf(log);
    if (!/bind on|already in use/i.test(reason) || attempt === 5)
      throw new Error(`mysqld didn't start: ${reason}`);
  }
}

/** True once our account can log in on that port, false when mysqld ended before. */
async function isReady(ended: Promise<unknown>, port: number, password: string): Promise<boolean> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    try {
      const connection = await createConnection({ host: '127.0.0.1', port, user, password });
      await connection.end();
      return true;
    } catch {
      // Not listening yet, or somebody else's server on that port, which doesn't know our account.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return false;
}

/** Asks mysqld to end, which takes its time to write what is in memory, and kills it after 30 s. */
function shutDown(child: ChildProcess): void {
  // On Windows this is not a request but an end; InnoDB recovers from it at the next start.
  child.kill('SIGTERM');
  const force = setTimeout(() => {
    console.error('mysqld did not end within 30 s and was killed.');
    child.kill('SIGKILL');
  }, 30_000);
  force.unref();
}

main(JSON.parse(process.argv[2] ?? '{}')).then(
  (code) => process.exit(code),
  (error: unknown) => {
    if (!process.connected || !process.send) throw error;
    process.send({ failed: reasonOf(error) } satisfies SupervisorReply, () => process.exit(1));
  },
);

/**
 * A MySQL for whoever needs one: the server that DATABASE_URL names, the one that another command of this checkout
 * runs already, or one that is found or fetched, initialised and started for as long as somebody uses it.
 * Promise: the URL answers when `openServer` resolves, its database exists, and what this call started has ended when `stop`
 * resolves, unless another command has begun to use it. Tables are left to db/migrate.ts.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { makeDataFolder } from './data-folder';
import { findPrograms, nothingFound } from './find-program';
import { type Lease, takeLease } from './lease';
import { serverFolder } from './paths';
import { end, hasEnded, isAlive, isOurs } from './processes';
import { judgeVersion, type Source } from './program';
import { reasonOf, SetupError } from './setup-error';
import { type Started, startServer } from './start';
import { withStartLock } from './start-lock';
import { readState, removeState, type ServerState } from './state';

export interface OpenServer {
  url: string;
  source: Source | 'DATABASE_URL';
  version: string;
  /** The mysql client that came with the server, as a command line. */
  client: string[] | null;
  /** Whether this call started it. */
  isStarted: boolean;
  stop(): Promise<void>;
  /** Called when the server ends although it is in use. */
  onLost(listener: () => void): void;
}

export interface OpenServerOptions {
  /** Told what is done when it takes time. Prints to the error output if not given, so that `--json` stays clean. */
  report?: (line: string) => void;
  folder?: string;
}

/** Finds or starts the server of this checkout. Throws SetupError when there is none and none can be had. */
export async function openServer(options: OpenServerOptions = {}): Promise<OpenServer> {
  const { folder = serverFolder(), report = (line) => console.error(line) } = options;
  const named = process.env.DATABASE_URL;
  if (named) return openNamed(named);
  return withStartLock(folder, async () => {
    const running = await findRunning(folder, report);
    if (running) return opened(running, false);
    return opened(await startBest(folder, report), true);
  });
}

/** The server that this checkout runs now, without starting one; null when none runs. */
export async function runningServer(folder: string = serverFolder()): Promise<ServerState | null> {
  const state = await readState(folder);
  return state && (await isOurs(state.supervisorPid, folder)) ? state : null;
}

function opened({ state, lease }: Started, isStarted: boolean): OpenServer {
  const { url, source, version, client } = state;
  return { url, source, version, client, isStarted, stop: lease.release, onLost: lease.onLost };
}

async function openNamed(text: string): Promise<OpenServer> {
  const url = URL.canParse(text) ? new URL(text) : null;
  const database = decodeURIComponent(url?.pathname.slice(1) ?? '');
  if (!url || !database) {
    throw new SetupError(
      'DATABASE_URL has to look like mysql://user:password@host:3306/lastunit, database included.',
    );
  }
  const server = new URL(url);
  server.pathname = '/';
  try {
    const connection = await createConnection({ uri: server.href });
    try {
      const [rows] = await connection.query('SELECT VERSION() AS version');
      const [{ version }] = rows as [{ version: string }];
      const verdict = judgeVersion(version);
      if (!verdict.usable) throw new SetupError(`The server of DATABASE_URL ${verdict.reason}.`);
      await connection.query('CREATE DATABASE IF NOT EXISTS ??', [database]);
      const nothing = async (): Promise<void> => undefined;
      return {
        url: text,
        source: 'DATABASE_URL',
        version,
        client: null,
        isStarted: false,
        stop: nothing,
        onLost: nothing,
      };
    } finally {
      await connection.end();
    }
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError(`The server of DATABASE_URL (${url.host}) can't be used: ${reasonOf(error)}`);
  }
}

/** The running server with a lease on it. What a crash left behind is ended and cleared away first. */
async function findRunning(folder: string, report: (line: string) => void): Promise<Started | null> {
  const state = await readState(folder);
  if (!state) return null;
  if (await isOurs(state.supervisorPid, folder)) {
    const lease: Lease | null = await takeLease(state);
    if (lease) return { state, lease };
    // It is on its way out: the next server can't have the data folder before it is gone.
    if (!(await hasEnded(state.supervisorPid, 60_000))) await end(state.supervisorPid);
  }
  if (isAlive(state.mysqldPid) && (await isOurs(state.mysqldPid, folder))) {
    report(`ending a MySQL that an earlier start left behind (process ${state.mysqldPid})`);
    await end(state.mysqldPid);
  }
  await rm(state.runFolder, { recursive: true, force: true });
  await removeState(folder);
  return null;
}

async function startBest(folder: string, report: (line: string) => void): Promise<Started> {
  const reasons: string[] = [];
  for await (const program of findPrograms(report, reasons)) {
    try {
      // One data folder per release line: an older server can't read what a newer one wrote.
      const dataFolder = join(folder, `mysql-${program.version.split('.').slice(0, 2).join('.')}`);
      if (await makeDataFolder(program, dataFolder)) report('made a new, empty database');
      return await startServer({ program, folder, dataFolder, durability: 'safe', isThrowAway: false });
    } catch (error) {
      reasons.push(`MySQL ${program.version} (${program.command.at(0)}): ${reasonOf(error)}`);
    }
  }
  throw nothingFound(reasons);
}

/**
 * A Redis for whoever needs one: the one that REDIS_URL names, the one that another command of this checkout runs, or one
 * that is found or fetched and started for as long as somebody uses it.
 * Promise: `openRedisServer` rejects never for want of a Redis; it says what is missing and how to get it, since
 * everything but the legacy model works without.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeLease } from '@/db/server/lease';
import { checkoutFolder, serverFolder } from '@/db/server/paths';
import { end, hasEnded, isAlive, isOurs } from '@/db/server/processes';
import { reasonOf } from '@/db/server/setup-error';
import { withStartLock } from '@/db/server/start-lock';
import { openRedis, redisHost } from './client';
import { findRedisPrograms, type RedisSource } from './find-redis';
import { type RedisState, readRedisState, removeRedisState } from './state';
import type { RedisReply, RedisRequest } from './supervisor';

export interface RedisServer {
  readonly isThere: true;
  readonly url: string;
  readonly source: RedisSource | 'REDIS_URL';
  /** "Redis 7.0.15", "Valkey 8.1.1". */
  readonly version: string;
  /** Whether this call started it. */
  readonly isStarted: boolean;
  /** Gives it back; resolves when it has ended, or at once when others still use it. */
  stop(): Promise<void>;
}

export interface NoRedis {
  readonly isThere: false;
  /** What is missing, and how to get it: several lines. */
  readonly missing: string;
}

export interface OpenRedisOptions {
  /** Told what is done when it takes time. Prints to the error output if not given. */
  readonly report?: (line: string) => void;
  readonly folder?: string;
}

const supervisorFile = fileURLToPath(new URL('./supervisor.ts', import.meta.url));

export async function openRedisServer(options: OpenRedisOptions = {}): Promise<RedisServer | NoRedis> {
  const { report = (line) => console.error(line) } = options;
  const named = process.env.REDIS_URL;
  if (named) return openNamed(named);
  const folder = join(options.folder ?? serverFolder(), 'redis');
  return withStartLock(folder, async () => (await findRunning(folder)) ?? startBest(folder, report, false));
}

/** A throw-away Redis for tests: own port, gone with the process that opened it. REDIS_URL goes before. */
export async function openTestRedis(): Promise<RedisServer | NoRedis> {
  if (process.env.REDIS_URL) return openNamed(process.env.REDIS_URL);
  const folder = await mkdtemp(join(tmpdir(), 'lastunit-redis-'));
  return startBest(folder, (line) => console.error(line), true);
}

/** The message when there is none: the reasons, and the three ways out. */
export function noRedis(reasons: readonly string[]): NoRedis {
  const lines = [
    'No Redis could be found or fetched; the legacy model needs one, all else works without.',
    ...reasons.map((reason) => `  - ${reason}`),
    'Three ways out:',
    '  1. Install Redis or Valkey 6.0 or newer so that redis-server or valkey-server is on the PATH.',
    '  2. Name a server that runs: REDIS_URL=redis://127.0.0.1:6379',
    '  3. docker compose up -d --wait redis, then REDIS_URL=redis://127.0.0.1:6379',
  ];
  return { isThere: false, missing: lines.join('\n') };
}

async function openNamed(url: string): Promise<RedisServer | NoRedis> {
  try {
    const redis = await openRedis(url);
    const info = String(await redis.send('INFO', 'server'));
    redis.close();
    const valkey = /^valkey_version:(\S+)/m.exec(info)?.[1];
    const version = valkey ? `Valkey ${valkey}` : `Redis ${/^redis_version:(\S+)/m.exec(info)?.[1] ?? '?'}`;
    return {
      isThere: true,
      url,
      source: 'REDIS_URL',
      version,
      isStarted: false,
      stop: async () => undefined,
    };
  } catch (error) {
    const { missing } = noRedis([`REDIS_URL (${redisHost(url)}): ${reasonOf(error)}`]);
    return { isThere: false, missing };
  }
}

async function findRunning(folder: string): Promise<RedisServer | null> {
  const state = await readRedisState(folder);
  if (!state) return null;
  if (await isOurs(state.supervisorPid, folder)) {
    const lease = await takeLease(state);
    if (lease) return opened(state, lease.release, false);
    // It is on its way out.
    if (!(await hasEnded(state.supervisorPid, 10_000))) await end(state.supervisorPid);
  }
  // Its process is recognised by the name that it gives itself, with the port that the state names.
  const mark = `127.0.0.1:${new URL(state.url).port}`;
  if (isAlive(state.redisPid) && (await isOurs(state.redisPid, mark))) await end(state.redisPid);
  await removeRedisState(folder);
  return null;
}

async function startBest(
  folder: string,
  report: (line: string) => void,
  isThrowAway: boolean,
): Promise<RedisServer | NoRedis> {
  const reasons: string[] = [];
  for await (const program of findRedisPrograms(report, reasons)) {
    try {
      return await start({ program, folder, isThrowAway });
    } catch (error) {
      reasons.push(`${program.version} (${program.command.at(-1)}): ${reasonOf(error)}`);
    }
  }
  return noRedis(reasons);
}

async function start(request: RedisRequest): Promise<RedisServer> {
  await mkdir(request.folder, { recursive: true, mode: 0o700 });
  const log = openSync(join(request.folder, 'supervisor.log'), 'w', 0o600);
  // A session of its own: Ctrl-C goes to every process of a terminal's group, and Redis must outlive those who use it.
  const child = spawn(process.execPath, ['--import', 'tsx', supervisorFile, JSON.stringify(request)], {
    cwd: checkoutFolder,
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const reply = await new Promise<RedisReply>((resolve) => {
    child.once('message', (message) => resolve(message as RedisReply));
    child.once('error', (error) => resolve({ failed: error.message }));
    child.once('exit', (code) => resolve({ failed: `the supervisor ended (${code})` }));
  });
  if ('failed' in reply) throw new Error(reply.failed);
  const lease = await takeLease(reply.ready);
  if (child.connected) child.disconnect();
  child.unref();
  if (!lease) throw new Error('Redis started, but its supervisor took no lease.');
  return opened(reply.ready, lease.release, true);
}

function opened(
  { url, source, version }: RedisState,
  stop: () => Promise<void>,
  isStarted: boolean,
): RedisServer {
  return { isThere: true, url, source, version, isStarted, stop };
}

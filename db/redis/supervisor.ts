/**
 * The process that owns one Redis, for as long as anybody holds a lease on it (see db/server/supervisor.ts, which does the
 * same for MySQL). Promise: Redis listens on loopback only, asks for a password, writes nothing to disk, and has ended
 * when this process ends, however it ends.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDesk } from '@/db/server/lease-desk';
import { diesWithParent } from '@/db/server/parent-death';
import { freePort } from '@/db/server/ports';
import { reasonOf } from '@/db/server/setup-error';
import { openRedis } from './client';
import type { RedisProgram } from './find-redis';
import { type RedisState, removeRedisState, writeRedisState } from './state';

export interface RedisRequest {
  readonly program: RedisProgram;
  readonly folder: string;
  /** Whether the folder is removed when the server has ended. */
  readonly isThrowAway: boolean;
}

export type RedisReply = { ready: RedisState } | { failed: string };

/** Returns the exit code once Redis has ended. */
async function supervise({ program, folder, isThrowAway }: RedisRequest): Promise<number> {
  // A new word at each start: it is nowhere but in the state file and in the URLs of those who read it.
  const password = randomBytes(12).toString('hex');
  let isStopping = false;
  let child: ChildProcess | undefined;
  const stop = (): void => {
    isStopping = true;
    // It has nothing to save, so it ends at once.
    child?.kill('SIGTERM');
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  const started = await startOnFreePort(program, folder, password);
  child = started.child;
  const desk = await openDesk({ onLast: stop });
  const state: RedisState = {
    url: `redis://:${password}@127.0.0.1:${started.port}`,
    version: program.version,
    source: program.source,
    supervisorPid: process.pid,
    redisPid: child.pid ?? 0,
    leasePort: desk.port,
    leaseToken: desk.token,
  };
  await writeRedisState(folder, state);
  const stopIfForgotten = (): void => {
    if (desk.count() === 0) stop();
  };
  process.on('disconnect', stopIfForgotten);
  if (process.connected) process.send?.({ ready: state } satisfies RedisReply);
  else stopIfForgotten();
  if (isStopping) stop();
  const code = await started.ended;
  if (!isStopping) console.error(`Redis ended by itself (${code}): ${await lastLinesOf(folder)}`);
  await removeRedisState(folder);
  if (isThrowAway) await rm(folder, { recursive: true, force: true });
  return isStopping ? 0 : 1;
}

/** Between finding a free port and Redis taking it another process may take it: then the next one is tried. */
async function startOnFreePort(
  program: RedisProgram,
  folder: string,
  password: string,
): Promise<{ child: ChildProcess; ended: Promise<number | null>; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const [file = '', ...rest] = await diesWithParent([...program.command, '-'], 'TERM');
    const log = openSync(logOf(folder), 'w', 0o600);
    const child = spawn(file, rest, { stdio: ['pipe', log, log], cwd: folder });
    closeSync(log);
    const ended = new Promise<number | null>((resolve) => {
      child.once('exit', resolve);
      child.once('error', () => resolve(null));
    });
    // On standard input and not on the command line, which every user of the machine can read.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(configurationOf(port, password));
    if (await isReady(ended, `redis://:${password}@127.0.0.1:${port}`)) return { child, ended, port };
    const reason = await lastLinesOf(folder);
    if (!/address already in use/i.test(reason) || attempt === 5) {
      throw new Error(`Redis didn't start: ${reason}`);
    }
  }
}

function configurationOf(port: number, password: string): string {
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    // The counters are loaded from MySQL: nothing of them is kept on disk, as in many shops.
    'save ""',
    'appendonly no',
    'daemonize no',
    // Buyers, web server, worker and a few to look with share a few connections each; the default of 10,000 asks for
    // more open files than a machine of one's own allows.
    'maxclients 500',
    'maxmemory 256mb',
    'maxmemory-policy noeviction',
  ];
  return `${lines.join('\n')}\n`;
}

/** True once our password is taken on that port, false when Redis ended before. */
async function isReady(ended: Promise<unknown>, url: string): Promise<boolean> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    try {
      const redis = await openRedis(url);
      redis.close();
      return true;
    } catch {
      // Not listening yet, or somebody else's server on that port, which doesn't know our password.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  return false;
}

const logOf = (folder: string) => join(folder, 'redis.log');

async function lastLinesOf(folder: string): Promise<string> {
  const text = await readFile(logOf(folder), 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-4).join('\n') || 'it said nothing';
}

supervise(JSON.parse(process.argv[2] ?? '{}')).then(
  (code) => process.exit(code),
  (error: unknown) => {
    if (!process.connected || !process.send) throw error;
    process.send({ failed: reasonOf(error) } satisfies RedisReply, () => process.exit(1));
  },
);

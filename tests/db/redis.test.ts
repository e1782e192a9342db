/** The Redis that the project finds or fetches, and the connection to it: real processes, really killed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openRedis } from '@/db/redis/client';
import { findRedisPrograms, judgeRedisVersion } from '@/db/redis/find-redis';
import { noRedis, openRedisServer, type RedisServer } from '@/db/redis/server';
import { readRedisState } from '@/db/redis/state';
import { freePort } from '@/db/server/ports';
import { hasEnded, isAlive } from '@/db/server/processes';

let folder: string;
const opened: RedisServer[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lastunit-redis-'));
  // These tests are about our own server, wherever the others find theirs.
  vi.stubEnv('REDIS_URL', '');
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.stop()));
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function open(): Promise<RedisServer> {
  const server = await openRedisServer({ folder });
  if (!server.isThere) throw new Error(server.missing);
  opened.push(server);
  return server;
}

async function state() {
  const written = await readRedisState(join(folder, 'redis'));
  if (!written) throw new Error('No state was written.');
  return written;
}

test('two commands that start at once share one Redis, which ends with the second', async () => {
  const [one, other] = await Promise.all([open(), open()]);
  expect(one.url).toBe(other.url);
  const { redisPid } = await state();
  await one.stop();
  expect(isAlive(redisPid)).toBe(true);
  await other.stop();
  opened.length = 0;
  expect(await hasEnded(redisPid, 10_000)).toBe(true);
});

test.each(['redis-server', 'valkey-server'])(
  'starts the %s of the PATH, and REDIS_URL goes before it',
  async (name) => {
    const { value: program } = await findRedisPrograms(() => undefined, []).next();
    if (!program) throw new Error('There is no Redis here.');
    // The program that there is, under the name that somebody's own would have.
    const words = program.command.map((word: string) => `'${word}'`).join(' ');
    await writeFile(join(folder, name), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
    const plainPath = (process.env.PATH ?? '').split(delimiter).filter((entry) => entry !== folder);
    vi.stubEnv('PATH', [folder, ...plainPath].join(delimiter));
    const server = await open();
    expect(server).toMatchObject({ source: 'path', version: program.version });
    vi.stubEnv('REDIS_URL', server.url);
    const named = await openRedisServer({ folder });
    expect(named).toMatchObject({ source: 'REDIS_URL', version: program.version, url: server.url });
  },
);

test('asks for a password, and keeps nothing on disk', async () => {
  const { url } = await open();
  const redis = await openRedis(url);
  expect(await redis.send('CONFIG', 'GET', 'save')).toEqual(['save', '']);
  expect(await redis.send('CONFIG', 'GET', 'bind')).toEqual(['bind', '127.0.0.1']);
  redis.close();
  const stranger = new URL(url);
  stranger.password = '';
  await expect(openRedis(stranger.href).then((other) => other.send('GET', 'a'))).rejects.toThrow(/NOAUTH/);
});

test('starts a new one after the supervisor was killed, and leaves no old one behind', async () => {
  await open();
  const first = await state();
  process.kill(first.supervisorPid, 'SIGKILL');
  await hasEnded(first.supervisorPid, 10_000);
  opened.length = 0;
  await open();
  expect((await state()).redisPid).not.toBe(first.redisPid);
  expect(await hasEnded(first.redisPid, 10_000)).toBe(true);
});

test('a command to a Redis that has died fails at once; one that is under way is not sent again', async () => {
  const { url } = await open();
  const redis = await openRedis(url);
  const { redisPid, supervisorPid } = await state();
  const waiting = redis.send('BLPOP', 'nothing', '0');
  process.kill(redisPid, 'SIGKILL');
  await expect(waiting).rejects.toMatchObject({ name: 'RedisError', code: 'disconnected' });
  await expect(redis.send('INCR', 'a')).rejects.toMatchObject({ code: 'disconnected' });
  await expect(redis.runTogether([])).rejects.toMatchObject({ code: 'disconnected' });
  redis.close();
  await hasEnded(supervisorPid, 10_000);
  opened.length = 0;
});

test('says what is missing, and the three ways out, when REDIS_URL leads nowhere', async () => {
  vi.stubEnv('REDIS_URL', `redis://:s3cret@127.0.0.1:${await freePort()}`);
  const found = await openRedisServer({ folder });
  if (found.isThere) throw new Error('There should be none.');
  for (const way of ['redis-server or valkey-server', 'REDIS_URL=', 'docker compose up']) {
    expect(found.missing).toContain(way);
  }
  expect(found.missing).not.toContain('s3cret');
  expect(noRedis(["Debian's package: this is not Debian"]).missing).toContain('this is not Debian');
});

test('takes Redis and Valkey from 6.0 on', () => {
  expect(judgeRedisVersion('Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0')).toEqual({
    usable: true,
    version: 'Redis 7.0.15',
  });
  expect(judgeRedisVersion('Valkey server v=8.1.1 sha=00000000:0')).toEqual({
    usable: true,
    version: 'Valkey 8.1.1',
  });
  expect(judgeRedisVersion('Redis server v=5.0.14')).toMatchObject({ usable: false });
  expect(judgeRedisVersion('segmentation fault')).toMatchObject({ usable: false });
});

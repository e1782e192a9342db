import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type OpenServer, openServer } from '@/db/server';
import { findPrograms, nothingFound } from '@/db/server/find-program';
import { firstFree, freePort } from '@/db/server/ports';
import { hasEnded, isAlive } from '@/db/server/processes';
import { readState, type ServerState, writeState } from '@/db/server/state';
import { openTestServer } from '@/db/server/test-server';
import { startFile } from '@/tests/support/scripts';

let folder: string;
const opened: OpenServer[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lastunit-setup-'));
  // These tests are about our own server, wherever the others find theirs.
  vi.stubEnv('DATABASE_URL', '');
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.stop()));
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function open(): Promise<OpenServer> {
  const server = await openServer({ folder, report: () => undefined });
  opened.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<RowDataPacket[]> {
  const connection = await createConnection(url);
  try {
    const [rows] = await connection.query<RowDataPacket[]>(sql);
    return rows;
  } finally {
    await connection.end();
  }
}

async function state(): Promise<ServerState> {
  const written = await readState(folder);
  if (!written) throw new Error('No state was written.');
  return written;
}

/** Puts a shell script named mysqld at the head of the PATH. */
async function fakeMysqld(script: string): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'mysqld'), `#!/bin/sh\n${script}\n`);
  await chmod(join(bin, 'mysqld'), 0o755);
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`);
  return join(bin, 'mysqld');
}

test('refuses a MariaDB on the PATH with a sentence that says why, and goes on to the next way', async () => {
  const path = await fakeMysqld(
    'echo "mysqld  Ver 10.11.6-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64"',
  );
  const reasons: string[] = [];
  const said: string[] = [];
  for await (const program of findPrograms((line) => said.push(line), reasons)) {
    expect(program.command).not.toContain(path);
    break;
  }
  expect(reasons[0]).toContain(`${path} is MariaDB 10.11.6, which has no performance_schema.data_locks`);
  expect(said[0]).toBe(reasons[0]);
});

test('takes the next way when a MySQL on the PATH cannot initialise', async () => {
  await fakeMysqld(
    'case "$*" in *--version*) echo "mysqld  Ver 8.4.3 for Linux on x86_64";; *) exit 1;; esac',
  );
  const server = await open();
  expect(server.version).not.toBe('8.4.3');
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('names the reasons and the three ways out when no way is left', () => {
  const { message } = nothingFound(["Debian's packages: this is not Debian"]);
  expect(message).toContain("  - Debian's packages: this is not Debian");
  for (const way of ['Install MySQL', 'DATABASE_URL=', 'docker compose up']) expect(message).toContain(way);
});

test('two commands that start at once share one server, which ends with the second', async () => {
  const [one, other] = await Promise.all([open(), open()]);
  expect(one.url).toBe(other.url);
  expect([one.isStarted, other.isStarted].sort()).toEqual([false, true]);
  const { mysqldPid } = await state();
  await one.stop();
  expect(await query(other.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await other.stop();
  opened.length = 0;
  expect(isAlive(mysqldPid)).toBe(false);
  expect(await readState(folder)).toBeNull();
});

test('a command that has nothing else to do yet waits for its lease on a server that runs', async () => {
  await open();
  const { mysqldPid } = await state();
  const command = await startFile('tests/support/crash.ts', [folder]);
  expect(JSON.parse(command.line)).toMatchObject({ mysqldPid });
  await command.kill();
  expect(isAlive(mysqldPid)).toBe(true);
});

test('keeps the data from one start to the next', async () => {
  const first = await open();
  await query(first.url, 'CREATE TABLE kept (id INT PRIMARY KEY)');
  await first.stop();
  const second = await open();
  expect(await query(second.url, 'SELECT COUNT(*) AS rowCount FROM kept')).toEqual([{ rowCount: 0 }]);
});

test('does not mistake a half-initialised data folder for a database', async () => {
  const [program] = await readdir(folder);
  expect(program).toBeUndefined();
  const { version } = await open();
  await opened.pop()?.stop();
  const data = join(folder, `mysql-${version.split('.').slice(0, 2).join('.')}`);
  await rm(data, { recursive: true });
  // What a start leaves that was killed while it made the folder: process ids don't reach this number.
  const half = `${data}.half-4194999`;
  await mkdir(half);
  await writeFile(join(half, 'ibdata1'), 'cut off');
  const server = await open();
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(existsSync(half)).toBe(false);
});

test('passes over a state file whose processes are gone, and leaves alone who got their numbers', async () => {
  await open();
  const old = await state();
  await opened.pop()?.stop();
  const bystander = process.pid;
  await writeState(folder, { ...old, supervisorPid: 4_194_999, mysqldPid: bystander });
  const server = await open();
  expect(server.isStarted).toBe(true);
  expect(isAlive(bystander)).toBe(true);
});

test('passes over a start lock that a killed start left behind', async () => {
  await writeFile(join(folder, 'start.lock'), '4194999');
  expect((await open()).isStarted).toBe(true);
});

test('mysqld ends cleanly when the only command that used it is killed', async () => {
  const command = await startFile('tests/support/crash.ts', [folder]);
  const { supervisorPid, mysqldPid }: ServerState = JSON.parse(command.line);
  await command.kill();
  expect(await hasEnded(supervisorPid, 30_000)).toBe(true);
  expect(isAlive(mysqldPid)).toBe(false);
  expect(await readState(folder)).toBeNull();
});

test('the next start recovers when the supervisor itself is killed', async () => {
  const lost = vi.fn();
  const first = await open();
  first.onLost(lost);
  await query(first.url, 'CREATE TABLE kept (id INT PRIMARY KEY)');
  const { supervisorPid, mysqldPid, runFolder } = await state();
  process.kill(supervisorPid, 'SIGKILL');
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce());
  const second = await open();
  expect(isAlive(mysqldPid)).toBe(false);
  expect(existsSync(runFolder)).toBe(false);
  expect(second.isStarted).toBe(true);
  expect(await query(second.url, 'SELECT COUNT(*) AS rowCount FROM kept')).toEqual([{ rowCount: 0 }]);
});

test('a throw-away server keeps UTC and the binary log, and leaves no folder behind', async () => {
  const server = await openTestServer();
  const [settings] = await query(
    server.url,
    'SELECT @@log_bin AS logBin, @@time_zone AS zone, @@sync_binlog AS syncBinlog, @@datadir AS dataFolder',
  );
  expect(settings).toMatchObject({ logBin: 1, zone: '+00:00', syncBinlog: 0 });
  expect(existsSync(settings?.dataFolder)).toBe(true);
  await server.stop();
  expect(existsSync(dirname(settings?.dataFolder))).toBe(false);
});

test('takes the next port when one is taken', async () => {
  const taken = await freePort();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(taken, '127.0.0.1', resolve));
  try {
    expect(await firstFree(taken, '127.0.0.1')).toBeGreaterThan(taken);
  } finally {
    other.close();
  }
});

test('says what is wrong with a DATABASE_URL without repeating its password', async () => {
  vi.stubEnv('DATABASE_URL', `mysql://nobody:s3cret@127.0.0.1:${await freePort()}/lastunit`);
  const failure = await openServer({ folder }).catch((error: Error) => error);
  expect(String(failure)).toMatch(/DATABASE_URL \(127\.0\.0\.1:\d+\) can't be used/);
  expect(String(failure)).not.toContain('s3cret');
});

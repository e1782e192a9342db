/** A mysqld of the test's own, to be stopped, started again and set differently; gone with the process at the latest. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { makeDataFolder } from '@/db/server/data-folder';
import { findPrograms } from '@/db/server/find-program';
import { serverOptions, userOption } from '@/db/server/options';
import { diesWithParent } from '@/db/server/parent-death';
import { freePort } from '@/db/server/ports';

export interface OwnMysqld {
  /** Of the schema `lastunit`, as an account that may do everything. */
  readonly url: string;
  start(...options: string[]): Promise<void>;
  /** Ends it as an administrator would. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

export async function makeOwnMysqld(): Promise<OwnMysqld> {
  const found = await findPrograms(() => {}, []).next();
  if (found.done) throw new Error('There is no mysqld here.');
  const program = found.value;
  const folder = await mkdtemp(join(tmpdir(), 'lastunit-own-'));
  await makeDataFolder(program, join(folder, 'data'));
  const port = await freePort();
  const initFile = join(folder, 'init.sql');
  await writeFile(
    initFile,
    [
      'CREATE DATABASE IF NOT EXISTS lastunit;',
      "CREATE USER IF NOT EXISTS 'own'@'127.0.0.1' IDENTIFIED BY 'own-password';",
      "GRANT ALL ON *.* TO 'own'@'127.0.0.1' WITH GRANT OPTION;",
      '',
    ].join('\n'),
  );
  const url = `mysql://own:own-password@127.0.0.1:${port}/lastunit`;
  let child: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();

  const stop = async () => {
    child?.kill('SIGTERM');
    await ended;
    child = undefined;
  };
  return {
    url,
    stop,
    async start(...options) {
      const [file = '', ...rest] = await diesWithParent(
        [
          ...program.command,
          `--datadir=${join(folder, 'data')}`,
          `--port=${port}`,
          `--socket=${join(folder, 'mysql.sock')}`,
          `--pid-file=${join(folder, 'mysqld.pid')}`,
          `--log-error=${join(folder, 'mysqld.log')}`,
          `--init-file=${initFile}`,
          ...userOption(),
          ...serverOptions('relaxed'),
          ...options,
        ],
        'TERM',
      );
      child = spawn(file, rest, { stdio: 'ignore' });
      let isOver = false;
      ended = new Promise((resolve) => child?.once('exit', resolve)).then(() => {
        isOver = true;
      });
      while (!isOver) {
        try {
          await (await mysql.createConnection(url)).end();
          return;
        } catch {
          await delay(50);
        }
      }
      throw new Error(`mysqld ended at its start; see ${join(folder, 'mysqld.log')}`);
    },
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * MySQL's own download, for Linux, macOS and Windows, through the npm package mysql-memory-server. Only its downloader is of
 * use here: its servers keep no data, take no options and are ended with SIGKILL. So one is started and ended at once, and
 * the program that it fetched is copied to the cache, where our own supervisor runs it.
 * Limits of the package: Linux needs libaio and tar, Windows on ARM runs the x64 build.
 */
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The current LTS line. */
const line = '8.4.x';

/** Fetches MySQL into `folder`. */
export async function fetchMysqlDownload(folder: string): Promise<void> {
  const { createDB } = await import('mysql-memory-server');
  const arch = process.platform === 'win32' ? 'x64' : undefined;
  // Its own ten retries would hide a machine without internet for minutes.
  const started = await createDB({
    version: line,
    xEnabled: 'OFF',
    downloadRetries: 1,
    arch,
    logLevel: 'ERROR',
  });
  await started.stop();
  if (started.mysql.versionIsInstalledOnSystem) {
    throw new Error('the package found an installed MySQL instead of fetching one');
  }
  const fetched = join(tmpdir(), 'mysqlmsn', 'binaries', started.mysql.version, 'mysql');
  await cp(fetched, folder, { recursive: true, verbatimSymlinks: true });
}

/** The command lines of server and client in a fetched folder. */
export function downloadCommands(folder: string): { server: string[]; client: string[] } {
  const ending = process.platform === 'win32' ? '.exe' : '';
  return {
    server: [join(folder, 'bin', `mysqld${ending}`), '--no-defaults', `--basedir=${folder}`],
    client: [join(folder, 'bin', `mysql${ending}`)],
  };
}

/**
 * MySQL's own download, for Linux, macOS and Windows, through the npm package mysql-memory-server. Only its downloader is of
 * use here: its servers keep no data, take no options and are ended with SIGKILL. So one is started and ended at once, and
 * the program that it fetched is copied to the cache, where our own supervisor runs it.
 * Limits of the package: Linux needs libaio and tar, Windows on ARM runs the x64 build.
 */
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { output } from './command';

/** The current LTS line. */
const line = '8.4.x';

/** Fetches MySQL into `folder`. */
export async function fetchMysqlDownload(folder: string): Promise<void> {
  const file = fileURLToPath(new URL('./mysql-download-process.ts', import.meta.url));
  const version = await output([process.execPath, '--import', 'tsx', file, line]);
  const fetched = join(tmpdir(), 'mysqlmsn', 'binaries', version.trim(), 'mysql');
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

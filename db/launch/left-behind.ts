/** Children of launchers that were killed: written down while they run, ended by the next start. */
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutFolder, serverFolder } from '@/db/server/paths';
import { isAlive, isOurs } from '@/db/server/processes';

const prefix = 'children-of-';

function listOf(launcher: number): string {
  return join(serverFolder(), `${prefix}${launcher}`);
}

/** Writes a child of this process down. */
export function remember(pid: number): void {
  mkdirSync(serverFolder(), { recursive: true, mode: 0o700 });
  appendFileSync(listOf(process.pid), `${pid}\n`);
}

/** Drops the list of this process, whose children have all ended. */
export function forget(): void {
  rmSync(listOf(process.pid), { force: true });
}

/** Ends what launchers of this checkout left running when they were killed. */
export async function endLeftBehind(): Promise<void> {
  for (const name of await readdir(serverFolder()).catch(() => [])) {
    const launcher = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0;
    if (!launcher || isAlive(launcher)) continue;
    const list = join(serverFolder(), name);
    for (const pid of (await readFile(list, 'utf8')).split('\n').filter(Boolean).map(Number)) {
      // Next.js writes its name over its own command line.
      const isChild = (await isOurs(pid, checkoutFolder)) || (await isOurs(pid, 'next-server'));
      if (isChild && process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
    }
    await rm(list, { force: true });
  }
}

/** Folders that exist only when they are complete: made under another name, renamed at the end. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isAlive } from './processes';

/**
 * Makes `folder` with what `make` puts into the folder that it is given, unless it is there already. What earlier calls left
 * half-made when they were killed is removed; what another process is making now is left alone.
 */
export async function makeWhole(folder: string, make: (half: string) => Promise<void>): Promise<boolean> {
  if (existsSync(folder)) return false;
  await removeHalves(folder);
  const half = `${folder}.half-${process.pid}`;
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  try {
    await make(half);
    await rename(half, folder);
    return true;
  } catch (error) {
    // Another process was faster: what it made is as good.
    if (!existsSync(folder)) throw error;
    return false;
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

async function removeHalves(folder: string): Promise<void> {
  const parent = dirname(folder);
  for (const name of await readdir(parent).catch(() => [])) {
    const owner = name.startsWith(`${basename(folder)}.half-`) && Number(name.split('-').at(-1));
    if (owner && (owner === process.pid || !isAlive(owner))) {
      await rm(join(parent, name), { recursive: true, force: true });
    }
  }
}

/**
 * One start at a time per folder. The lock is a file with its holder's process id, touched while it is held; it counts as left
 * behind when that process is gone or nobody has touched it for half a minute. Should two starts ever slip through, the data
 * are still safe: InnoDB locks its system tablespace.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from './processes';

const staleMs = 30_000;

/** Runs `start` while no other process runs one for this folder, and gives the lock back however it ends. */
export async function withStartLock<T>(folder: string, start: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'start.lock');
  while (!(await acquire(path))) {
    if (await isStale(path)) await takeAway(path);
    else await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const touch = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), 5_000);
  touch.unref();
  try {
    return await start();
  } finally {
    clearInterval(touch);
    await rm(path, { force: true });
  }
}

/** Makes the lock appear with its content complete: a link either exists or doesn't. */
async function acquire(path: string): Promise<boolean> {
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, String(process.pid));
  try {
    await link(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(own, { force: true });
  }
}

async function isStale(path: string): Promise<boolean> {
  const [text, info] = await Promise.all([
    readFile(path, 'utf8').catch(() => null),
    stat(path).catch(() => null),
  ]);
  if (text === null || info === null) return false;
  return !isAlive(Number(text)) || Date.now() - info.mtimeMs > staleMs;
}

/** Renamed before it is removed, so that of several who saw the same stale lock only one takes it away. */
async function takeAway(path: string): Promise<void> {
  const aside = `${path}.stale-${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return;
  }
  await rm(aside, { force: true });
}

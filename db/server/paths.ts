/**
 * Where things are kept. Nothing is written into the checkout: programs that were fetched go to the cache folder (safe to
 * delete, fetched again), the shop's data to a folder of its own per checkout, named by the checkout's path.
 */
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const checkoutFolder = resolve(fileURLToPath(new URL('../..', import.meta.url)));

function baseFolder(variable: 'XDG_CACHE_HOME' | 'XDG_DATA_HOME', underHome: string): string {
  // The specification of these variables says that a relative path is to be ignored.
  const named = process.env[variable];
  if (named?.startsWith('/')) return join(named, 'lastunit');
  if (process.platform === 'win32' && process.env.LOCALAPPDATA) {
    return join(process.env.LOCALAPPDATA, 'lastunit', variable === 'XDG_CACHE_HOME' ? 'cache' : 'data');
  }
  return join(homedir(), underHome, 'lastunit');
}

/** Programs and initialised templates, shared by every checkout. */
export function cacheFolder(): string {
  return baseFolder('XDG_CACHE_HOME', '.cache');
}

/** The folder of one checkout's server: its data, its log, its state file. */
export function serverFolder(checkout: string = checkoutFolder): string {
  const hash = createHash('sha256').update(checkout).digest('hex').slice(0, 8);
  return join(baseFolder('XDG_DATA_HOME', '.local/share'), `${basename(checkout)}-${hash}`);
}

/** What a running Redis writes down about itself, so that other commands of the same checkout find it. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeasePlace } from '@/db/server/lease';
import type { RedisSource } from './find-redis';

export interface RedisState extends LeasePlace {
  readonly url: string;
  readonly version: string;
  readonly source: RedisSource;
  readonly supervisorPid: number;
  readonly redisPid: number;
}

const statePath = (folder: string) => join(folder, 'redis.json');

/** The written state, or null when there is none or it can't be read as one. */
export async function readRedisState(folder: string): Promise<RedisState | null> {
  const text = await readFile(statePath(folder), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const state: RedisState = JSON.parse(text);
    return typeof state.supervisorPid === 'number' && typeof state.redisPid === 'number' ? state : null;
  } catch {
    return null;
  }
}

/** Readable by its owner only: it names the password. */
export async function writeRedisState(folder: string, state: RedisState): Promise<void> {
  const path = statePath(folder);
  await writeFile(`${path}.new`, JSON.stringify(state, null, 2), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

export async function removeRedisState(folder: string): Promise<void> {
  await rm(statePath(folder), { force: true });
}

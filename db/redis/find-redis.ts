/**
 * Finds a redis-server to run, in this order: Redis or Valkey on the PATH, one fetched before, Debian's package. Each way
 * that doesn't work leaves its reason. A server speaks the protocol of Redis either way; what is used here (strings,
 * hashes, scripts) is the same in both.
 */
import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, output } from '@/db/server/command';
import { debianLoader, debianObstacle, fetchDebianPackages } from '@/db/server/debian-packages';
import { cacheFolder } from '@/db/server/paths';
import { reasonOf } from '@/db/server/setup-error';
import { makeWhole } from '@/db/server/whole-folder';

export type RedisSource = 'path' | 'cache' | 'debian';

export interface RedisProgram {
  readonly source: RedisSource;
  /** As `--version` names it: "Redis 7.0.15" or "Valkey 8.1.1". */
  readonly version: string;
  readonly command: readonly string[];
}

export type RedisVerdict = { usable: true; version: string } | { usable: false; reason: string };

/** HINCRBY, EVAL and MULTI are far older; before 6.0 nobody has tried. */
const oldestMajor = 6;

/** Judges the line that `redis-server --version` or `valkey-server --version` prints. */
export function judgeRedisVersion(line: string): RedisVerdict {
  const found = /\b(redis|valkey) server v=(\d+)\.(\d+)\.(\d+)/i.exec(line);
  if (!found) return { usable: false, reason: `says no version that can be read: "${line.trim()}"` };
  const [, name = '', major, minor, patch] = found;
  const version = `${name.toLowerCase() === 'valkey' ? 'Valkey' : 'Redis'} ${major}.${minor}.${patch}`;
  if (Number(major) < oldestMajor) {
    return { usable: false, reason: `is ${version}, and ${oldestMajor}.0 is needed` };
  }
  return { usable: true, version };
}

/** Each program that can be tried, best first; a caller that can't use one asks for the next. */
export async function* findRedisPrograms(
  report: (line: string) => void,
  reasons: string[],
): AsyncGenerator<RedisProgram> {
  const named = [...(await onPath('redis-server')), ...(await onPath('valkey-server'))];
  for (const path of named) {
    const program = await examine('path', [path], path, reasons);
    if (program) yield program;
  }
  if (named.length === 0) reasons.push('PATH: neither redis-server nor valkey-server is on it');
  const folder = join(cacheFolder(), 'programs', 'debian-redis');
  const isCached = existsSync(folder);
  const obstacle = isCached ? null : await debianObstacle();
  if (obstacle) {
    reasons.push(`Debian's package: ${obstacle}`);
    return;
  }
  if (!isCached) {
    report("fetching Redis from Debian's packages");
    try {
      await makeWhole(folder, fetchDebianRedis);
    } catch (error) {
      reasons.push(`Debian's package: ${reasonOf(error)}`);
      return;
    }
  }
  const command = [...debianLoader(folder), join(folder, 'usr/bin/redis-server')];
  const program = await examine(isCached ? 'cache' : 'debian', command, folder, reasons);
  if (program) yield program;
}

/**
 * The server's own package would bring a whole base system along (110 MB unpacked); the tools' package has the same
 * program under the name of the checker of dumps, and it becomes the server when it is called so.
 */
async function fetchDebianRedis(folder: string): Promise<void> {
  await fetchDebianPackages(folder, { packages: ['redis-tools'] });
  const server = join(folder, 'usr/bin/redis-server');
  if (!existsSync(server)) await symlink('redis-check-rdb', server);
}

async function examine(
  source: RedisSource,
  command: readonly string[],
  name: string,
  reasons: string[],
): Promise<RedisProgram | null> {
  const verdict: RedisVerdict = await output([...command, '--version']).then(
    judgeRedisVersion,
    (error: Error) => ({ usable: false, reason: `doesn't run here: ${error.message}` }),
  );
  if (verdict.usable) return { source, version: verdict.version, command };
  reasons.push(`${name} ${verdict.reason}`);
  return null;
}

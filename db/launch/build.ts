/** Builds the app when its sources changed since the last build, told by a hash of their contents. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutFolder, serverFolder } from '@/db/server/paths';
import { withStartLock } from '@/db/server/start-lock';
import { startChild } from './children';

const stampFile = join(checkoutFolder, '.next/lastunit-sources');
/** What can't change the app: tests, documents, what is made from sources, what belongs to the machine. */
const leftOut = new Set([
  'node_modules',
  'tests',
  'docs',
  'next-env.d.ts',
  'test-results',
  'playwright-report',
  'coverage',
]);

export const nextCommand = [process.execPath, join(checkoutFolder, 'node_modules/next/dist/bin/next')];

/** Builds if needed; returns whether it did. Throws with the build's own output when it fails. */
export async function buildIfChanged(env: NodeJS.ProcessEnv): Promise<boolean> {
  // Two builds in one folder destroy each other: whoever comes second finds it done.
  return withStartLock(join(serverFolder(), 'build'), async () => {
    const sources = await hashSources();
    const last = await readFile(stampFile, 'utf8').catch(() => '');
    if (last === sources && existsSync(join(checkoutFolder, '.next/BUILD_ID'))) return false;
    await rm(stampFile, { force: true });
    await removeDevTypes();
    const lines: string[] = [];
    const child = await startChild('build', [...nextCommand, 'build'], {
      env: { ...env, NODE_ENV: 'production' },
      onLine: (line) => lines.push(line),
      graceMs: 2_000,
    });
    const ending = await child.ended;
    if (ending !== 'ended with code 0') throw new Error(`next build ${ending}:\n${lines.join('\n')}`);
    await writeFile(stampFile, sources);
    return true;
  });
}

/** Removes the types that `next dev` wrote for the routes of its time: the type check would stumble over routes that are gone. */
export async function removeDevTypes(): Promise<void> {
  await rm(join(checkoutFolder, '.next/dev/types'), { recursive: true, force: true });
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const path of await sourceFiles('')) {
    hash.update(`\0${path}\0`).update(await readFile(join(checkoutFolder, path)));
  }
  return hash.digest('hex');
}

async function sourceFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(checkoutFolder, folder), { withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.name.startsWith('.') || leftOut.has(path) || entry.name.endsWith('.md')) continue;
    if (entry.isDirectory()) paths.push(...(await sourceFiles(path)));
    else if (entry.isFile() && !entry.name.endsWith('.tsbuildinfo')) paths.push(path);
  }
  return paths;
}

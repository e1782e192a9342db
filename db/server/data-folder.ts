/**
 * Data folders, made in one step: mysqld initialises a template in the cache once per version, a data folder is a copy of it.
 * Both are made under another name and renamed when complete, so that a half-made one is never mistaken for a database.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { userOption } from './options';
import { diesWithParent } from './parent-death';
import { cacheFolder } from './paths';
import { isAlive } from './processes';
import type { Program } from './program';

/** Creates `folder` with a fresh, empty database unless it is there. Returns whether it was made. */
export async function makeDataFolder(program: Program, folder: string): Promise<boolean> {
  if (existsSync(folder)) return false;
  await removeHalves(folder);
  const template = await makeTemplate(program);
  await complete(folder, async (half) => {
    await cp(template, half, { recursive: true, mode: 0 });
    // The server's identity must not be copied; mysqld writes a new one.
    await rm(join(half, 'auto.cnf'), { force: true });
  });
  return true;
}

async function makeTemplate(program: Program): Promise<string> {
  // Two builds of one version may differ in what they write, so the command line is part of the name.
  const build = createHash('sha256').update(program.command.join('\n')).digest('hex').slice(0, 8);
  const template = join(cacheFolder(), 'templates', `${program.version}-${build}`);
  if (existsSync(template)) return template;
  await removeHalves(template);
  await complete(template, (half) => initialise(program, half));
  return template;
}

async function initialise(program: Program, folder: string): Promise<void> {
  const [file = '', ...rest] = await diesWithParent([
    ...program.command,
    '--initialize-insecure',
    `--datadir=${folder}`,
    '--secure-file-priv=',
    ...userOption(),
  ]);
  const log: string[] = [];
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(file, rest, { stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.on('data', (text) => log.push(String(text)));
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) {
    throw new Error(`mysqld could not initialise its data folder: ${errorLines(log.join(''))}`);
  }
}

/** The lines of a server's log that say what went wrong. */
export function errorLines(log: string): string {
  const lines = log.trim().split('\n');
  const errors = lines.filter((line) => line.includes('[ERROR]'));
  return (errors.length > 0 ? errors : lines).slice(-4).join('\n') || 'it said nothing';
}

/** The error lines of a log file. */
export async function errorLinesOf(path: string): Promise<string> {
  return errorLines(await readFile(path, 'utf8').catch(() => ''));
}

async function complete(folder: string, make: (half: string) => Promise<void>): Promise<void> {
  const half = `${folder}.half-${process.pid}`;
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  try {
    await make(half);
    await rename(half, folder);
  } catch (error) {
    // Another process was faster: what it made is as good.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

/** Removes what an interrupted start left behind, and leaves alone what a running one is making. */
async function removeHalves(folder: string): Promise<void> {
  const parent = dirname(folder);
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const owner = name.startsWith(`${basename(folder)}.half-`) && Number(name.split('-').at(-1));
    if (owner && !isAlive(owner)) await rm(join(parent, name), { recursive: true, force: true });
  }
}

/**
 * Data folders: mysqld initialises a template in the cache once per version (3 s), a data folder is a copy of it (0.2 s).
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { userOption } from './options';
import { diesWithParent } from './parent-death';
import { cacheFolder } from './paths';
import type { Program } from './program';
import { makeWhole } from './whole-folder';

/** Creates `folder` with a fresh, empty database unless it is there. Returns whether it was made. */
export function makeDataFolder(program: Program, folder: string): Promise<boolean> {
  return makeWhole(folder, async (half) => {
    await cp(await makeTemplate(program), half, { recursive: true });
    // The server's identity must not be copied; mysqld writes a new one.
    await rm(join(half, 'auto.cnf'), { force: true });
  });
}

async function makeTemplate(program: Program): Promise<string> {
  // Two builds of one version may differ in what they write, so the command line is part of the name.
  const build = createHash('sha256').update(program.command.join('\n')).digest('hex').slice(0, 8);
  const template = join(cacheFolder(), 'templates', `${program.version}-${build}`);
  await makeWhole(template, (half) => initialise(program, half));
  return template;
}

async function initialise(program: Program, folder: string): Promise<void> {
  const [file = '', ...rest] = await diesWithParent(
    [
      ...program.command,
      '--initialize-insecure',
      `--datadir=${folder}`,
      '--secure-file-priv=',
      ...userOption(),
    ],
    'TERM',
  );
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

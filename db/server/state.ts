/** What a running server writes down about itself, so that other commands of the same checkout find it. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Source } from './program';

export interface ServerState {
  url: string;
  port: number;
  version: string;
  source: Source;
  /** The mysql client that came with this server, as a command line. */
  client: string[] | null;
  supervisorPid: number;
  mysqldPid: number;
  startedAt: string;
  /** The supervisor's temporary folder, for whoever has to clear up after it. */
  runFolder: string;
  /** Where the supervisor takes leases, and the word that it asks for. */
  leasePort: number;
  leaseToken: string;
}

function statePath(folder: string): string {
  return join(folder, 'server.json');
}

/** The written state, or null when there is none or it can't be read as one. */
export async function readState(folder: string): Promise<ServerState | null> {
  const text = await readFile(statePath(folder), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const state: ServerState = JSON.parse(text);
    return typeof state.supervisorPid === 'number' &&
      typeof state.mysqldPid === 'number' &&
      typeof state.runFolder === 'string'
      ? state
      : null;
  } catch {
    return null;
  }
}

/** Readable by its owner only: it names the password. */
export async function writeState(folder: string, state: ServerState): Promise<void> {
  const path = statePath(folder);
  await writeFile(`${path}.new`, JSON.stringify(state, null, 2), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

export async function removeState(folder: string): Promise<void> {
  await rm(statePath(folder), { force: true });
}

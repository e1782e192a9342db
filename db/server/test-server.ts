/** Throw-away servers for tests: own data folder, own port, gone with the process that opened them, however it ends. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDataFolder } from './data-folder';
import { findPrograms, nothingFound } from './find-program';
import { openServer } from './index';
import type { Durability } from './options';
import { reasonOf } from './setup-error';
import { startServer } from './start';

export interface TestServer {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts an empty server with relaxed durability. Where DATABASE_URL names a server, that one is used, and the
 * tests keep to schemas of their own on it.
 */
export async function openTestServer(durability: Durability = 'relaxed'): Promise<TestServer> {
  if (process.env.DATABASE_URL) return openServer();
  const reasons: string[] = [];
  for await (const program of findPrograms((line) => console.error(line), reasons)) {
    const folder = await mkdtemp(join(tmpdir(), 'lastunit-test-'));
    const dataFolder = join(folder, 'data');
    try {
      await makeDataFolder(program, dataFolder);
      const { state, lease } = await startServer({
        program,
        folder,
        dataFolder,
        durability,
        isThrowAway: true,
      });
      return { url: state.url, stop: lease.release };
    } catch (error) {
      reasons.push(`MySQL ${program.version} (${program.command.at(0)}): ${reasonOf(error)}`);
    }
  }
  throw nothingFound(reasons);
}

/** Another web server beside the one of all browser tests: the same build and schema, started as a test wants it. */
import { nextCommand } from '@/db/launch/build';
import { startChild } from '@/db/launch/children';
import { freePort } from '@/db/server/ports';
import { readState } from './playwright';

export interface OtherServer {
  readonly url: string;
  /** Resolves with a sentence when it ends. */
  readonly ended: Promise<string>;
  /** What it has printed so far. */
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

/** Starts `next start` with these flags and this environment, without waiting for it. */
export async function startOtherServer(flags: string[], env: Record<string, string>): Promise<OtherServer> {
  const port = String(await freePort());
  const lines: string[] = [];
  const { ADMIN_PASSWORD: _, ...inherited } = process.env;
  const child = await startChild('other web server', [...nextCommand, 'start', '-p', port, ...flags], {
    env: { ...inherited, DATABASE_URL: readState().databaseUrl, NODE_ENV: 'production', ...env },
    onLine: (line) => lines.push(line),
    graceMs: 3_000,
  });
  return { url: `http://127.0.0.1:${port}`, ended: child.ended, lines, stop: child.end };
}

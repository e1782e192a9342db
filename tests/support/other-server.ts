/** Another web server beside the one of all browser tests: the same build and schema, started as a test wants it. */
import { nextCommand } from '@/db/launch/build';
import { startChild } from '@/db/launch/children';
import { freePort } from '@/db/server/ports';
import { expect, readState } from './playwright';

export interface OtherServer {
  readonly url: string;
  /** Resolves with a sentence when it ends. */
  readonly ended: Promise<string>;
  /** What it has printed so far. */
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

/** Starts `next start` with these flags and this environment, without waiting for it; on a free port unless one is named. */
export async function startOtherServer(
  flags: string[],
  env: Record<string, string>,
  wantedPort?: number,
): Promise<OtherServer> {
  const port = String(wantedPort ?? (await freePort()));
  const lines: string[] = [];
  const { ADMIN_PASSWORD: _, ...inherited } = process.env;
  const child = await startChild('other web server', [...nextCommand, 'start', '-p', port, ...flags], {
    env: { ...inherited, DATABASE_URL: readState().databaseUrl, NODE_ENV: 'production', ...env },
    onLine: (line) => lines.push(line),
    graceMs: 20_000,
  });
  return { url: `http://127.0.0.1:${port}`, ended: child.ended, lines, stop: child.end };
}

/** Resolves when the server answers. */
export const untilUp = ({ url }: OtherServer): Promise<void> =>
  expect(async () => expect((await fetch(`${url}/api/health`)).status).toBe(200)).toPass({ timeout: 60_000 });

/** Open streams of the live panel on this server, as its metrics tell. */
export async function viewersOf({ url }: OtherServer): Promise<number> {
  const text = await (await fetch(`${url}/api/metrics`)).text();
  return Number(/^lastunit_panel_viewers (\d+)/m.exec(text)?.[1]);
}

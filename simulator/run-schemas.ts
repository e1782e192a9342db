/** Each run has a schema of its own, named after the shop's: same tables, own rows. The last ten are kept. */
import { createDatabase, type Database } from '@/db/database';

export const KEPT_RUNS = 10;

export const runSchema = (mainSchema: string, runId: number) => `${mainSchema}_run_${runId}`;

/** URL of the schema of a run, beside the schema that `mainUrl` names. */
export function runUrl(mainUrl: string, runId: number): string {
  const url = new URL(mainUrl);
  url.pathname = `/${encodeURIComponent(runSchema(decodeURIComponent(url.pathname.slice(1)), runId))}`;
  return url.href;
}

/** Connections on the schema of a run. */
export function openRunDatabase(
  mainUrl: string,
  runId: number,
  connectionLimit: number,
  roundTripDelayMs = 0,
): Database {
  return createDatabase({
    url: runUrl(mainUrl, runId),
    connectionLimit,
    roundTripDelayMs,
    // The line that buyers stand in is the simulator's; inside, a verb may wait for a second connection of its own.
    acquireTimeoutMs: 30_000,
    // Long enough that a strategy whose buyers wait for each other shows by its latency, and not by giving up.
    lockWaitTimeoutSeconds: 5,
  });
}

import { createDatabase, type Database } from '@/db/database';
import { runUrl } from '@/simulator/index';

/** Connections of the panel on the schema of a run, which lies beside the shop's and has the same tables. */
export function openRunDatabase(main: Database, runId: number): Database {
  return createDatabase({
    url: runUrl(main.options.url, runId),
    connectionLimit: 1,
    acquireTimeoutMs: 1_000,
    tableWaitTimeoutSeconds: 1,
  });
}

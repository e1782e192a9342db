import { createDatabase, type Database } from '@/db/database';

/** Connections of the panel on the schema of a run, which lies beside the shop's and has the same tables. */
export function openRunDatabase(main: Database, runId: number): Database {
  const url = new URL(main.options.url);
  url.pathname = `/${encodeURIComponent(`${main.schema}_run_${runId}`)}`;
  return createDatabase({
    url: url.href,
    connectionLimit: 1,
    acquireTimeoutMs: 1_000,
    tableWaitTimeoutSeconds: 1,
  });
}

/** Each run has a schema of its own, named after the shop's: same tables, own rows. The last ten are kept. */
import { desc, isNull } from 'drizzle-orm';
import { createDatabase, type Database } from '@/db/database';
import { migrate } from '@/db/migrate';
import { simulationRuns } from '@/db/schema/simulation';
import { call } from '@/db/statement';

export const KEPT_RUNS = 10;

export const runSchema = (mainSchema: string, runId: number) => `${mainSchema}_run_${runId}`;

/** URL of the schema of a run, beside the schema that `mainUrl` names. */
export function runUrl(mainUrl: string, runId: number): string {
  const url = new URL(mainUrl);
  url.pathname = `/${encodeURIComponent(runSchema(decodeURIComponent(url.pathname.slice(1)), runId))}`;
  return url.href;
}

export async function createRunSchema(main: Database, runId: number): Promise<void> {
  await dropSchema(main, runId);
  await migrate(runUrl(main.options.url, runId));
}

/** Drops the schemas of all but the newest ten runs; what was found in them stays in the shop's schema. */
export async function dropOldRunSchemas(main: Database): Promise<void> {
  const runs = await main.read('simulator', (builder) =>
    builder
      .select({ runId: simulationRuns.runId })
      .from(simulationRuns)
      .where(isNull(simulationRuns.droppedAt))
      .orderBy(desc(simulationRuns.runId)),
  );
  for (const { runId } of runs.slice(KEPT_RUNS)) {
    await dropSchema(main, runId);
    await main.session('simulator', (session) =>
      session.send(
        call(
          {
            name: 'runs.mark_dropped',
            purpose: 'Notes that the tables of a run are gone.',
            sql: 'UPDATE simulation_runs SET dropped_at = NOW(3) WHERE run_id = :runId',
          },
          { runId },
        ),
      ),
    );
  }
}

async function dropSchema(main: Database, runId: number): Promise<void> {
  await main.session('simulator', async ({ connection }) => {
    // A page that looks at an old run must not keep a new one from starting for long.
    await connection.query('SET SESSION lock_wait_timeout = 5');
    await connection.query('DROP DATABASE IF EXISTS ??', [runSchema(main.schema, runId)]);
  });
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
  });
}

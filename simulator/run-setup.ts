/** Makes the schema of a run and makes room for it. */
import { desc, isNull } from 'drizzle-orm';
import type { Database } from '@/db/database';
import { migrate } from '@/db/migrate';
import { simulationRuns } from '@/db/schema/simulation';
import { call, type Statement } from '@/db/statement';
import { forgetInRedis } from './redis';
import { KEPT_RUNS, runSchema, runUrl } from './run-schemas';

const markDropped: Statement = {
  name: 'runs.mark_dropped',
  purpose: 'Notes that the tables of a run are gone.',
  sql: 'UPDATE simulation_runs SET dropped_at = NOW(3) WHERE run_id = :runId',
};

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
    await main.session('simulator', (session) => session.send(call(markDropped, { runId })));
  }
}

async function dropSchema(main: Database, runId: number): Promise<void> {
  await forgetInRedis(runSchema(main.schema, runId));
  await main.session('simulator', async ({ connection }) => {
    // A page that looks at an old run must not keep a new one from starting for long.
    await connection.query('SET SESSION lock_wait_timeout = 5');
    await connection.query('DROP DATABASE IF EXISTS ??', [runSchema(main.schema, runId)]);
  });
}

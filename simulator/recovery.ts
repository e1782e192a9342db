/** What happens to runs whose process is gone: their holds are released, what is left is judged, the end is written down. */
import type { Database } from '@/db/database';
import { errorCode } from '@/db/errors';
import { redisObstacle } from '@/db/redis/obstacle';
import { endAllHolds } from './holds';
import { judgeRun } from './judging';
import { moveRun, type RunRecord, readOpenRuns } from './run-records';
import { openRunDatabase } from './run-schemas';
import { levelsOf } from './stock';
import { strategies } from './strategies';

/** A run in line says every few seconds that its process lives; after so long without a word it doesn't. */
const SILENT_SECONDS = 30;

/** Ends every run on record whose process is gone. To be called by who has the sale lock, so that nobody else is selling. */
export async function recoverRuns(main: Database): Promise<number[]> {
  const open = await readOpenRuns(main);
  const dead = open.filter(
    ({ state, silentSeconds }) => state !== 'queued' || silentSeconds > SILENT_SECONDS,
  );
  for (const run of dead) await recoverRun(main, run, 'interrupted', deathNote(run));
  return dead.map(({ runId }) => runId);
}

function deathNote({ state, inputs }: RunRecord): string {
  if (state === 'queued') return 'The process that should have carried it out is gone; it never began.';
  if (inputs.crashPoint !== 'none') {
    return `The process was killed at "${inputs.crashPoint}", as armed. What it held has been given back.`;
  }
  return 'Its process ended while the sale was going on. What it held has been given back.';
}

/** Releases the holds of a run and judges what is left, as far as its schema exists. */
export async function recoverRun(
  main: Database,
  run: RunRecord,
  state: 'interrupted' | 'stopped' | 'failed',
  note: string,
): Promise<void> {
  const { runId, inputs } = run;
  const strategy = strategies[inputs.strategy];
  const levels = levelsOf(inputs);
  const obstacle = strategy?.needs === 'redis' ? await redisObstacle() : null;
  if (obstacle !== null) {
    await moveRun(main, runId, 'failed', {
      note: `What it left can't be read: ${run.inputs.strategy} ${obstacle}.`,
    });
    return;
  }
  const observer = openRunDatabase(main.options.url, runId, 4);
  try {
    if (run.state !== 'queued' && run.state !== 'preparing' && strategy) {
      await endAllHolds(strategy, {
        database: observer,
        levels,
        holdSeconds: inputs.holdSeconds,
        poolCap: inputs.poolCap,
        onRetry: () => undefined,
        onRefill: () => undefined,
        gate: () => Promise.resolve(),
        passCrashPoint: () => undefined,
      });
      if (state !== 'failed') {
        const tookMs = run.frame?.figures.atMs ?? 0;
        await judgeRun(
          { main, observer, runId, inputs, strategy, levels, tookMs, clientLagMs: 0 },
          state,
          note,
        );
        return;
      }
    }
    await moveRun(main, runId, state, { note });
  } catch (error) {
    // Its tables are gone, or were never complete: there is nothing to release.
    const isMissing = errorCode(error) === 'ER_BAD_DB_ERROR' || errorCode(error) === 'ER_NO_SUCH_TABLE';
    if (!isMissing) throw error;
    await moveRun(main, runId, state, { note });
  } finally {
    await observer.close();
  }
}

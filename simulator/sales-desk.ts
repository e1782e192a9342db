/** Starting, stopping and looking after sales from a process that serves pages. */
import type { Database } from '@/db/database';
import { redisObstacle } from '@/db/redis/obstacle';
import { runsOf, type SaleInputs } from './inputs';
import { startSaleProcess } from './processes';
import { createRuns, type RunRecord, readOpenRuns, readSale, requestStop } from './run-records';
import { isSaleUnderWay } from './sale-lock';
import type { ScenarioId } from './scenarios';
import { isOver } from './states';
import { strategies } from './strategies';

export type StartResult =
  | { readonly outcome: 'started'; readonly runId: number }
  /** Another sale goes on: one at a time, or the figures would mean nothing. */
  | { readonly outcome: 'refused'; readonly runId: number }
  /** A strategy needs something that isn't there: `reason` is the rest of a sentence that begins with it. */
  | { readonly outcome: 'unavailable'; readonly reason: string };

/** A sale that was recorded a moment ago and whose process is still on its way. */
const STARTING_SECONDS = 30;

/** The sale that goes on or is about to, if there is one. What dead processes left behind is recovered on the way. */
export async function currentSale(main: Database): Promise<RunRecord | undefined> {
  const open = await readOpenRuns(main);
  if (open.length === 0) return undefined;
  if (await isSaleUnderWay(main)) return open.find(({ state }) => state !== 'queued') ?? open[0];
  const starting = open.find(
    ({ state, silentSeconds }) => state === 'queued' && silentSeconds < STARTING_SECONDS,
  );
  if (!starting) recover(main);
  return starting;
}

/** Starts a sale in a process of its own, unless one goes on. */
export async function startSale(
  main: Database,
  inputs: SaleInputs,
  scenario: ScenarioId | null,
): Promise<StartResult> {
  if (inputs.strategies.some((id) => strategies[id].needs === 'redis')) {
    const reason = await redisObstacle();
    if (reason !== null) return { outcome: 'unavailable', reason };
  }
  const other = await currentSale(main);
  if (other) return { outcome: 'refused', runId: other.firstRunId };
  const [runId = 0] = await createRuns(main, runsOf(inputs), scenario);
  const { ended } = startSaleProcess(runId, { databaseUrl: main.options.url });
  // It marks its runs by itself; what it could not mark, because it was killed, is marked by the next process.
  void ended.then(
    ({ code }) => {
      if (code !== 0) recover(main);
    },
    (error: unknown) => console.error('The process of a sale could not be started:', error),
  );
  return { outcome: 'started', runId };
}

/** Runs the same sale once more: same inputs, same seed, same buyers. */
export async function replaySale(main: Database, runId: number): Promise<StartResult | undefined> {
  const runs = await readSale(main, runId);
  const [first] = runs;
  if (!first) return undefined;
  const { strategy: _, ...inputs } = first.inputs;
  const again = { ...inputs, strategies: runs.map((run) => run.inputs.strategy) };
  return startSale(main, again, first.scenario as ScenarioId | null);
}

/** Asks a sale to stop; its process does so within about a second, with everything released. */
export async function stopSale(main: Database, runId: number): Promise<void> {
  await requestStop(main, runId);
  // Where no process listens any more, there is only the record to put right.
  const isOpen = (await readSale(main, runId)).some(({ state }) => !isOver(state));
  if (isOpen && !(await isSaleUnderWay(main))) recover(main);
}

const shared = globalThis as typeof globalThis & { lastunitRecovery?: Promise<unknown> };

/** Ends the runs of dead processes, in a process of its own; one such at a time. */
function recover(main: Database): void {
  shared.lastunitRecovery ??= startSaleProcess('recover', { databaseUrl: main.options.url })
    .ended.catch((error: unknown) => console.error('Runs could not be recovered:', error))
    .finally(() => {
      shared.lastunitRecovery = undefined;
    });
}

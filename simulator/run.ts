/** One run from an empty schema to its verdict. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@/db/database';
import { isDeadlock, isLockWaitTimeout } from '@/db/errors';
import { buyersOf } from './buyers';
import { faultOf } from './claim-fault';
import { measureClient } from './client-use';
import { crashAt } from './crash';
import { readEnvironmentOf } from './environment';
import { RunFigures } from './figures';
import { type EarlyEnd, Floor } from './floor';
import type { Frame } from './frame';
import { endAllHolds } from './holds';
import type { RunInputs } from './inputs';
import { judgeRun } from './judging';
import { Recorder } from './recorder';
import type { RunReport } from './report';
import { isStopRequested, keepFrame, moveRun } from './run-records';
import { openRunDatabase, runUrl } from './run-schemas';
import { createRunSchema } from './run-setup';
import { Sampler } from './sampler';
import { StatementRecorder } from './statement-recorder';
import { levelsOf } from './stock';
import { StockReadings } from './stock-readings';
import { strategies } from './strategies';
import type { StrategyContext } from './strategies/strategy';
import { Sweeper } from './sweeper';
import { warmUp } from './warm-up';

/** Longest wait for what is being worked on when a run is stopped; whatever it is by then, its connections are cut. */
const STOP_GRACE_MS = 500;

export interface RunParts {
  readonly main: Database;
  readonly runId: number;
  readonly inputs: RunInputs;
  readonly onFrame?: (frame: Frame) => void;
  /** Aborted to end the run early; the reason is the state in which it ends. */
  readonly signal: AbortSignal;
}

/** Carries a run out and returns its report. Throws what kept it from being carried out; the caller marks it as failed. */
export async function executeRun(parts: RunParts): Promise<RunReport> {
  const { main, runId, inputs } = parts;
  if (!(await moveRun(main, runId, 'preparing'))) throw new Error('This run was ended before it began.');
  await createRunSchema(main, runId);
  const url = main.options.url;
  const sale = openRunDatabase(url, runId, inputs.connections, inputs.roundTripDelayMs);
  const observer = openRunDatabase(url, runId, 4);
  try {
    return await sellAndJudge(parts, sale, observer);
  } finally {
    await observer.close();
    // A connection that was cut off in the middle of a statement may never say goodbye.
    await Promise.race([sale.close(), delay(STOP_GRACE_MS, undefined, { ref: false })]);
  }
}

async function sellAndJudge(parts: RunParts, sale: Database, observer: Database): Promise<RunReport> {
  const { main, runId, inputs, signal } = parts;
  const strategy = strategies[inputs.strategy];
  const levels = levelsOf(inputs);
  const figures = new RunFigures(inputs.buyers);
  const recorder = new Recorder(observer);
  const crash = crashAt(inputs.crashPoint, strategy, inputs);
  const fault = faultOf({ runUrl: runUrl(main.options.url, runId), inputs, database: sale });
  const context: StrategyContext = {
    database: sale,
    levels,
    holdSeconds: inputs.holdSeconds,
    poolCap: inputs.poolCap,
    onRetry: () => {
      figures.retries += 1;
    },
    onRefill: (refill) => {
      figures.refills += 1;
      recorder.refilled(refill);
    },
    gate: () => Promise.resolve(),
    passCrashPoint: crash.pass,
    betweenClaimWrites: fault?.between,
  };
  const opened = await strategy.open(context);
  const statements = inputs.recordStatements === 'on' ? new StatementRecorder(observer) : undefined;
  const known = statements ? statements.follow(opened) : opened;
  const open = fault ? await fault.arm(known) : known;
  await warmUp(sale);
  const readings = new StockReadings(() => strategy.readBooks(observer, levels));
  const stopWatching = sale.observe((event) => {
    if (isDeadlock(event.error)) figures.deadlocks += 1;
    if (isLockWaitTimeout(event.error)) figures.lockTimeouts += 1;
    statements?.note(event);
    crash.afterPacket(event);
  });
  const buyers = buyersOf(inputs);
  const floor = new Floor({
    inputs,
    levels,
    buyers,
    open,
    recorder,
    readings,
    figures,
    passCrashPoint: crash.pass,
  });
  const sampler = new Sampler({
    runId,
    floor,
    sale,
    observer,
    isReporting: inputs.reporting !== 'off',
    onFrame: async (frame) => {
      parts.onFrame?.(frame);
      await keepFrame(main, frame);
    },
    onInterval: async () => {
      await recorder.flush();
      await statements?.flush();
      if (await isStopRequested(main, runId)) floor.close('stopped');
    },
  });
  const sweeper = new Sweeper(floor, observer);
  const interrupt = () => floor.close(signal.reason as EarlyEnd);
  if (signal.aborted) interrupt();
  else signal.addEventListener('abort', interrupt, { once: true });

  const measure = measureClient();
  await moveRun(main, runId, 'selling', { environment: await readEnvironmentOf(observer) });
  sampler.start();
  sweeper.start();
  const sold = floor.run();
  await Promise.race([sold, floor.closed.then(() => delay(STOP_GRACE_MS))]);
  await sweeper.stop();
  await sampler.stop();
  signal.removeEventListener('abort', interrupt);
  stopWatching();
  fault?.disarm();
  const client = measure();

  await moveRun(main, runId, 'judging');
  await open.settled();
  await endAllHolds(strategy, { ...context, database: observer }, floor);
  await sampler.finish();
  return judgeRun(
    {
      main,
      observer,
      runId,
      inputs,
      strategy,
      levels,
      figures,
      tookMs: client.tookMs,
      client: client.use,
      clientLagMs: sampler.worstLagMs,
      interrupted: fault?.interrupted(),
    },
    floor.closedAs ?? 'finished',
  );
}

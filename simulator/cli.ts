/** `npm run sale`: a sale in the terminal, or its verdict as JSON. */
import { parseArgs } from 'node:util';
import { createDatabase } from '@/db/database';
import { command } from '@/db/launch/command-line';
import { migrate } from '@/db/migrate';
import { openRedisServer } from '@/db/redis/server';
import { openServer } from '@/db/server';
import { SetupError } from '@/db/server/setup-error';
import { commandLineOptions, readCommandLine, saleUsage, UsageError } from './command-line';
import { runsOf, type SaleInputs } from './inputs';
import type { FromWorker } from './messages';
import { inPrintOrder } from './print-order';
import { printReports } from './print-report';
import { startSaleProcess } from './processes';
import { showProgress } from './progress-bar';
import type { RunReport } from './report';
import { createRuns, readSale } from './run-records';
import { strategies } from './strategies';

const EXIT = { ok: 0, failed: 1, badArguments: 2, otherVerdict: 3, stopped: 130 } as const;

await command(saleUsage, async () => {
  const { values } = parseArgs({ options: commandLineOptions });
  try {
    const { inputs, scenario, isJson, isComparison, expected } = readCommandLine(values);
    const { reports, isStopped } = await sell(inputs, scenario, isJson);
    if (isJson) console.log(JSON.stringify(isComparison ? { runs: reports } : (reports[0] ?? null), null, 2));
    else printReports(reports);
    if (isStopped) return EXIT.stopped;
    if (expected && reports.some(({ verdict }) => verdict !== expected)) return EXIT.otherVerdict;
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    return EXIT.badArguments;
  }
});

/** Carries the sale out in a process of its own, and recovers what an armed crash leaves behind. */
async function sell(
  inputs: SaleInputs,
  scenario: string | null,
  isJson: boolean,
): Promise<{ reports: RunReport[]; isStopped: boolean }> {
  const report = (line: string) => void (isJson || console.error(line));
  const redis = inputs.strategies.some((id) => strategies[id].needs === 'redis')
    ? await openRedisServer({ report })
    : undefined;
  if (redis && !redis.isThere) throw new SetupError(redis.missing);
  // The process of the sale inherits it.
  if (redis) process.env.REDIS_URL = redis.url;
  const server = await openServer({ report });
  let stop: (() => void) | undefined;
  let isStopped = false;
  const onSignal = () => {
    isStopped = true;
    stop?.();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    await migrate(server.url);
    const main = createDatabase({ url: server.url, connectionLimit: 2 });
    try {
      if (isStopped) return { reports: [], isStopped };
      const [firstRunId = 0] = await createRuns(main, runsOf(inputs), scenario);
      const progress = showProgress(inputs, isJson);
      let failure: string | undefined;
      const onMessage = (message: FromWorker) => {
        if (message.kind === 'failed') failure = message.message;
        progress.hear(message);
      };
      const child = startSaleProcess(firstRunId, {
        databaseUrl: server.url,
        onMessage,
        onErrorText: () => {},
      });
      stop = child.stop;
      if (isStopped) child.stop();
      const { isKilled, code } = await child.ended;
      progress.end();
      if (isKilled) await startSaleProcess('recover', { databaseUrl: server.url }).ended;
      if (failure !== undefined) throw new Error(failure);
      if (code !== 0 && !isKilled && !isStopped) throw new Error(`The sale's process ended with ${code}.`);
      const runs = await readSale(main, firstRunId);
      const reports = runs.flatMap(({ report }) => (report ? inPrintOrder(report) : []));
      return { reports, isStopped: isStopped || runs.some(({ state }) => state === 'stopped') };
    } finally {
      await main.close();
    }
  } finally {
    await server.stop();
    await redis?.stop();
  }
}

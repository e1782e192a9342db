/** The runs of one sale, one after another, with the same buyers. */
import type { Database } from '@/db/database';
import type { Frame } from './frame';
import { recoverRun } from './recovery';
import type { RunReport } from './report';
import { executeRun } from './run';
import { moveRun, readRun, readSale } from './run-records';
import { dropOldRunSchemas } from './run-setup';
import { isOver } from './states';

export interface SaleParts {
  readonly main: Database;
  readonly firstRunId: number;
  readonly onFrame?: (frame: Frame, position: number, runs: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Carries out the runs that are still queued and returns all reports, in order. Whatever ends one run early ends those
 * behind it too. Throws what a run failed with, after its holds have been released and it has been marked.
 */
export async function executeSale({ main, firstRunId, onFrame, signal }: SaleParts): Promise<RunReport[]> {
  const reports: RunReport[] = [];
  await dropOldRunSchemas(main);
  const runs = await readSale(main, firstRunId);
  let endedAs: 'stopped' | 'interrupted' | undefined;
  for (const [position, { runId, inputs }] of runs.entries()) {
    if (signal.aborted) endedAs ??= signal.reason;
    if (endedAs) {
      await moveRun(main, runId, endedAs, { note: 'The sale was ended before this run began.' });
      continue;
    }
    try {
      reports.push(
        await executeRun({
          main,
          runId,
          inputs,
          signal,
          onFrame: (frame) => onFrame?.(frame, position, runs.length),
        }),
      );
    } catch (error) {
      const run = await readRun(main, runId);
      const reason = error instanceof Error ? error.message : String(error);
      if (run && !isOver(run.state)) await recoverRun(main, run, 'failed', reason.slice(0, 1000));
      for (const rest of runs.slice(position + 1)) {
        await moveRun(main, rest.runId, 'failed', { note: 'The run before this one failed.' });
      }
      throw error;
    }
    const ended = (await readRun(main, runId))?.state;
    if (ended === 'stopped' || ended === 'interrupted') endedAs = ended;
  }
  return reports;
}

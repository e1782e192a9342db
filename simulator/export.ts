/** A run as a file: everything as JSON, or its time series as CSV. */
import { stringify } from 'csv-stringify/sync';
import type { Database } from '@/db/database';
import type { Figures } from './frame';
import { inPrintOrder } from './print-order';
import { type RunRecord, readFindings, readSamples } from './run-records';

export async function exportJson(main: Database, run: RunRecord): Promise<string> {
  const { runId, firstRunId, scenario, state, note, inputs, environment, createdAt, startedAt, finishedAt } =
    run;
  const findings = await readFindings(main, runId);
  const samples = await readSamples(main, runId);
  const report = run.report && inPrintOrder(run.report);
  const head = { runId, firstRunId, scenario, state, note, createdAt, startedAt, finishedAt };
  return JSON.stringify({ ...head, report, inputs, environment, findings, samples }, null, 2);
}

/** One line a sample; nested figures under dotted names. */
export async function exportCsv(main: Database, run: RunRecord): Promise<string> {
  const samples = await readSamples(main, run.runId);
  return stringify(samples.map(flat), { header: true });
}

function flat(figures: Figures): Record<string, number> {
  const line: Record<string, number> = {};
  const add = (name: string, value: unknown) => {
    if (typeof value === 'number') line[name] = value;
    else for (const [part, inner] of Object.entries(value as object)) add(`${name}.${part}`, inner);
  };
  for (const [name, value] of Object.entries(figures)) add(name, value);
  return line;
}

/**
 * Runs a scenario several times and says whether each run saw the same: outcomes, waits and locks, step by step.
 *
 * Promise: runs are compared with the first one, not with the scenario's expectation, so that a lock which comes and goes is found
 * also where nothing is claimed of it. The order in which the server lists its rows is of no account.
 */
import type { Database } from '@/db/database';
import { runScenario, type ScenarioReport, type StepListener, type StepReport } from './run';
import type { Scenario } from './scenario';

export interface RepeatedReport extends ScenarioReport {
  readonly runs: number;
  /** Where a later run saw something else than the first; empty when all were alike. */
  readonly unlike: readonly string[];
}

/** Runs it `times` times; held only when each run holds and all are alike. The steps are those of the first run. */
export async function repeatScenario(
  database: Database,
  owner: string,
  scenario: Scenario,
  times: number,
  onStep?: StepListener,
): Promise<RepeatedReport> {
  const first = await runScenario(database, owner, scenario, onStep);
  const reports = [first];
  while (first.held !== null && reports.length < times) {
    reports.push(await runScenario(database, owner, scenario));
  }
  const unlike = reports.slice(1).flatMap((report, index) => unlikeness(first, report, index + 2));
  const failed = reports.find(({ held }) => held === false);
  const held = first.held === null ? null : !failed && unlike.length === 0;
  return { ...(failed ?? first), held, runs: reports.length, unlike };
}

/** Each step in which two runs differ, in one line. */
export function unlikeness(first: ScenarioReport, other: ScenarioReport, run: number): string[] {
  const lines: string[] = [];
  for (let place = 0; place < Math.max(first.steps.length, other.steps.length); place += 1) {
    const [seen, before] = [seenIn(other.steps[place]), seenIn(first.steps[place])];
    if (seen !== before) lines.push(`run ${run}, step ${place + 1}: ${seen}; in run 1: ${before}`);
  }
  return lines;
}

/** What a step saw, without what differs from run to run by nature: durations, and the order of the lists. */
function seenIn(step: StepReport | undefined): string {
  if (!step) return 'no such step';
  const { outcome, resumed, waits, locks } = step;
  const outcomes = [
    outcome,
    ...Object.keys(resumed)
      .sort()
      .map((name) => resumed[name]),
  ].map((one) => {
    if (one?.status === 'error') return one.code;
    if (one?.status !== 'done') return one?.status ?? 'nothing';
    return `done ${JSON.stringify(one.rows)} ${one.affected ?? '-'}`;
  });
  return [...outcomes, ...[...waits].sort(), ...[...locks].sort()].join(' | ');
}

/** Runs a scenario from its first step to its last and says whether it held. */
import type { Database } from '@/db/database';
import { redisObstacle } from '@/db/redis/obstacle';
import type { SeenOutcome } from './expectation';
import { Lab } from './lab';
import type { LabLock, LabWait } from './observer';
import { serverVersion } from './sandbox';
import { lockLine, type Scenario, type SteppedScenario } from './scenario';
import { ScenarioFailed } from './scenario-failed';

export interface StepReport {
  readonly step: number;
  readonly session: string;
  readonly sql: string | null;
  readonly outcome: SeenOutcome;
  /** Sessions whose waiting statement ended because of this step. */
  readonly resumed: Readonly<Record<string, SeenOutcome>>;
  readonly waits: readonly string[];
  readonly locks: readonly string[];
  readonly held: boolean;
  readonly differences: readonly string[];
  /** Cell of a matrix that the step belongs to. */
  readonly cell?: string;
}

export interface ScenarioReport {
  readonly id: string;
  readonly title: string;
  /** null when it can't be run here. */
  readonly held: boolean | null;
  readonly reason?: string;
  readonly server: string;
  readonly steps: readonly StepReport[];
}

/** Called after each step with the live lab, for whoever prints along. */
export type StepListener = (lab: Lab, step: number) => void;

/** Whether one of its sessions is connected to Redis. */
export function needsRedis(scenario: Scenario): boolean {
  return scenario.kind === 'stepped' && scenario.sessions.some(({ system }) => system === 'redis');
}

/** Runs every step, also after one that did not hold. */
export async function runScenario(
  database: Database,
  owner: string,
  scenario: Scenario,
  onStep: StepListener = () => undefined,
): Promise<ScenarioReport> {
  const { id, title } = scenario;
  const server = await serverVersion(database);
  const obstacle = needsRedis(scenario) ? await redisObstacle() : null;
  if (obstacle !== null) {
    return { id, title, held: null, reason: `It ${obstacle}.`, server, steps: [] };
  }
  if (scenario.kind === 'stepped') {
    const { steps, reason } = await runSteps(database, owner, scenario, onStep);
    return { id, title, held: !reason && steps.every((step) => step.held), reason, server, steps };
  }
  const steps: StepReport[] = [];
  let reason: string | undefined;
  for (const { row, column, scenario: cell } of scenario.cells) {
    const ran = await runSteps(database, owner, cell, onStep);
    steps.push(...ran.steps.map((step) => ({ ...step, cell: `${row}, ${column}` })));
    reason ??= ran.reason;
  }
  return { id, title, held: !reason && steps.every((step) => step.held), reason, server, steps };
}

async function runSteps(
  database: Database,
  owner: string,
  scenario: SteppedScenario,
  onStep: StepListener,
): Promise<{ steps: StepReport[]; reason?: string }> {
  const steps: StepReport[] = [];
  let lab: Lab | undefined;
  try {
    lab = await Lab.open(database, owner, scenario);
    for (const [number, step] of scenario.steps.entries()) {
      await lab.step();
      const record = lab.records[number];
      if (!record) break;
      steps.push({
        step: number + 1,
        session: step.session,
        sql: step.sql ?? null,
        outcome: record.outcome,
        resumed: record.resumed,
        waits: record.observation.waits.map(waitLine),
        locks: record.observation.locks.map((lock: LabLock) => lockLine(lock)),
        held: record.differences.length === 0,
        differences: record.differences,
      });
      onStep(lab, number);
    }
    return { steps };
  } catch (error) {
    if (!(error instanceof ScenarioFailed)) throw error;
    return { steps, reason: error.message };
  } finally {
    await lab?.close();
  }
}

export const waitLine = ({ waiting, blocking }: LabWait) => `${waiting} waits for ${blocking}`;

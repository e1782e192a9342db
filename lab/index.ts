/**
 * The lab, for the app: open a scenario, step it, type into it, look at it, leave it.
 *
 * Promise: every answer is plain JSON, and says what the server said. One lab a visitor; a lab that nobody looks at any more is
 * rolled back and dropped. It leaves pages and cookies to the app.
 */
import { getDatabase } from '@/db/client';
import { createDatabase } from '@/db/database';
import { judgeStatement } from './guard';
import type { Lab } from './lab';
import { limits } from './limits';
import { Owner } from './owner';
import { type LabRegistry, openRegistry } from './registry';
import type { Scenario, SessionName, SteppedScenario } from './scenario';
import { ScenarioFailed } from './scenario-failed';
import { scenarios } from './scenarios/all';
import { type LabSnapshot, snapshotOf } from './snapshot';

export { type PasteBlock, pasteBlocks, pasteText } from './copy-sql';
export { type MatrixScenario, type Scenario, type SteppedScenario, topics } from './scenario';
export type { LabSnapshot } from './snapshot';
export { limits };

export type LabAnswer =
  | { readonly outcome: 'open'; readonly lab: LabSnapshot }
  /** As many labs are open as there may be. */
  | { readonly outcome: 'full'; readonly most: number }
  /** The lab is no longer there: it was left alone for too long, or opened in another tab. */
  | { readonly outcome: 'gone' }
  /** The lab is as before; the reason says why. */
  | { readonly outcome: 'refused'; readonly reason: string; readonly lab: LabSnapshot }
  | { readonly outcome: 'failed'; readonly reason: string };

export type LabAct =
  | { readonly do: 'step' }
  | { readonly do: 'reset' }
  | { readonly do: 'send'; readonly session: SessionName; readonly sql: string };

export const allScenarios: readonly Scenario[] = scenarios;

/** A scenario that can be stepped: one of the list, or a cell of a matrix. */
export function findScenario(id: string): SteppedScenario | undefined {
  for (const scenario of scenarios) {
    if (scenario.kind === 'stepped' && scenario.id === id) return scenario;
    if (scenario.kind !== 'matrix') continue;
    const cell = scenario.cells.find((candidate) => candidate.scenario.id === id);
    if (cell) return cell.scenario;
  }
  return undefined;
}

const shared = globalThis as typeof globalThis & { lastunitLabs?: Promise<LabRegistry> };

/** The registry of this process, on connections of the lab's own; survives reloads of modules in development. */
function registry(): Promise<LabRegistry> {
  shared.lastunitLabs ??= startRegistry().catch((error: unknown) => {
    // The next visitor tries again: the database may have been away.
    shared.lastunitLabs = undefined;
    throw error;
  });
  return shared.lastunitLabs;
}

async function startRegistry(): Promise<LabRegistry> {
  const { url } = getDatabase().options;
  const database = createDatabase({ url, connectionLimit: 6, acquireTimeoutMs: 10_000 });
  const labs = await openRegistry(database, await Owner.sign(url));
  // Labs that this misses, because the process is gone first, are dropped by the next process.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void labs.closeAll());
  return labs;
}

/** Resolves when the lab is closed and nothing of it is left; at once when there is none of this id. */
export async function untilClosed(visitorId: string, labId: string): Promise<void> {
  await (await registry()).find(visitorId, labId, false)?.ended;
}

/** For tests: the browser that had this lab was killed long ago. Whether there is such a lab. */
export async function forgetBrowser(labId: string): Promise<boolean> {
  return (await registry()).moveBack(labId, limits.silenceMs + 1);
}

/** Opens a scenario for a visitor, in a sandbox of their own. */
export async function openLab(visitorId: string, scenario: SteppedScenario): Promise<LabAnswer> {
  const opened = await (await registry()).open(visitorId, scenario);
  if (opened.outcome !== 'open') return opened;
  return { outcome: 'open', lab: snapshotOf(opened.lab) };
}

/** What the visitor's lab looks like now, also when a wait has ended by itself. */
export async function readLab(visitorId: string, labId: string): Promise<LabAnswer> {
  const lab = (await registry()).find(visitorId, labId, false);
  return lab ? answer(lab, () => lab.refresh()) : { outcome: 'gone' };
}

export async function act(visitorId: string, labId: string, wanted: LabAct): Promise<LabAnswer> {
  const lab = (await registry()).find(visitorId, labId, true);
  if (!lab) return { outcome: 'gone' };
  return answer(lab, () => perform(lab, wanted));
}

export async function closeLab(visitorId: string, labId: string): Promise<void> {
  const labs = await registry();
  if (labs.find(visitorId, labId, false)) await labs.close(labId);
}

async function perform(lab: Lab, wanted: LabAct): Promise<void> {
  switch (wanted.do) {
    case 'step':
      return lab.step();
    case 'reset':
      return lab.reset();
    case 'send': {
      if (!lab.sandbox.hasOwnUser) {
        throw new ScenarioFailed(
          "Free play needs a MySQL user of its own for each sandbox, and this server doesn't let the app make one (CREATE USER).",
        );
      }
      const judgement = judgeStatement(wanted.sql);
      if (!judgement.isAllowed) throw new ScenarioFailed(judgement.reason);
      return lab.send(wanted.session, judgement.sql);
    }
  }
}

async function answer(lab: Lab, work: () => Promise<void>): Promise<LabAnswer> {
  try {
    await work();
    return { outcome: 'open', lab: snapshotOf(lab) };
  } catch (error) {
    if (!(error instanceof ScenarioFailed)) throw error;
    if (lab.isClosed) return { outcome: 'gone' };
    return { outcome: 'refused', reason: error.message, lab: snapshotOf(lab) };
  }
}

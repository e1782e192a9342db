/**
 * Sends a statement and says when there is something to see: it has ended, or it is blocked.
 *
 * Promise: "blocked" is what `data_lock_waits` says of that session (or `metadata_locks`, for a table's definition), never
 * the clock. A statement that is neither ended nor listed is looked at again. Sessions that wait for each other in a circle are
 * looked at again too: InnoDB is about to end one of them. The one clock here stops statements that run too long.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@/db/database';
import { limits } from './limits';
import { type LabWait, type Observation, observe } from './observer';
import { type Sandbox, stopStatement } from './sandbox';
import type { LabLine } from './sessions';

/** Between two looks, so that the server has time for something else. */
const BETWEEN_LOOKS_MS = 2;

export interface Stage {
  readonly database: Database;
  readonly sandbox: Sandbox;
  readonly sessions: readonly LabLine[];
}

/**
 * Waits until every session is idle or blocked and returns what the server lists then.
 *
 * InnoDB doesn't list its locks at one moment: the list in which a wait first shows may still lack what the same statement
 * locked just before. Once all is quiet it is read once more, and that is what is returned.
 */
export async function settle(stage: Stage): Promise<Observation> {
  let isQuiet = false;
  for (;;) {
    const running = stage.sessions.filter((session) => session.running);
    const observation = await observe(stage.database, stage.sandbox.schema, stage.sessions);
    const hasChanged = running.some((session) => !session.running);
    const undecided = running.filter(
      (session) => session.running && !isBlocked(session.name, observation.waits),
    );
    const wasQuiet = isQuiet || running.length === 0;
    isQuiet = undecided.length === 0 && !hasChanged;
    if (wasQuiet && isQuiet) return observation;
    if (undecided.length === 0) continue;
    await stopOverdue(stage, undecided);
    await Promise.race([delay(BETWEEN_LOOKS_MS), ...undecided.map((session) => session.running?.ended)]);
  }
}

/** Whether a session waits and will go on waiting: not when the chain of waits leads back to it. */
export function isBlocked(name: string, waits: readonly LabWait[]): boolean {
  const blockers = (waiting: string) =>
    waits.filter((wait) => wait.waiting === waiting).map((wait) => wait.blocking);
  const ahead = blockers(name);
  if (ahead.length === 0) return false;
  const seen = new Set<string>();
  while (ahead.length > 0) {
    const next = ahead.pop() as string;
    if (next === name) return false;
    if (seen.has(next)) continue;
    seen.add(next);
    ahead.push(...blockers(next));
  }
  return true;
}

/** Stops the oldest statement that runs too long, one at a time: the others may wait for nobody but it. */
async function stopOverdue({ sandbox }: Stage, undecided: readonly LabLine[]): Promise<void> {
  const running = undecided.flatMap((session) => (session.running ? [{ ...session.running, session }] : []));
  if (running.some(({ stoppedBecause }) => stoppedBecause)) return;
  const [oldest] = running.sort((a, b) => a.startedAt - b.startedAt);
  if (!oldest || performance.now() - oldest.startedAt < limits.statementMs) return;
  const { session } = oldest;
  if (!session.running) return;
  session.running.stoppedBecause = `Stopped: a statement of the lab may run for ${limits.statementMs / 1000} s when it isn't waiting for a lock.`;
  await stopStatement(sandbox, session.connectionId);
}

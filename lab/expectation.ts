/** Compares what a step did with what its scenario says. Pure. */
import type { Observation } from './observer';
import {
  type Cell,
  type Condition,
  type Expectation,
  type ExpectedOutcome,
  lockLine,
  type Question,
  type Step,
} from './scenario';
import type { Outcome } from './sessions';

/** What a step did: outcomes of the sessions whose statement ended, and `blocked` for one that waits. */
export type SeenOutcome = Outcome | { readonly status: 'blocked' };

export interface SeenStep {
  readonly outcome: SeenOutcome;
  readonly resumed: Readonly<Record<string, SeenOutcome>>;
  readonly observation: Observation;
}

/** What a step must do on a server of this version. */
export function expectationOn(step: Step, server: string): Expectation {
  const older = step.expectBefore?.find(({ version }) => isBefore(server, version));
  return older?.expect ?? step.expect;
}

function isBefore(version: string, other: string): boolean {
  const [left, right] = [version, other].map((text) => text.split(/[.-]/).slice(0, 3).map(Number));
  const place = right?.findIndex((part, index) => part !== (left?.[index] ?? 0)) ?? -1;
  return place >= 0 && (left?.[place] ?? 0) < (right?.[place] ?? 0);
}

/** Every way in which a step differs from its expectation, one line each; empty when it holds. */
export function differences(expected: Expectation, seen: SeenStep, session: string): string[] {
  const found: string[] = [...outcomeDifferences(session, expected.outcome, seen.outcome)];
  const resumed: Partial<Record<string, ExpectedOutcome>> = expected.resumed ?? {};
  for (const name of new Set([...Object.keys(resumed), ...Object.keys(seen.resumed)])) {
    found.push(...outcomeDifferences(name, resumed[name], seen.resumed[name]));
  }
  const waits = seen.observation.waits.map(({ waiting, blocking }) => `${waiting} waits for ${blocking}`);
  found.push(...listDifferences('wait', expected.waits ?? [], waits));
  found.push(...listDifferences('lock', expected.locks, seen.observation.locks.map(lockLine)));
  return found;
}

function outcomeDifferences(session: string, expected?: ExpectedOutcome, seen?: SeenOutcome): string[] {
  if (!seen) return [`${session}: expected ${expected?.status}, but its statement did not end`];
  if (!expected) return [`${session}: its statement ended (${seen.status}), which was not expected`];
  if (expected.status !== seen.status) {
    const detail = seen.status === 'error' ? ` ${seen.code}: ${seen.message}` : '';
    return [`${session}: expected ${expected.status}, was ${seen.status}${detail}`];
  }
  if (expected.status === 'error' && seen.status === 'error' && expected.code !== seen.code) {
    return [`${session}: expected ${expected.code}, was ${seen.code}: ${seen.message}`];
  }
  if (expected.status === 'done' && seen.status === 'done') {
    const found: string[] = [];
    if (expected.rows && JSON.stringify(expected.rows) !== JSON.stringify(seen.rows)) {
      found.push(`${session}: expected rows ${rowsText(expected.rows)}, were ${rowsText(seen.rows)}`);
    }
    if (expected.affected !== undefined && expected.affected !== seen.affected) {
      found.push(`${session}: expected ${expected.affected} changed rows, were ${seen.affected}`);
    }
    return found;
  }
  return [];
}

const rowsText = (rows: readonly (readonly Cell[])[]) =>
  rows.length === 0 ? 'none' : rows.map((row) => `(${row.join(', ')})`).join(' ');

function listDifferences(noun: string, expected: readonly string[], seen: readonly string[]): string[] {
  const left = [...seen];
  const missing = expected.filter((line) => {
    const place = left.indexOf(line);
    if (place < 0) return true;
    left.splice(place, 1);
    return false;
  });
  return [
    ...missing.map((line) => `${noun} expected and not there: ${line}`),
    ...left.map((line) => `${noun} there and not expected: ${line}`),
  ];
}

/** Which of a question's options the server has made true; -1 when none. */
export function rightOption(question: Question, session: string, seen: SeenStep): number {
  return question.options.findIndex(({ isRightIf }) => isTrue(isRightIf, session, seen));
}

function isTrue(condition: Condition, session: string, { outcome, observation }: SeenStep): boolean {
  if ('status' in condition) return outcome.status === condition.status;
  if ('rows' in condition) return outcome.status === 'done' && outcome.rowCount === condition.rows;
  if ('affected' in condition) return outcome.status === 'done' && outcome.affected === condition.affected;
  if ('value' in condition) return outcome.status === 'done' && outcome.rows[0]?.[0] === condition.value;
  if ('code' in condition) return outcome.status === 'error' && outcome.code === condition.code;
  const count = observation.locks.filter((lock) => lock.session === session && lock.index !== null).length;
  return count === condition.recordLocks;
}

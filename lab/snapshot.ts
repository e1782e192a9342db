/** A lab as plain JSON, for whoever draws it. */

import type { SeenOutcome } from './expectation';
import type { IndexPicture } from './index-picture';
import type { Lab } from './lab';
import { limits } from './limits';
import type { LabLock, LabWait } from './observer';
import { outcomeText } from './outcome-text';
import { foundOn, type SessionName } from './scenario';

export interface LogLine {
  /** Place in the log, from 0. */
  readonly number: number;
  readonly session: SessionName;
  readonly sql: string;
  readonly step?: number;
  readonly outcome: SeenOutcome;
  /** The outcome in one line. */
  readonly says: string;
  readonly wasBlocked: boolean;
}

export interface LabSnapshot {
  readonly id: string;
  readonly scenarioId: string;
  /** The server's version. */
  readonly server: string;
  /** The server on which the scenario's expectations were found. */
  readonly foundOn: string;
  readonly position: number;
  readonly isOver: boolean;
  readonly isAltered: boolean;
  readonly sessions: readonly {
    readonly name: SessionName;
    readonly isBlocked: boolean;
    readonly isLost: boolean;
  }[];
  readonly log: readonly LogLine[];
  readonly locks: readonly LabLock[];
  readonly waits: readonly LabWait[];
  readonly isCut: boolean;
  readonly pictures: readonly IndexPicture[];
  /** One a step done. */
  readonly steps: readonly { readonly differences: readonly string[]; readonly rightOption?: number }[];
  /** Whether visitors may type statements of their own. */
  readonly hasFreePlay: boolean;
  /** How far free play goes. */
  readonly freePlay: { readonly seconds: number; readonly resultRows: number; readonly changedRows: number };
  readonly idleMinutes: number;
}

export function snapshotOf(lab: Lab): LabSnapshot {
  return {
    id: lab.id,
    scenarioId: lab.scenario.id,
    server: lab.server,
    foundOn,
    position: lab.position,
    isOver: lab.isOver,
    isAltered: lab.isAltered,
    sessions: lab.sessions.map(({ name, running, lostBecause }) => ({
      name,
      isBlocked: running !== undefined,
      isLost: lostBecause !== undefined,
    })),
    log: lab.log.map((entry, number) => ({ number, ...entry, says: outcomeText(entry.outcome) })),
    locks: lab.observation.locks,
    waits: lab.observation.waits,
    isCut: lab.observation.isCut,
    pictures: lab.pictures,
    steps: lab.records.map(({ differences, rightOption }) => ({ differences, rightOption })),
    hasFreePlay: lab.sandbox.hasOwnUser,
    freePlay: {
      seconds: limits.statementMs / 1_000,
      resultRows: limits.resultRows,
      changedRows: limits.changedRows,
    },
    idleMinutes: limits.idleMs / 60_000,
  };
}

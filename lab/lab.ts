/**
 * One live scenario: a sandbox, its sessions, and what has happened so far.
 *
 * Promise: one thing at a time, in the order asked for; what is shown was read from the server after it. `close` leaves nothing
 * behind, whatever the sessions are doing. It leaves who may use it, and for how long, to the registry.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '@/db/database';
import { differences, expectationOn, rightOption, type SeenOutcome, type SeenStep } from './expectation';
import { drawIndexes, type IndexPicture } from './index-picture';
import { limits } from './limits';
import type { Observation } from './observer';
import { RedisSession } from './redis-session';
import { createSandbox, dropSandbox, emptySandbox, type Sandbox, serverVersion, sizeOf } from './sandbox';
import type { SessionName, SteppedScenario } from './scenario';
import { ScenarioFailed } from './scenario-failed';
import { type LabLine, LabSession } from './sessions';
import { settle } from './stepper';

/** One statement that was sent, and what became of it. */
export interface LogEntry {
  readonly session: SessionName;
  readonly sql: string;
  /** Number of the scenario's step, from 0; undefined for free play. */
  readonly step?: number;
  outcome: SeenOutcome;
  /** Whether it has waited for a lock, also when it is over. */
  wasBlocked: boolean;
}

export interface StepRecord extends SeenStep {
  readonly step: number;
  /** How the server's answer differs from the scenario; empty when the claim holds. */
  readonly differences: readonly string[];
  /** Place of the option that came true; undefined where nothing was asked. */
  readonly rightOption?: number;
}

export class Lab {
  readonly id = randomUUID();
  readonly scenario: SteppedScenario;
  readonly sandbox: Sandbox;
  /** The server's version. */
  readonly server: string;
  readonly log: LogEntry[] = [];
  readonly records: StepRecord[] = [];
  /** Whether somebody has sent a statement of their own: the scenario's claims then no longer bind. */
  isAltered = false;
  observation: Observation = { locks: [], waits: [], isCut: false };
  pictures: readonly IndexPicture[] = [];
  #sessions: LabLine[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #isDropped = false;
  #endListener: () => void = () => undefined;
  /** Resolves when nothing of it is left on the server. */
  readonly ended = new Promise<void>((resolve) => {
    this.#endListener = resolve;
  });
  readonly #database: Database;

  private constructor(database: Database, scenario: SteppedScenario, sandbox: Sandbox, server: string) {
    this.#database = database;
    this.scenario = scenario;
    this.sandbox = sandbox;
    this.server = server;
  }

  /** Throws: ScenarioFailed when the scenario can't be set up; nothing is left behind then. */
  static async open(database: Database, owner: string, scenario: SteppedScenario): Promise<Lab> {
    const server = await serverVersion(database);
    const sandbox = await createSandbox(database, owner);
    const lab = new Lab(database, scenario, sandbox, server);
    try {
      await lab.#setUp();
      return lab;
    } catch (error) {
      await lab.close();
      throw error;
    }
  }

  get sessions(): readonly LabLine[] {
    return this.#sessions;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Number of steps done. */
  get position(): number {
    return this.records.length;
  }

  get isOver(): boolean {
    return this.position >= this.scenario.steps.length;
  }

  /** Runs the next step to the point where its statement has ended or is blocked. */
  step(): Promise<void> {
    return this.#inTurn(async () => {
      const number = this.position;
      const step = this.scenario.steps[number];
      if (!step) return;
      await this.#takeEnded();
      const session = this.#session(step.session);
      let entry: LogEntry | undefined;
      if (step.sql === undefined) {
        entry = this.log.findLast((line) => line.session === step.session);
        await session.running?.ended;
      } else {
        if (session.running)
          throw new ScenarioFailed(`${step.session} still waits: it can't be given a statement.`);
        entry = this.#send(session, step.sql, number);
      }
      const resumed = await this.#settle(entry);
      const outcome = entry?.outcome ?? { status: 'blocked' };
      const seen = { outcome, resumed, observation: this.observation };
      this.records.push({
        step: number,
        ...seen,
        differences: this.isAltered ? [] : differences(expectationOn(step, this.server), seen, step.session),
        rightOption: step.question && rightOption(step.question, step.session, seen),
      });
    });
  }

  /** Runs a statement of the visitor's own. The caller has judged it. */
  send(name: SessionName, sql: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#takeEnded();
      const session = this.#session(name);
      if (session.running)
        throw new ScenarioFailed(`${name} still waits: let another session commit or roll back first.`);
      await refuseWhenFull(this.#database, this.sandbox);
      this.isAltered = true;
      await this.#settle(this.#send(session, sql, undefined, limits.changedRows));
    });
  }

  /** Looks whether something has ended by itself. */
  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      const hasNews = this.#sessions.some(({ running, ended }) => running || ended);
      if (hasNews) await this.#settle();
    });
  }

  /** Rolls everything back and sets the scenario up again. */
  reset(): Promise<void> {
    return this.#inTurn(async () => {
      await emptySandbox(this.#database, this.sandbox);
      this.log.length = 0;
      this.records.length = 0;
      this.isAltered = false;
      await this.#setUp();
    });
  }

  /** Ends all sessions with a rollback and drops the sandbox; when that fails, it can be called again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#isDropped) return;
    for (const session of this.#sessions) session.destroy();
    await dropSandbox(this.#database, this.sandbox);
    this.#isDropped = true;
    this.#endListener();
  }

  async #setUp(): Promise<void> {
    for (const session of this.#sessions) session.destroy();
    this.#sessions = [];
    const builder = await LabSession.open('T1', this.sandbox);
    try {
      for (const sql of this.scenario.setup) await mustRun(builder, sql, 'The setup');
    } finally {
      builder.destroy();
    }
    const plans = this.scenario.sessions.slice(0, limits.sessionsPerLab);
    this.#sessions = await Promise.all(
      plans.map(({ name, system }) =>
        system === 'redis' ? RedisSession.open(name, this.sandbox) : LabSession.open(name, this.sandbox),
      ),
    );
    for (const [place, { name, opening }] of plans.entries()) {
      const session = this.#sessions[place];
      for (const sql of session ? opening : [])
        await mustRun(session as LabLine, sql, `The opening of ${name}`);
    }
    await this.#settle();
  }

  #session(name: SessionName): LabLine {
    const session = this.#sessions.find((candidate) => candidate.name === name);
    if (!session) throw new ScenarioFailed(`There is no session ${name} here.`);
    if (session.lostBecause)
      throw new ScenarioFailed(`${name} has lost its connection: ${session.lostBecause}`);
    return session;
  }

  #send(session: LabLine, sql: string, step?: number, mostChanges?: number): LogEntry {
    const entry: LogEntry = {
      session: session.name,
      sql,
      step,
      outcome: { status: 'blocked' },
      wasBlocked: false,
    };
    this.log.push(entry);
    if (this.log.length > limits.logEntries) this.log.shift();
    session.send(sql, mostChanges);
    return entry;
  }

  /** Waits until nothing moves; returns the outcomes of statements that ended and were not `own`. */
  async #settle(own?: LogEntry): Promise<Record<string, SeenOutcome>> {
    const stage = { database: this.#database, sandbox: this.sandbox, sessions: this.#sessions };
    this.observation = await settle(stage);
    const resumed: Record<string, SeenOutcome> = {};
    for (const entry of this.#takeEnded()) {
      if (entry !== own) resumed[entry.session] = entry.outcome;
    }
    for (const { name, running } of this.#sessions) {
      const entry = running && this.log.findLast((line) => line.session === name);
      if (entry) entry.wasBlocked = true;
    }
    const isChangingDefinition = this.observation.waits.some(({ kind }) => kind === 'table definition');
    if (!isChangingDefinition) {
      const { draws } = this.scenario;
      this.pictures = await drawIndexes(this.#database, this.sandbox.schema, draws, this.observation.locks);
    }
    return resumed;
  }

  #takeEnded(): LogEntry[] {
    const entries: LogEntry[] = [];
    for (const session of this.#sessions) {
      const ended = session.takeEnded();
      const entry = ended && this.log.findLast((line) => line.session === session.name);
      if (!ended || !entry) continue;
      entry.outcome = ended.outcome;
      entries.push(entry);
    }
    return entries;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(() => {
      if (this.#isClosed) throw new ScenarioFailed('This lab is closed.');
      return work();
    });
    // The next one's turn comes whatever became of this one; its own caller hears of the failure.
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

async function mustRun(session: LabLine, sql: string, what: string): Promise<void> {
  const outcome = await session.run(sql);
  if (outcome.status === 'error') {
    throw new ScenarioFailed(`${what} failed at "${sql.slice(0, 120)}": ${outcome.message}`);
  }
}

async function refuseWhenFull(database: Database, sandbox: Sandbox): Promise<void> {
  if ((await sizeOf(database, sandbox)) <= limits.sandboxBytes) return;
  const most = Math.round(limits.sandboxBytes / 1024 / 1024);
  throw new ScenarioFailed(`This sandbox has grown beyond its ${most} MB. "Back to start" empties it.`);
}

/** What is read of the server as a whole, once for all viewers, whatever they look at. */
import { performance } from 'node:perf_hooks';
import type { Database } from '@/db/database';
import { type InnodbStatus, readInnodbStatus } from '@/db/panel/innodb-status';
import { type Part, processPrivilege, readPart, readParts } from '@/db/panel/part';
import type { Names } from '@/db/panel/record-words';
import {
  type Counters,
  countersReading,
  metricsReading,
  readServerFacts,
  type ServerFacts,
} from '@/db/panel/server';
import { sessionsReading } from '@/db/panel/sessions';
import { transactionsReading } from '@/db/panel/transactions';
import { processorTimeOf } from '@/db/server/processor-time';
import type { Session } from '@/db/session';
import { BackOff } from './back-off';
import { Rate } from './rate';
import { SessionWatch } from './session-watch';
import type { CountersView, ServerView, SessionsView, StatusView } from './snapshot';

const NOT_READ = { state: 'skipped', reason: 'not read yet', at: '' } as const;
const NOTE_MS = 30_000;
export const switchedOff: Part<never> = {
  state: 'denied',
  missing: 'performance_schema, which is switched off on this server',
  grant: 'Start mysqld with --performance-schema=ON',
};

export class ServerWatch {
  readonly #database: Database;
  readonly #rates = { selects: new Rate(), commits: new Rate(), rollbacks: new Rate(), cpu: new Rate(3_000) };
  readonly #statusBackOff = new BackOff(5_000, 0.01);
  /** Goes through all threads of the server: each time, as long as that takes little of it. */
  readonly #threadsBackOff = new BackOff(0, 0.01, 5_000);
  readonly #sessions = new SessionWatch();
  #facts: ServerFacts | undefined;
  /** When the server was last read, and since when it had been up; ms since 1970. */
  #lastUpAt = 0;
  #upSince = 0;
  #wasLost = false;
  #deadlocks = -1;
  #status: Part<InnodbStatus> = NOT_READ;
  #isStatusNamed = false;
  #threads: Pick<ServerView, 'transactions' | 'sessions'> = { transactions: NOT_READ, sessions: NOT_READ };
  #hasFreshThreads = false;
  #note: { text: string; until: number } | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  get version(): string {
    return this.#facts?.version ?? '';
  }

  get account(): string {
    return this.#facts?.account ?? 'the account of the app';
  }

  get hasPerformanceSchema(): boolean {
    return this.#facts?.hasPerformanceSchema ?? true;
  }

  /** Whether the transactions were read in the newest reading. */
  get hasFreshTransactions(): boolean {
    return this.#hasFreshThreads;
  }

  /** Forgets what may differ after the connection was lost. */
  lost(): void {
    this.#facts = undefined;
    this.#status = NOT_READ;
    this.#threads = { transactions: NOT_READ, sessions: NOT_READ };
    this.#wasLost = true;
  }

  /** Throws when the server can't be reached. */
  async read(names: Names): Promise<ServerView> {
    return this.#database.session('panel', async (session) => {
      this.#facts ??= await readServerFacts(session);
      const { account } = this.#facts;
      const { counters, metrics } = await readParts(session, account, {
        counters: countersReading,
        metrics: metricsReading,
      });
      await this.#readThreads(session, account);
      if (counters.state === 'read') this.#noteRestart(counters.value);
      const deadlocks = metrics.state === 'read' ? metrics.value.deadlocks : 0;
      const isNamed = names.isComplete ?? false;
      const isNewlyNamed = isNamed && !this.#isStatusNamed;
      if (deadlocks !== this.#deadlocks || this.#statusBackOff.isDue || isNewlyNamed) {
        this.#deadlocks = deadlocks;
        this.#isStatusNamed = isNamed;
        this.#status = await this.#statusBackOff.run(() =>
          readPart(processPrivilege, account, () => readInnodbStatus(session, names)),
        );
      }
      return {
        state: 'up',
        note: this.#note && this.#note.until > Date.now() ? this.#note.text : null,
        version: this.version,
        counters:
          counters.state === 'read' ? { ...counters, value: this.#withRates(counters.value) } : counters,
        metrics,
        ...this.#threads,
        status: briefly(this.#status),
        cpuCores: await this.#cpuCores(),
      };
    });
  }

  async #readThreads(session: Session, account: string): Promise<void> {
    this.#hasFreshThreads = this.#threadsBackOff.isDue;
    if (!this.#hasFreshThreads) return;
    if (!this.hasPerformanceSchema) {
      this.#threads = { transactions: switchedOff, sessions: switchedOff };
      return;
    }
    const { transactions, sessions } = await this.#threadsBackOff.run(() =>
      readParts(session, account, { transactions: transactionsReading, sessions: sessionsReading }),
    );
    const view: Part<SessionsView> =
      sessions.state === 'read' ? { ...sessions, value: this.#sessions.view(sessions.value) } : sessions;
    this.#threads = { transactions, sessions: view };
  }

  #noteRestart({ uptimeSeconds }: Counters): void {
    const now = Date.now();
    const upSince = now - uptimeSeconds * 1000;
    // The server counts whole seconds: the same start looks up to a second later or earlier.
    const isRestarted =
      this.#lastUpAt > 0 && upSince > Math.max(this.#upSince + 1_500, this.#lastUpAt - 1_000);
    if (isRestarted || this.#wasLost) {
      const text = isRestarted
        ? `MySQL was restarted at ${new Date(upSince).toISOString().slice(11, 19)} UTC`
        : 'The connection to MySQL was lost for a moment';
      if (this.#lastUpAt > 0) this.#note = { text, until: now + NOTE_MS };
    }
    this.#wasLost = false;
    this.#upSince = upSince;
    this.#lastUpAt = now;
  }

  #withRates({ rollbacks, uptimeSeconds: _, ...rest }: Counters): CountersView {
    const now = performance.now();
    const { selects, commits } = rest;
    return {
      ...rest,
      selectsPerSecond: this.#rates.selects.add(now, selects),
      commitsPerSecond: this.#rates.commits.add(now, commits),
      rollbacksPerSecond: this.#rates.rollbacks.add(now, rollbacks),
    };
  }

  /** Only of a mysqld on this machine whose files this process may read. */
  async #cpuCores(): Promise<number | null> {
    const usedMs = this.#facts ? await processorTimeOf(this.#facts) : null;
    return usedMs === null ? null : this.#rates.cpu.add(performance.now(), usedMs / 1000);
  }
}

/** Without the raw text, which is kilobytes long and read on request. */
function briefly(part: Part<InnodbStatus>): Part<StatusView> {
  if (part.state !== 'read' || !part.value.deadlock) return part as Part<StatusView>;
  const { raw: _, ...deadlock } = part.value.deadlock;
  return { ...part, value: { ...part.value, deadlock } };
}

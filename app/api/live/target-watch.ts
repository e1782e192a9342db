/** What is read of one schema: its stock, its books, its locks; once for all viewers that look at it. */

import type { Database } from '@/db/database';
import { type LockPicture, readLockPicture } from '@/db/panel/lock-picture';
import { type Part, performanceSchemaPrivilege, readPart } from '@/db/panel/part';
import { createEngine, type EngineEvents } from '@/engine/index';
import { BackOff } from './back-off';
import { type ServerWatch, switchedOff } from './server-watch';
import type { ServerView, StockView, Target } from './snapshot';
import { StockWatch } from './stock-watch';

/** How often locks are read while somebody waits for one, and while nobody does. */
const BUSY_MS = 1_000;
const CALM_MS = 3_000;
/** On a slow machine one reading would earn a pause of half a minute, and a wait be shown for as long after it was over. */
const OLDEST_WAIT_MS = 5_000;

export class TargetWatch {
  readonly target: Target;
  readonly database: Database;
  readonly stock: StockWatch;
  readonly #busy = new BackOff(BUSY_MS, 0.02, OLDEST_WAIT_MS);
  readonly #calm = new BackOff(CALM_MS, 0.01);
  #locks: Part<LockPicture> = { state: 'skipped', reason: 'not read yet', at: '' };
  #areLocksNamed = false;
  #stockPart: Part<null> = { state: 'skipped', reason: 'not read yet', at: '' };

  constructor(target: Target, database: Database) {
    this.target = target;
    this.database = database;
    this.stock = new StockWatch(
      target.shopId,
      createEngine(database, { refillsInBackground: false }),
      target.runId !== null,
    );
  }

  readonly onRefill = (refill: EngineEvents['refill'][0]): void => {
    if (refill.shopId === this.target.shopId) this.stock.refilled(refill);
  };

  async read(server: ServerWatch, view: ServerView): Promise<void> {
    // First of all: what keeps the rest from being read may be among them.
    await this.#readLocks(server, view);
    const privilege = {
      missing: `SELECT on ${this.database.schema}`,
      grant: `GRANT SELECT ON \`${this.database.schema}\`.* TO CURRENT_USER()`,
    };
    this.#stockPart = await readPart(privilege, server.account, async () => {
      await this.database.session('panel', (session) => this.stock.read(session));
      await this.stock.checkBooks();
      return null;
    });
  }

  get locks(): Part<LockPicture> {
    return this.#locks;
  }

  stockPart(isFull: boolean): Part<StockView> {
    const part = this.#stockPart;
    return part.state === 'read' ? { ...part, value: this.stock.view(isFull) } : part;
  }

  async #readLocks(server: ServerWatch, { counters, transactions }: ServerView): Promise<void> {
    if (!server.hasPerformanceSchema) {
      this.#locks = switchedOff;
      return;
    }
    const isWaiting = counters.state === 'read' && counters.value.rowLockWaitsNow > 0;
    const isQuiet = transactions.state === 'read' && transactions.value.length === 0;
    const showsWaits = this.#locks.state === 'read' && this.#locks.value.edges.length > 0;
    const backOff = isWaiting || showsWaits ? this.#busy : this.#calm;
    const hadLocks = this.#locks.state === 'read' && this.#locks.value.count > 0;
    // Those who hold and wait are named by the transactions: of the same moment, or they wouldn't be there.
    if (!server.hasFreshTransactions) return;
    // The first reading comes before the names of the levels: it isn't left to stand until the next is due.
    const isNamed = this.stock.isComplete;
    if (!backOff.isDue && (this.#areLocksNamed || !isNamed)) return;
    if (isQuiet && !hadLocks && this.#locks.state === 'read') return;
    this.#areLocksNamed = isNamed;
    const part = await backOff.run(() =>
      readPart(performanceSchemaPrivilege, server.account, () =>
        this.database.session('panel', (session) =>
          readLockPicture(session, {
            schema: this.database.schema,
            version: server.version,
            names: this.stock,
          }),
        ),
      ),
    );
    if (part.state !== 'read') this.#locks = part;
    else if ('skipped' in part.value)
      this.#locks = { state: 'skipped', reason: part.value.skipped, at: part.at };
    else this.#locks = { ...part, value: part.value.picture };
  }
}

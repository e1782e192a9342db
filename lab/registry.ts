/**
 * The labs that are open in this process: one a visitor, and not more than the server can bear.
 *
 * Promise: a lab that its visitor has left is rolled back and dropped, whether they said so, closed the browser, or just
 * went away. It leaves what happens inside a lab to lab.ts.
 */
import type { Database } from '@/db/database';
import { Lab } from './lab';
import { limits } from './limits';
import type { Owner } from './owner';
import { dropOrphans } from './sandbox';
import type { SteppedScenario } from './scenario';
import { ScenarioFailed } from './scenario-failed';

export type OpenResult =
  | { readonly outcome: 'open'; readonly lab: Lab }
  /** As many labs are open as there may be. */
  | { readonly outcome: 'full'; readonly most: number }
  | { readonly outcome: 'failed'; readonly reason: string };

interface Visit {
  readonly visitorId: string;
  readonly lab: Lab;
  /** When the page was last heard of, and when somebody last did something; ms since 1970. */
  seenAt: number;
  actedAt: number;
}

const SWEEP_EVERY_MS = 10_000;

export class LabRegistry {
  readonly most: number;
  readonly #database: Database;
  readonly #owner: Owner;
  readonly #visits = new Map<string, Visit>();
  /** Labs that are being opened, and those whose end has failed and is tried again; both count as open. */
  #opening = 0;
  readonly #unfinished = new Set<Lab>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, owner: Owner, most: number = limits.labs) {
    this.#database = database;
    this.#owner = owner;
    this.most = most;
  }

  get openCount(): number {
    return this.#visits.size + this.#opening + this.#unfinished.size;
  }

  /** Opens a lab for a visitor; the one that they had is closed first. */
  async open(visitorId: string, scenario: SteppedScenario, now = Date.now()): Promise<OpenResult> {
    await this.#owner.renew();
    for (const { lab } of [...this.#visits.values()].filter((visit) => visit.visitorId === visitorId)) {
      await this.close(lab.id);
    }
    if (this.openCount >= this.most) return { outcome: 'full', most: this.most };
    this.#opening += 1;
    try {
      const lab = await Lab.open(this.#database, this.#owner.name, scenario);
      this.#visits.set(lab.id, { visitorId, lab, seenAt: now, actedAt: now });
      this.#timer ??= setInterval(() => void this.#sweepInBackground(), SWEEP_EVERY_MS).unref();
      return { outcome: 'open', lab };
    } catch (error) {
      if (error instanceof ScenarioFailed) return { outcome: 'failed', reason: error.message };
      throw error;
    } finally {
      this.#opening -= 1;
    }
  }

  /** The visitor's lab of this id, if it is still open; whoever asks is there. */
  find(visitorId: string, labId: string, isActing: boolean, now = Date.now()): Lab | undefined {
    const visit = this.#visits.get(labId);
    if (!visit || visit.visitorId !== visitorId) return undefined;
    visit.seenAt = now;
    if (isActing) visit.actedAt = now;
    return visit.lab;
  }

  /** As if this lab's page had last been heard of so long ago. */
  moveBack(labId: string, ms: number): boolean {
    const visit = this.#visits.get(labId);
    if (visit) visit.seenAt -= ms;
    return visit !== undefined;
  }

  async close(labId: string): Promise<void> {
    const lab = this.#visits.get(labId)?.lab;
    if (!lab) return;
    this.#visits.delete(labId);
    await this.#finish(lab);
  }

  /** Closes the labs of visitors who have gone or gone to sleep, and says which. */
  async sweep(now = Date.now()): Promise<string[]> {
    const left = [...this.#visits.values()].filter(
      ({ seenAt, actedAt }) => now - seenAt > limits.silenceMs || now - actedAt > limits.idleMs,
    );
    for (const { lab } of left) await this.close(lab.id);
    for (const lab of this.#unfinished) await this.#finish(lab);
    return left.map(({ lab }) => lab.id);
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#visits.keys()].map((labId) => this.close(labId)));
  }

  async #finish(lab: Lab): Promise<void> {
    this.#unfinished.add(lab);
    await lab.close();
    this.#unfinished.delete(lab);
    if (this.openCount > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #sweepInBackground(): Promise<void> {
    try {
      await this.#owner.renew();
      await this.sweep();
    } catch (error) {
      // The next sweep tries again; what a lost server had open is gone with it, or found as an orphan.
      console.error('The lab could not tidy up:', error);
    }
  }
}

/** A registry that has first dropped what earlier processes left. */
export async function openRegistry(database: Database, owner: Owner): Promise<LabRegistry> {
  await dropOrphans(database);
  return new LabRegistry(database, owner, await mostLabs(database));
}

/** Fewer than wished for where the server allows few connections: the shop comes first. */
async function mostLabs(database: Database): Promise<number> {
  const allowed = await database.session('lab', async ({ connection }) => {
    const [rows] = await connection.query('SELECT @@GLOBAL.max_connections AS most');
    return Number((rows as unknown as { most: number }[])[0]?.most ?? 0);
  });
  const forLabs = Math.floor((allowed * 0.6) / (limits.sessionsPerLab + 1));
  return Math.max(1, Math.min(limits.labs, forLabs));
}

/** What this process has compared, kept in memory and added to MySQL once a second. */
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '@/db/database';
import { call } from '@/db/statement';
import type { Reason } from './compare';
import { addComparisons, dropOldCounts } from './comparison-sql';
import type { TruthState } from './states';

const kinds = ['compared', 'timing', 'expiry', 'location', 'bug', 'dropped', 'decided', 'failed'] as const;
type Kind = (typeof kinds)[number];
type Counts = Record<Kind, number> & { decidingUs: number; shadowUs: number };

const none = (): Counts => ({
  compared: 0,
  timing: 0,
  expiry: 0,
  location: 0,
  bug: 0,
  dropped: 0,
  decided: 0,
  failed: 0,
  decidingUs: 0,
  shadowUs: 0,
});

export class Tally {
  readonly #database: Database;
  readonly #processId = uuidv7();
  #counts = new Map<string, { shopId: number; state: TruthState; counts: Counts }>();

  constructor(database: Database) {
    this.#database = database;
  }

  add(shopId: number, state: TruthState, kind: Kind | Reason): void {
    this.#of(shopId, state)[kind] += 1;
  }

  /** Counts a decision, and whether it failed or was answered "busy". */
  async decided<T extends { readonly outcome: string }>(
    shopId: number,
    state: TruthState,
    work: () => Promise<T>,
  ): Promise<T> {
    let outcome = 'busy';
    try {
      const answer = await work();
      ({ outcome } = answer);
      return answer;
    } finally {
      this.add(shopId, state, 'decided');
      if (outcome === 'busy') this.add(shopId, state, 'failed');
    }
  }

  time(shopId: number, state: TruthState, decidingMs: number, shadowMs: number): void {
    const counts = this.#of(shopId, state);
    counts.decidingUs += Math.round(decidingMs * 1_000);
    counts.shadowUs += Math.round(shadowMs * 1_000);
  }

  /** Adds what was counted to the tables; what can't be written is counted on. */
  async flush(): Promise<void> {
    const taken = this.#counts;
    this.#counts = new Map();
    if (taken.size === 0) return;
    try {
      await this.#database.session('truth', (session) =>
        session.send(
          ...[...taken.values()].map(({ shopId, state, counts }) =>
            call(addComparisons, { shopId, state, processId: this.#processId, ...counts }),
          ),
        ),
      );
    } catch (error) {
      for (const { shopId, state, counts } of taken.values()) {
        const now = this.#of(shopId, state);
        for (const kind of kinds) now[kind] += counts[kind];
        now.decidingUs += counts.decidingUs;
        now.shadowUs += counts.shadowUs;
      }
      throw error;
    }
  }

  #of(shopId: number, state: TruthState): Counts {
    const key = `${shopId}:${state}`;
    let found = this.#counts.get(key);
    if (!found) {
      found = { shopId, state, counts: none() };
      this.#counts.set(key, found);
    }
    return found.counts;
  }
}

/** Drops counts of a shop on MySQL alone that nobody looks at any more. The comparisons of its way there are kept. */
export async function dropCounts(database: Database, shopId: number): Promise<void> {
  await database.session('truth', (session) => session.send(call(dropOldCounts, { shopId })));
}

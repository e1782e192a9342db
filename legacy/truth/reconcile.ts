/** Brings Redis in line with what has become of its holds, fills promises, and ends switches whose own process is gone. */
import type { Database } from '@/db/database';
import { call } from '@/db/statement';
import type { HoldKey, LoneEngine } from '@/engine/index';
import type { Counters } from './counters';
import type { Truth } from './directory';
import { readPicture } from './load';
import { listPromises, listStatuses } from './sql';
import { finishSettling } from './switch';

/** A hold that Redis counts and MySQL has never heard of is on its way for so long at most, in seconds. */
const MOST_ON_THE_WAY_SECONDS = 10;

export class Reconciler {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Throws RedisError; can be stopped anywhere and run by several at once. */
  async run(engine: LoneEngine, counters: Counters, shopId: number, truth: Truth): Promise<void> {
    if (truth.isSettling) await finishSettling(this.#database, counters, shopId);
    const { holds } = await counters.look(shopId, []);
    if (holds.length > 0) {
      const statuses = await this.#statuses(
        shopId,
        holds.map(({ reservationId }) => reservationId),
      );
      for (const { reservationId, ageSeconds } of holds) {
        const status = statuses.get(reservationId);
        if (status === 'held' || (!status && ageSeconds < MOST_ON_THE_WAY_SECONDS)) continue;
        await counters.end(shopId, reservationId, status === 'claimed');
      }
    }
    await this.#registerMissing(
      counters,
      shopId,
      truth.version,
      new Set(holds.map((hold) => hold.reservationId)),
    );
    if (truth.state !== 'shadow') return;
    for (const hold of await this.#promises(shopId)) await engine.fill(hold);
  }

  /** Live holds that Redis wasn't told of, or was told to forget by a call whose answer was lost. */
  async #registerMissing(
    counters: Counters,
    shopId: number,
    version: number,
    known: ReadonlySet<string>,
  ): Promise<void> {
    const { holds } = await readPicture(this.#database, shopId);
    for (const [reservationId, held] of holds) {
      if (known.has(reservationId)) continue;
      const lines = held.map(({ item: inventoryItemId, quantity }) => ({ inventoryItemId, quantity }));
      await counters.reserve(shopId, version, 'told', { reservationId, replaces: null, lines });
    }
  }

  async #statuses(shopId: number, ids: readonly string[]): Promise<Map<string, string>> {
    const [result] = await this.#database.session('truth', (session) =>
      session.send(call(listStatuses, { shopId, reservationIds: JSON.stringify(ids) })),
    );
    return new Map((result?.rows ?? []).map((row) => [row.reservationId, row.status]));
  }

  async #promises(shopId: number): Promise<HoldKey[]> {
    const [result] = await this.#database.session('truth', (session) =>
      session.send(call(listPromises, { shopId })),
    );
    return (result?.rows ?? []).map((row) => ({ shopId, reservationId: row.reservationId }));
  }
}

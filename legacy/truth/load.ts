import type { Database } from '@/db/database';
import { withRetry } from '@/db/retry';
import { call } from '@/db/statement';
import type { Counters } from './counters';
import { bumpVersion, countFree, listLiveLines, lockTruth } from './sql';

export interface MysqlPicture {
  readonly items: readonly { readonly item: number; readonly free: number; readonly serving: number }[];
  /** What each live hold was made for, by item. */
  readonly holds: ReadonlyMap<string, readonly HeldItem[]>;
}

export interface HeldItem {
  readonly item: number;
  readonly quantity: number;
  /** Units in MySQL; fewer than `quantity` when the hold is a promise. */
  readonly units: number;
  readonly isOverdue: boolean;
}

/** Free units and live holds of a shop in one snapshot. */
export async function readPicture(
  database: Database,
  shopId: number,
  regionCode = '',
): Promise<MysqlPicture> {
  return database.session('truth', async (session) => {
    await session.connection.query(
      'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
    );
    const [free, live] = await session.send(
      call(countFree, { shopId, regionCode }),
      call(listLiveLines, { shopId }),
    );
    await session.connection.query('COMMIT');
    const holds = new Map<string, HeldItem[]>();
    for (const row of live?.rows ?? []) {
      const held = { item: row.inventoryItemId, quantity: Number(row.quantity), units: Number(row.units) };
      const hold = holds.get(row.reservationId) ?? [];
      hold.push({ ...held, isOverdue: row.isOverdue === 1 });
      holds.set(row.reservationId, hold);
    }
    const items = (free?.rows ?? []).map((row) => ({
      item: row.inventoryItemId as number,
      free: Number(row.free),
      serving: Number(row.serving),
    }));
    return { items, holds };
  });
}

/**
 * Loads the counters from MySQL under a new version, and says which. Holds that were decided under the version before and aren't
 * written yet can't be written any more: they are decided again.
 *
 * Throws: RedisError; what the database reports.
 */
export async function loadCounters(database: Database, counters: Counters, shopId: number): Promise<number> {
  const version = await withRetry(() =>
    database.transaction('truth', async (tx) => {
      const [, locked] = await tx.send(call(bumpVersion, { shopId }), call(lockTruth, { shopId }));
      return locked?.rows[0]?.version as number;
    }),
  );
  const { items, holds } = await readPicture(database, shopId);
  const promised = new Map<number, number>();
  for (const held of holds.values()) {
    for (const { item, quantity, units } of held) {
      promised.set(item, (promised.get(item) ?? 0) + quantity - units);
    }
  }
  await counters.load(
    shopId,
    version,
    items.map(({ item, free }) => [item, free - (promised.get(item) ?? 0)] as const),
    [...holds].map(
      ([id, held]) => [id, held.map(({ item, quantity }) => [item, quantity] as const)] as const,
    ),
  );
  return version;
}

/** Loads of counters, of each shop one at a time: whoever asks while one is under way gets that one. */
export class SharedLoads {
  readonly #database: Database;
  readonly #loads = new Map<number, Promise<number>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Throws: RedisError; what the database reports. */
  load(shopId: number, counters: Counters): Promise<number> {
    let load = this.#loads.get(shopId);
    if (!load) {
      load = loadCounters(this.#database, counters, shopId).finally(() => this.#loads.delete(shopId));
      this.#loads.set(shopId, load);
    }
    return load;
  }
}

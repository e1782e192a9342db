/**
 * Why two stores decided differently about one reserve. The answer is looked for afterwards, off the buyer's path: what
 * both sides know of stock on hand is compared once holds that are on their way have arrived.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@/db/database';
import type { DifferenceDetail } from '@/db/schema/truth';
import { call } from '@/db/statement';
import { countJustExpired } from './comparison-sql';
import type { Counters, Lines } from './counters';
import { readPicture } from './load';

export type Reason = 'timing' | 'expiry' | 'location' | 'bug';

export interface Look {
  readonly items: DifferenceDetail['items'];
  readonly onlyInRedis: number;
  readonly onlyInMysql: number;
  /** Whether both sides have the same stock on hand: free units and those in the holds that they know. */
  readonly agreesOnHand: boolean;
  readonly justExpired: number;
}

/**
 * The reason that a look speaks for; `tookElsewhere` is whether MySQL found the units at locations that don't serve the
 * region. Pure.
 */
export function reasonOf(look: Look, redisGranted: boolean, tookElsewhere = false): Reason {
  if (!look.agreesOnHand) return 'bug';
  const isElsewhere = look.items.some(
    ({ wanted, mysqlFree, mysqlServing }) => mysqlServing < wanted && mysqlFree >= wanted,
  );
  if (redisGranted && (tookElsewhere || isElsewhere)) return 'location';
  if (look.justExpired > 0 || look.items.some(({ overdue }) => overdue > 0)) return 'expiry';
  return 'timing';
}

/** Looks until the stores agree on the stock on hand, at most so often: under a sale something is always on its way. */
const MOST_LOOKS = 25;
const BETWEEN_LOOKS_MS = 20;

export async function explain(
  database: Database,
  counters: Counters,
  asked: { shopId: number; regionCode: string; lines: Lines; redisGranted: boolean; tookElsewhere: boolean },
): Promise<{ reason: Reason; detail: DifferenceDetail }> {
  for (let looks = 1; ; looks += 1) {
    const look = await takeLook(database, counters, asked);
    if (look.agreesOnHand || looks === MOST_LOOKS) {
      const { items, onlyInRedis, onlyInMysql } = look;
      return {
        reason: reasonOf(look, asked.redisGranted, asked.tookElsewhere),
        detail: { items, onlyInRedis, onlyInMysql, looks },
      };
    }
    await delay(BETWEEN_LOOKS_MS);
  }
}

async function takeLook(
  database: Database,
  counters: Counters,
  { shopId, regionCode, lines }: { shopId: number; regionCode: string; lines: Lines },
): Promise<Look> {
  const ids = lines.map(({ inventoryItemId }) => inventoryItemId);
  const [redis, mysql, expired] = await Promise.all([
    counters.look(shopId, ids),
    readPicture(database, shopId, regionCode),
    database.session('truth', (session) => session.send(call(countJustExpired, { shopId }))),
  ]);
  let agreesOnHand = true;
  const items = lines.map(({ inventoryItemId, quantity: wanted }, index) => {
    const level = mysql.items.find(({ item }) => item === inventoryItemId);
    const held = [...mysql.holds.values()].flat().filter(({ item }) => item === inventoryItemId);
    const redisFree = redis.free[index] ?? null;
    const redisHeld = redis.holds
      .flatMap((hold) => hold.lines)
      .filter(([item]) => item === inventoryItemId)
      .reduce((sum, [, quantity]) => sum + quantity, 0);
    const mysqlFree = level?.free ?? 0;
    const mysqlUnits = held.reduce((sum, { units }) => sum + units, 0);
    if (redisFree === null || redisFree + redisHeld !== mysqlFree + mysqlUnits) agreesOnHand = false;
    const overdue = held.reduce((sum, { isOverdue, quantity }) => sum + (isOverdue ? quantity : 0), 0);
    return {
      inventoryItemId,
      wanted,
      redisFree,
      redisHeld,
      mysqlFree,
      mysqlHeld: mysqlUnits,
      mysqlServing: level?.serving ?? 0,
      overdue,
    };
  });
  const inRedis = new Set(redis.holds.map(({ reservationId }) => reservationId));
  return {
    items,
    agreesOnHand,
    onlyInRedis: [...inRedis].filter((id) => !mysql.holds.has(id)).length,
    onlyInMysql: [...mysql.holds.keys()].filter((id) => !inRedis.has(id)).length,
    justExpired: Number(expired[0]?.rows[0]?.n ?? 0),
  };
}

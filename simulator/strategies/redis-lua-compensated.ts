/**
 * Counts in Redis by scripts that take a whole cart and may be repeated; MySQL is the truth about a hold, and what broke between
 * the two is found by comparing them and put right.
 *
 * Promise: exact once the repair has run, whatever died in between. Until then units may be refused that are free.
 * Cost: one round trip to Redis and two to MySQL a reserve; and a repair that has to run, to be watched and to be right.
 * Seen: in shops that had met the failures of the plain count, and before they gave up the second system.
 */
import type { Database } from '@/db/database';
import { type Redis, RedisError } from '@/db/redis/client';
import { carefulStatements, endOnce, loadAll, openCarefulStock, readHolds, reserveAll } from '@/legacy/index';
import { readPatiently, redisBeside } from '../redis';
import { RUN_SHOP, type StockLevel } from '../stock';
import { countStatements } from './redis-statements';
import { itemsIn, layOutCounts, openCount, type RedisSide, spreadCounts } from './redis-stock';
import type { OpenStrategy, Strategy, StrategyContext } from './strategy';

/** Time between two looks at holds that are too young to be called missing. */
const LOOK_AGAIN_MS = 200;
/** Looks in a row that Redis may leave without an answer. */
const MOST_FAILURES = 100;

function carefulSide(context: StrategyContext, redis: Redis): RedisSide {
  const stock = openCarefulStock(redis, context.database);
  const items = itemsIn(context.levels);
  const { betweenClaimWrites, onRetry } = context;
  return {
    reserve: (hold) => stock.reserve(hold),
    giveBack: (hold) => stock.end(hold, true),
    async claim(hold, writeLedger) {
      const { answer, hasSold } = await writeLedger();
      await betweenClaimWrites?.(hold.reservationId, null);
      if (!hasSold) return answer;
      try {
        await stock.end(hold, false);
      } catch (error) {
        if (!(error instanceof RedisError)) throw error;
        // The order stands. Redis still has a hold that MySQL has ended, and the repair will find it.
        onRetry(`REDIS_${error.code}`);
      }
      return answer;
    },
    async recover() {
      const counts = await stock.read(RUN_SHOP, items);
      if (counts.some((count) => count.stock === null)) await stock.load(RUN_SHOP, items);
      await stock.repair(RUN_SHOP);
    },
    async settled() {
      for (let failures = 0; ; ) {
        try {
          if ((await stock.repair(RUN_SHOP)).young === 0) return;
          failures = 0;
        } catch (error) {
          // A connection that was cut comes back by itself; a Redis that is gone does not.
          failures += 1;
          if (!(error instanceof RedisError) || failures > MOST_FAILURES) throw error;
          onRetry(`REDIS_${error.code}`);
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      }
    },
    reset: () => stock.load(RUN_SHOP, items),
    read: () => stock.read(RUN_SHOP, items),
  };
}

async function open(context: StrategyContext): Promise<OpenStrategy> {
  const redis = await redisBeside(context.database);
  const side = carefulSide(context, redis);
  await layOutCounts(context, side);
  const verbs = openCount(context, side, () => redis.connections);
  return {
    ...verbs,
    async expire() {
      const expired = await verbs.expire();
      await side.recover();
      return expired;
    },
  };
}

async function readBooks(database: Database, levels: readonly StockLevel[]) {
  const stock = openCarefulStock(await redisBeside(database), database);
  const counts = await readPatiently(() => stock.read(RUN_SHOP, itemsIn(levels)));
  return spreadCounts(database, levels, counts);
}

export const redisLuaCompensated: Strategy = {
  id: 'redis-lua-compensated',
  name: 'Redis scripts with repair',
  summary:
    'The number left is in Redis, taken by scripts; a repair compares Redis with MySQL and mends what broke.',
  weakness: 'Two systems to run, and wrong refusals until the repair has come by. Knows no locations.',
  kind: 'counter',
  needs: 'redis',
  hasRefills: false,
  firstWrite: null,
  statements: [...countStatements, ...carefulStatements],
  commands: [reserveAll, endOnce, readHolds, loadAll],
  open,
  readBooks,
};

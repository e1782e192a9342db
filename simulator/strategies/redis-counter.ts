/** What both orders of the plain model share: the two numbers in Redis, and a claim whose halves come one after the other. */
import type { Database } from '@/db/database';
import { type Redis, RedisError } from '@/db/redis/client';
import {
  type ClaimOrder,
  countDown,
  countUp,
  endHeld,
  noteHeld,
  openLegacyStock,
  readHeld,
  setStock,
} from '@/legacy/index';
import { readPatiently, redisBeside } from '../redis';
import { RUN_SHOP, type StockLevel } from '../stock';
import { countStatements } from './redis-statements';
import { itemsIn, layOutCounts, openCount, type RedisSide, spreadCounts } from './redis-stock';
import type { LevelBooks, OpenStrategy, Strategy, StrategyContext } from './strategy';

/** What both orders send: the same, in another order. */
export const redisCounterTexts = {
  statements: countStatements,
  commands: [countDown, noteHeld, countUp, endHeld, readHeld, setStock],
} as const satisfies Partial<Strategy>;

export async function openRedisCounter(context: StrategyContext, order: ClaimOrder): Promise<OpenStrategy> {
  const redis = await redisBeside(context.database);
  const side = counterSide(context, redis, order);
  await layOutCounts(context, side);
  return openCount(context, side, () => redis.connections);
}

function counterSide(context: StrategyContext, redis: Redis, order: ClaimOrder): RedisSide {
  const stock = openLegacyStock(redis, context.database);
  const items = itemsIn(context.levels);
  const { betweenClaimWrites, onRetry } = context;
  return {
    reserve: ({ shopId, lines }) => stock.reserve(shopId, lines),
    giveBack: ({ shopId, lines }) => stock.release(shopId, lines),
    async claim({ shopId, reservationId, lines }, writeLedger) {
      if (order === 'redis-first') {
        // What is to break between the halves breaks when the ledger's transaction has begun and not yet written.
        const { answer } = await stock.claim(order, {
          shopId,
          lines,
          writeLedger: () => writeLedger(betweenClaimWrites),
        });
        return answer;
      }
      let isSold = false;
      try {
        const { answer } = await stock.claim(order, {
          shopId,
          lines,
          writeLedger: async () => {
            const written = await writeLedger();
            isSold = written.hasSold;
            return written;
          },
          between: () => betweenClaimWrites?.(reservationId, null) ?? Promise.resolve(),
        });
        return answer;
      } catch (error) {
        if (!isSold || !(error instanceof RedisError)) throw error;
        // The order stands; that Redis still counts its units as held is what this order of writes risks.
        onRetry(`REDIS_${error.code}`);
        return 'claimed';
      }
    },
    recover: () => stock.load(RUN_SHOP, items),
    settled: () => Promise.resolve(),
    reset: () => stock.reset(RUN_SHOP, items),
    read: () => stock.read(RUN_SHOP, items),
  };
}

export async function readRedisCounts(
  database: Database,
  levels: readonly StockLevel[],
): Promise<LevelBooks[]> {
  const stock = openLegacyStock(await redisBeside(database), database);
  const counts = await readPatiently(() => stock.read(RUN_SHOP, itemsIn(levels)));
  return spreadCounts(database, levels, counts);
}

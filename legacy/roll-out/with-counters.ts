import type { Database } from '@/db/database';
import { openRedis, type Redis, RedisError } from '@/db/redis/client';
import { Counters } from '@/legacy/truth/counters';

/** Loading the counters of a large shop takes longer than a buyer would wait. */
const TIMEOUT_MS = 10_000;

/**
 * Does work that switches shops, over a connection to Redis of its own, whose time no buyer's patience bounds. Where there is
 * no Redis, or none answers, the work gets none: what doesn't need one is done all the same, the rest says so.
 */
export async function withCounters<T>(
  database: Database,
  redisUrl: string | undefined,
  work: (counters: Counters | undefined) => Promise<T>,
): Promise<T> {
  const redis = redisUrl ? await connected(redisUrl) : undefined;
  try {
    return await work(redis && new Counters(redis, database.schema));
  } finally {
    redis?.close();
  }
}

async function connected(url: string): Promise<Redis | undefined> {
  try {
    return await openRedis(url, { name: 'lastunit-roll-out', timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (error instanceof RedisError) return undefined;
    throw error;
  }
}

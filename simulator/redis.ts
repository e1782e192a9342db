/**
 * The Redis of a sale. One connection a process and delay, shared by all buyers: Redis carries commands out one after
 * another anyway. The server is the one that REDIS_URL names; who starts a sale has seen to it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@/db/database';
import { openRedis, type Redis, RedisError } from '@/db/redis/client';
import { redisObstacle } from '@/db/redis/obstacle';

/** Longest time for which a sale goes on without Redis, in ms. */
export const BACK_WITHIN_MS = 10_000;

const open = new Map<string, Promise<Redis>>();

/** The connection, with the delay of the database's round trips. Throws when REDIS_URL isn't set, and RedisError. */
export async function redisBeside(database: Database): Promise<Redis> {
  const url = process.env.REDIS_URL;
  if (!url) throw new Error(`A sale with this strategy ${await redisObstacle()}.`);
  const { roundTripDelayMs } = database.options;
  const key = `${url} ${roundTripDelayMs}`;
  const found = open.get(key);
  if (found) return found;
  // The process of a sale ends when its work is done, whatever is still connected.
  const connecting = openRedis(url, { name: 'lastunit-sale', roundTripDelayMs, keepsProcess: false });
  open.set(key, connecting);
  connecting.catch(() => open.delete(key));
  return connecting;
}

/** Does what may be repeated, again and again while the connection is being made anew, for as long as a sale can wait. */
export async function readPatiently<T>(read: () => Promise<T>): Promise<T> {
  const limit = performance.now() + BACK_WITHIN_MS;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof RedisError) || performance.now() > limit) throw error;
      await delay(50);
    }
  }
}

/** Deletes what a schema has in Redis, where one is there: without one there is nothing to delete. */
export async function forgetInRedis(schema: string): Promise<void> {
  const url = process.env.REDIS_URL;
  if (!url || (await redisObstacle()) !== null) return;
  const redis = await openRedis(url);
  try {
    for (let cursor = '0', isFirst = true; isFirst || cursor !== '0'; isFirst = false) {
      const answer = await redis.send('SCAN', cursor, 'MATCH', `${schema}:*`, 'COUNT', '1000');
      const [next, keys] = answer as [string, string[]];
      if (keys.length > 0) await redis.send('DEL', ...keys);
      cursor = next;
    }
  } finally {
    redis.close();
  }
}

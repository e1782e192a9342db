import { openRedis } from './client';

const NO_REDIS =
  'needs a Redis, and this process knows none: install redis-server or valkey-server and start again, or name one with REDIS_URL. "npm run doctor" says what was tried';

/** Why what needs a Redis can't be run from here now, as the rest of a sentence; null when it can. */
export async function redisObstacle(): Promise<string | null> {
  const url = process.env.REDIS_URL;
  if (!url) return NO_REDIS;
  try {
    (await openRedis(url)).close();
    return null;
  } catch (error) {
    return `needs a Redis, and that of REDIS_URL doesn't answer: ${(error as Error).message}`;
  }
}

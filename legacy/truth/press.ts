import type { Database } from '@/db/database';
import { openRedis } from '@/db/redis/client';
import { Counters } from './counters';
import { type SwitchRequest, type SwitchResult, switchTruth } from './switch';

/**
 * The switch as a page presses it: over a connection to Redis of its own, whose time is not bounded by a buyer's patience.
 * Settling is left to the worker.
 *
 * Throws: as switchTruth.
 */
export async function pressSwitch(
  database: Database,
  redisUrl: string | undefined,
  request: SwitchRequest,
): Promise<SwitchResult> {
  if (request.to === 'mysql' || !redisUrl) return switchTruth(database, undefined, request);
  const redis = await openRedis(redisUrl, { name: 'lastunit-truth', timeoutMs: 10_000 });
  try {
    return await switchTruth(database, new Counters(redis, database.schema), request);
  } finally {
    redis.close();
  }
}

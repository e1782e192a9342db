import type { Database } from '@/db/database';
import { openRedis } from '@/db/redis/client';
import { createEngine, type Engine } from '@/engine/index';
import { Counters } from './counters';
import { MovingTruth, SHADOW_MS } from './stock-truth';

export interface MovingEngine {
  readonly engine: Engine;
  readonly truth: MovingTruth;
  /** Connects when first asked; undefined where no Redis is named or none answers. */
  counters(): Promise<Counters | undefined>;
  stop(): Promise<void>;
}

/** Longest wait for Redis, in ms: it may decide about a buyer who waits. */
const TIMEOUT_MS = 250;
/** After a failed connection, in ms, buyers are answered without trying again. */
const RETRY_MS = 500;

export interface MovingOptions {
  /** Longest wait for an answer of Redis, in ms. Default 250. */
  readonly redisMs?: number;
  /** Longest wait for the store that doesn't decide, in ms; what takes longer is given up and counted. Default 250. */
  readonly shadowMs?: number;
}

/** The engine of a process of the shop: follows switches, and speaks to Redis only for shops that aren't on MySQL alone. */
export function createMovingEngine(
  database: Database,
  redisUrl: string | undefined,
  { redisMs = TIMEOUT_MS, shadowMs = SHADOW_MS }: MovingOptions = {},
): MovingEngine {
  let counters: Promise<Counters | undefined> | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  const connect = async (url: string): Promise<Counters | undefined> => {
    try {
      const redis = await openRedis(url, {
        timeoutMs: redisMs,
        name: 'lastunit-truth',
        keepsProcess: false,
      });
      return new Counters(redis, database.schema);
    } catch {
      // The page and the command say that none answers; a shop that needs it says "busy".
      failedAt = performance.now();
      counters = undefined;
      return undefined;
    }
  };
  const get = async (): Promise<Counters | undefined> => {
    if (!redisUrl || (!counters && performance.now() - failedAt < RETRY_MS)) return undefined;
    counters ??= connect(redisUrl);
    return counters;
  };
  const truth = new MovingTruth(database, get, shadowMs);
  const engine = createEngine(database, {}, truth);
  truth.start(createEngine(database));
  return {
    engine,
    truth,
    counters: get,
    async stop() {
      await truth.stop();
      (await counters)?.redis.close();
    },
  };
}

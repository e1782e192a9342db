/** The one engine of an app process, on the database named by the environment; survives reloads in development. */
import { getDatabase } from '@/db/client';
import type { Engine } from '@/engine/index';
import { createMovingEngine, type MovingEngine } from '@/legacy/index';
import { countEvents, type EngineCounts } from './engine-counts';

const shared = globalThis as typeof globalThis & {
  lastunitEngine?: MovingEngine;
  lastunitCounts?: EngineCounts;
};

export function getEngine(): Engine {
  return movingEngine().engine;
}

/** The same with what moves shops from Redis to MySQL. */
export function movingEngine(): MovingEngine {
  if (!shared.lastunitEngine) {
    shared.lastunitEngine = createMovingEngine(getDatabase(), process.env.REDIS_URL);
    shared.lastunitCounts = countEvents(shared.lastunitEngine.engine);
  }
  return shared.lastunitEngine;
}

/** What the engine of this process has counted since it was made. */
export function getEngineCounts(): EngineCounts {
  shared.lastunitCounts ??= countEvents(getEngine());
  return shared.lastunitCounts;
}

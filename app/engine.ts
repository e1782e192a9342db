/** The one engine of an app process, on the database named by the environment; survives reloads in development. */
import { getDatabase } from '@/db/client';
import { createEngine, type Engine } from '@/engine/index';
import { countEvents, type EngineCounts } from './engine-counts';

const shared = globalThis as typeof globalThis & { lastunitEngine?: Engine; lastunitCounts?: EngineCounts };

export function getEngine(): Engine {
  if (!shared.lastunitEngine) {
    shared.lastunitEngine = createEngine(getDatabase());
    shared.lastunitCounts = countEvents(shared.lastunitEngine);
  }
  return shared.lastunitEngine;
}

/** What the engine of this process has counted since it was made. */
export function getEngineCounts(): EngineCounts {
  shared.lastunitCounts ??= countEvents(getEngine());
  return shared.lastunitCounts;
}

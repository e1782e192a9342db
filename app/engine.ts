/** The one engine of an app process, on the database named by the environment; survives reloads in development. */
import { getDatabase } from '@/db/client';
import { createEngine, type Engine } from '@/engine/index';

const shared = globalThis as typeof globalThis & { lastunitEngine?: Engine };

export function getEngine(): Engine {
  shared.lastunitEngine ??= createEngine(getDatabase());
  return shared.lastunitEngine;
}

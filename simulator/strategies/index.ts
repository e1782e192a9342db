/** All strategies, in the order in which they are shown: from what goes wrong to what holds. */
import { counterUpdate } from './counter-update';
import { readThenWrite } from './read-then-write';
import type { Strategy } from './strategy';
import { unitPool } from './unit-pool';

const registry = {
  'read-then-write': readThenWrite,
  'counter-update': counterUpdate,
  'unit-pool': unitPool,
} as const satisfies Record<string, Strategy>;

export type StrategyId = keyof typeof registry;

export const strategyIds = Object.keys(registry) as [StrategyId, ...StrategyId[]];
export const strategies: Readonly<Record<StrategyId, Strategy>> = registry;

export function isStrategyId(text: unknown): text is StrategyId {
  return typeof text === 'string' && Object.hasOwn(registry, text);
}

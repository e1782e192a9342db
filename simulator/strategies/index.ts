/** All strategies, in the order in which they are shown: from what goes wrong to what holds. */
import { coalesced } from './coalesced';
import { counterForUpdate } from './counter-for-update';
import { counterOptimistic } from './counter-optimistic';
import { counterUpdate } from './counter-update';
import { counterUpdateOnePacket } from './counter-update-one-packet';
import { readThenWrite } from './read-then-write';
import { redisCounterLedgerFirst } from './redis-counter-ledger-first';
import { redisCounterRedisFirst } from './redis-counter-redis-first';
import { redisLuaCompensated } from './redis-lua-compensated';
import type { Strategy } from './strategy';
import { unitPool } from './unit-pool';
import { unitPoolPerLine } from './unit-pool-per-line';
import { unitsAutoId } from './units-auto-id';
import { unitsBlocking } from './units-blocking';
import { unitsRepeatableRead } from './units-repeatable-read';
import { unitsStateColumn } from './units-state-column';
import { unitsUnbounded } from './units-unbounded';
import { unitsUnordered } from './units-unordered';

const registry = {
  'read-then-write': readThenWrite,
  'counter-for-update': counterForUpdate,
  'counter-update': counterUpdate,
  'counter-update-one-packet': counterUpdateOnePacket,
  'counter-optimistic': counterOptimistic,
  'redis-counter-ledger-first': redisCounterLedgerFirst,
  'redis-counter-redis-first': redisCounterRedisFirst,
  'redis-lua-compensated': redisLuaCompensated,
  'units-state-column': unitsStateColumn,
  'units-unbounded': unitsUnbounded,
  'units-blocking': unitsBlocking,
  'units-auto-id': unitsAutoId,
  'units-repeatable-read': unitsRepeatableRead,
  'units-unordered': unitsUnordered,
  'unit-pool-per-line': unitPoolPerLine,
  'unit-pool': unitPool,
  coalesced,
} as const satisfies Record<string, Strategy>;

export type StrategyId = keyof typeof registry;

export const strategyIds = Object.keys(registry) as [StrategyId, ...StrategyId[]];
export const strategies: Readonly<Record<StrategyId, Strategy>> = registry;

export function isStrategyId(text: unknown): text is StrategyId {
  return typeof text === 'string' && Object.hasOwn(registry, text);
}

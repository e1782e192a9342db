import { performance } from 'node:perf_hooks';
import { call } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { EngineContext } from './context';
import { levelName, lowMarkOf, type PoolSize } from './cursor';
import type { LevelKey, ReplenishResult } from './results';
import { countPool } from './sql/count-pool';
import { findLowLevels } from './sql/find-low-levels';
import { insertUnits } from './sql/insert-units';
import { layOutUnits } from './sql/lay-out-units';
import { lockLevel } from './sql/lock-level';

export interface ReplenishOptions {
  /** Who waits for it: a reserve, or nobody. Default `background`. */
  readonly kind?: 'inline' | 'background';
  /** Units that must be in the pool for a caller to go on; a pool with so many is left alone. Default 1. */
  readonly needed?: number;
  /** Units that will be taken before a refill is there: a pool with no more is low, up to half of its cap. Default 0. */
  readonly expected?: number;
}

/**
 * Fills the pool of a level from its unpooled stock up to the cap, when it is at or below the low-water mark or holds
 * fewer units than needed. One refill per level flies in a process; across processes the level's row lock lets one
 * refill while the others wait, and those then find the pool full.
 *
 * Locks: the level's row, until commit. No unit is locked.
 * Throws: RetriesExhausted when the level stayed locked.
 */
export function replenish(
  engine: EngineContext,
  level: LevelKey,
  { kind = 'background', needed = 1, expected = 0 }: ReplenishOptions = {},
): Promise<ReplenishResult> {
  return engine.refills.run(levelName(level), async () => {
    const startedAt = performance.now();
    const result = await engine.retry('replenish', () => refill(engine, level, needed, expected));
    if (result.unpooled === 0) engine.cursors.exhausted(level);
    if (result.added > 0) {
      const durationMs = performance.now() - startedAt;
      const waits = engine.waiting.of(levelName(level));
      engine.events.emit('refill', { ...level, added: result.added, kind, durationMs, waits });
    }
    return result;
  });
}

/** Starts a refill that nobody waits for when few of the units laid out by this process are left; `expected` as in its options. */
export function refillInBackground(engine: EngineContext, level: LevelKey, expected = 0): void {
  if (!engine.options.refillsInBackground) return;
  if (!engine.cursors.isLow(level, expected)) return;
  replenish(engine, level, { expected }).catch((error: unknown) =>
    engine.events.emit('refillFailed', { ...level, error }),
  );
}

/** Refills every level of the shop that needs it and says how many it refilled. */
export async function replenishLow(engine: EngineContext, shopId: number): Promise<number> {
  const [low] = await engine.database.session('replenish', (session) =>
    session.send(call(findLowLevels, { shopId })),
  );
  let refilled = 0;
  for (const row of low?.rows ?? []) {
    const level = { shopId, inventoryItemId: row.inventoryItemId, inventoryGroupId: row.inventoryGroupId };
    const { added } = await replenish(engine, level);
    if (added > 0) refilled += 1;
  }
  return refilled;
}

async function refill(
  engine: EngineContext,
  level: LevelKey,
  needed: number,
  expected: number,
): Promise<ReplenishResult> {
  const values = { ...level };
  const work = async (tx: Transaction): Promise<ReplenishResult> => {
    const [locked, counted] = await tx.send(call(lockLevel, values), call(countPool, values));
    const row = locked?.rows[0];
    const pooled: number = counted?.rows[0]?.pooled ?? 0;
    if (!row) return { added: 0, pooled, unpooled: 0 };
    const pool: PoolSize = { lowWaterMark: row.lowWaterMark, poolCap: row.poolCap };
    const isLow = pooled <= lowMarkOf(pool, expected) || pooled < needed;
    // A cart larger than the cap still gets its units: the cap bounds what lies ready, not what can be sold.
    const quantity = isLow ? Math.min(row.unpooled, Math.max(row.poolCap, needed) - pooled) : 0;
    if (quantity <= 0) return { added: 0, pooled, unpooled: row.unpooled };
    const firstUnitId: number = row.nextUnitId;
    await tx.commit(
      call(insertUnits, { ...values, firstUnitId, quantity }),
      call(layOutUnits, { ...values, quantity }),
    );
    engine.cursors.refilled(level, firstUnitId, firstUnitId + quantity, pool);
    return { added: quantity, pooled: pooled + quantity, unpooled: row.unpooled - quantity };
  };
  return engine.database.transaction('replenish', work, { isUrgent: true });
}

/**
 * What to do when a reserve found too few units of a level: a short result is never simply "sold out". No unit is
 * locked while this runs; the reserve has rolled back and starts again after a step that may have helped.
 */
import { call } from '@/db/statement';
import type { EngineContext } from './context';
import { levelName } from './cursor';
import { expireOfLevel } from './expire';
import { replenish } from './replenish';
import type { LevelKey, LevelState } from './results';
import { readLevel } from './sql/read-level';
import { readUnpooled } from './sql/read-unpooled';

export type Recovery =
  | { readonly step: 'refilled' | 'expired_taken_back' | 'locked_by_others' }
  | {
      readonly step: 'sold_out' | 'all_held';
      readonly available: number;
      readonly held: number;
      readonly backInMs: number | null;
    };

/**
 * Takes back overdue holds of the level or refills its pool, or says why neither helps for `quantity` units. `own` is
 * the number of units in the hold that the reserve replaces: to this buyer they are available.
 */
export async function recoverLevel(
  engine: EngineContext,
  level: LevelKey,
  quantity: number,
  own = 0,
): Promise<Recovery> {
  const needed = Math.max(1, quantity - own);
  // The question that a sale asks at every dry pool, and one that doesn't grow with the number of holds.
  const unpooled = await engine.unpooledReads.run(levelName(level), () => unpooledOf(engine, level));
  if (unpooled >= needed) return refill(engine, level, needed);
  const row = await engine.levelReads.run(levelName(level), () => readState(engine, level));
  if (!row) return { step: 'sold_out', available: 0, held: 0, backInMs: null };

  // A plain read includes rows that others are just taking, and holds that are just ending, as what they still are.
  const available = row.unpooled + row.pooled + own;
  const held = Math.max(0, row.held - own);
  if (available + held < quantity) {
    return { step: 'sold_out', available, held, backInMs: row.backInMs };
  }
  const isOverdue = row.overdue > 0 && available < quantity;
  if (isOverdue && (await expireOfLevel(engine, level)) > 0) return { step: 'expired_taken_back' };
  if (row.unpooled > 0) return refill(engine, level, needed);
  // Overdue holds that another session is ending at this moment will be there in a moment, or sold.
  if (available >= quantity || isOverdue) return { step: 'locked_by_others' };
  return { step: 'all_held', available, held, backInMs: row.backInMs };
}

async function refill(engine: EngineContext, level: LevelKey, needed: number): Promise<Recovery> {
  const { added } = await replenish(engine, level, { kind: 'inline', needed });
  return { step: added > 0 ? 'refilled' : 'locked_by_others' };
}

/** 0 for a level that doesn't exist. */
async function unpooledOf(engine: EngineContext, level: LevelKey): Promise<number> {
  const [result] = await engine.database.session(
    'checkout',
    (session) => session.send(call(readUnpooled, { ...level })),
    { isUrgent: true },
  );
  return result?.rows[0]?.unpooled ?? 0;
}

async function readState(engine: EngineContext, level: LevelKey): Promise<LevelState | undefined> {
  const [result] = await engine.database.session(
    'checkout',
    (session) => session.send(call(readLevel, { ...level })),
    { isUrgent: true },
  );
  return result?.rows[0] as LevelState | undefined;
}

/** Takes units that nobody holds out of a level, inside the caller's transaction, which has the level's row locked. */

import { call } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { LevelFigures, LevelKey } from './results';
import { lockUnits } from './sql/lock-units';
import { readLevel } from './sql/read-level';
import { removeUnpooled } from './sql/remove-unpooled';
import { takeUnits } from './sql/take-units';

/**
 * Removes `quantity` units from the unpooled stock first and then from the pool, and says whether it could. When it
 * could not, the caller must roll back.
 *
 * Locks: units of the pool with SKIP LOCKED: waiting for them, with the level locked, would meet a checkout that holds
 * them and waits for a refill.
 */
export async function takeAvailable(
  tx: Transaction,
  level: LevelKey,
  figures: LevelFigures,
  quantity: number,
): Promise<boolean> {
  const key = { ...level };
  const fromUnpooled = Math.min(quantity, figures.unpooled);
  const fromPool = quantity - fromUnpooled;
  if (fromUnpooled > 0) await tx.send(call(removeUnpooled, { ...key, quantity: fromUnpooled }));
  if (fromPool === 0) return true;
  const [locked] = await tx.send(call(lockUnits, { ...key, fromUnitId: 0, quantity: fromPool }));
  const rows = locked?.rows ?? [];
  if (rows.length < fromPool) return false;
  const units = JSON.stringify(rows.map((row) => [row.inventory_item_id, row.inventory_group_id, row.id]));
  await tx.send(call(takeUnits, { shopId: level.shopId, units }));
  return true;
}

export async function readFigures(tx: Transaction, level: LevelKey): Promise<LevelFigures | undefined> {
  const [read] = await tx.send(call(readLevel, { ...level }));
  const row = read?.rows[0];
  return row && { unpooled: row.unpooled, pooled: row.pooled, held: row.held };
}

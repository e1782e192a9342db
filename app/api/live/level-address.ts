/** The level, and perhaps the unit, that an address of the panel names. */
import { z } from 'zod';
import type { LevelKeyOfShop } from '@/db/panel/units';
import type { Target } from './snapshot';
import { targetOf } from './target';

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const shape = z.object({ item: id, group: id, before: id.optional(), unit: id.optional() });

export interface LevelAddress {
  readonly target: Target;
  readonly level: LevelKeyOfShop;
  readonly before?: number;
  readonly unit?: number;
}

/** `undefined` when the address names no level. */
export function levelOf(request: Request): LevelAddress | undefined {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const target = targetOf(query);
  const judged = shape.safeParse(query);
  if (!target || !judged.success) return undefined;
  const { item, group, before, unit } = judged.data;
  return {
    target,
    level: { shopId: target.shopId, inventoryItemId: item, inventoryGroupId: group },
    before,
    unit,
  };
}

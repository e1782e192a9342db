/**
 * The one total order in which lines are locked: item, then group. Two carts that want the same levels meet at the
 * first of them, never crosswise.
 */
import type { LevelKey, ReserveLine } from './results';

type Position = Pick<LevelKey, 'inventoryItemId' | 'inventoryGroupId'>;

export function compareLevels(a: Position, b: Position): number {
  return a.inventoryItemId - b.inventoryItemId || a.inventoryGroupId - b.inventoryGroupId;
}

/** Lines of one level added up, in the order in which they are locked. */
export function mergeAndOrder(lines: readonly ReserveLine[]): ReserveLine[] {
  const merged = new Map<string, ReserveLine>();
  for (const line of lines) {
    const key = `${line.inventoryItemId}:${line.inventoryGroupId}`;
    const quantity = (merged.get(key)?.quantity ?? 0) + line.quantity;
    merged.set(key, { ...line, quantity });
  }
  return [...merged.values()].sort(compareLevels);
}

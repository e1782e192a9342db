import type { ReserveLine } from '@/engine/index';

/** The lines by item, then group: two carts that want the same things meet at the first of them, never crosswise. */
export function inLockOrder(lines: readonly ReserveLine[]): ReserveLine[] {
  return [...lines].sort(
    (a, b) => a.inventoryItemId - b.inventoryItemId || a.inventoryGroupId - b.inventoryGroupId,
  );
}

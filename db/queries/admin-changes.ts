/** What moved at a level lately, for somebody whose figures have become old. */
import type { MySql2Database } from 'drizzle-orm/mysql2';
import { type LedgerReason, ledgerKeysQuery } from './admin-ledger';

export interface RecentChange {
  readonly reason: LedgerReason;
  readonly delta: number;
  readonly createdAt: Date;
}

const MOST = 20;

/**
 * The newest entries of a level that together explain a difference of on hand, newest first; none when the newest
 * twenty don't.
 */
export async function changesBehind(
  builder: MySql2Database,
  level: { shopId: number; inventoryItemId: number; inventoryGroupId: number },
  difference: number,
): Promise<RecentChange[]> {
  const filter = { ...level, locationId: null, reason: null, referenceId: null, from: null, until: null };
  const newest = await ledgerKeysQuery(builder, filter, level.inventoryGroupId, MOST);
  let sum = 0;
  const index = newest.findIndex((entry) => {
    sum += entry.delta;
    return sum === difference;
  });
  return newest.slice(0, index + 1);
}

/** What the ledger in MySQL says, for the counts in Redis to be loaded from. */
import type { Database } from '@/db/database';
import { call, type Statement, sqlText } from '@/db/statement';

export const readBalances: Statement = {
  name: 'legacy.read_balances',
  purpose: 'Adds up the ledger of each item, over all locations: the old model knew none.',
  sql: sqlText(`
    SELECT asked.item_id AS inventoryItemId,
           COALESCE(SUM(entry.delta), 0) AS balance
      FROM JSON_TABLE(:items, '$[*]' COLUMNS (item_id BIGINT UNSIGNED PATH '$')) AS asked
           LEFT JOIN inventory_ledger AS entry
             ON entry.shop_id = :shopId
            AND entry.inventory_item_id = asked.item_id
     GROUP BY asked.item_id
  `),
};

/** The balance of each item, in the order of the items. */
export async function readLedgerBalances(
  database: Database,
  shopId: number,
  inventoryItemIds: readonly number[],
): Promise<number[]> {
  const [read] = await database.session('legacy', (session) =>
    session.send(call(readBalances, { shopId, items: JSON.stringify(inventoryItemIds) })),
  );
  const balances = new Map(
    (read?.rows ?? []).map(({ inventoryItemId, balance }) => [Number(inventoryItemId), Number(balance)]),
  );
  return inventoryItemIds.map((id) => balances.get(id) ?? 0);
}

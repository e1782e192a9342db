import type { Database } from '@/db/database';

/** The keys of an item. They begin with the schema, so that shops and runs on one Redis don't meet. */
export function keysOf(database: Database, shopId: number, inventoryItemId: number) {
  const item = `${shopId}:${inventoryItemId}`;
  return {
    /** What may still be reserved. */
    stockKey: `${database.schema}:stock:${item}`,
    /** What the ledger has and is promised to somebody. */
    heldKey: `${database.schema}:held:${item}`,
  };
}

/** The key of a shop's holds, each with what it holds; only the careful model keeps these. */
export const holdsKeyOf = (database: Database, shopId: number) => `${database.schema}:holds:${shopId}`;

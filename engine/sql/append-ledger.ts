import { type Statement, sqlText } from '@/db/statement';

export const appendLedger: Statement = {
  name: 'ledger.append',
  purpose: 'Appends one change; a repeated change is refused by the key.',
  sql: sqlText(`
    INSERT INTO inventory_ledger
           (shop_id, inventory_item_id, inventory_group_id, reason, reference_id, delta, actor, note, created_at)
    VALUES (:shopId, :inventoryItemId, :inventoryGroupId, :reason, UUID_TO_BIN(:referenceId), :delta, :actor, :note, NOW(3))
  `),
};

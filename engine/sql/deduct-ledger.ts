import { type Statement, sqlText } from '@/db/statement';

export const deductLedger: Statement = {
  name: 'claim.deduct_ledger',
  purpose:
    'Appends one deduction a line. No hot row is updated, and a second deduction for the same line is refused by the key.',
  sql: sqlText(`
    INSERT INTO inventory_ledger
           (shop_id, inventory_item_id, inventory_group_id, reason, reference_id, delta, actor, created_at)
    SELECT reserved_units.shop_id, reserved_units.inventory_item_id, reserved_units.inventory_group_id,
           'sold', reserved_units.reservation_id, -COUNT(*), :actor, NOW(3)
      FROM reservation_lines
           STRAIGHT_JOIN reserved_units
        ON reserved_units.shop_id = reservation_lines.shop_id
       AND reserved_units.inventory_item_id = reservation_lines.inventory_item_id
       AND reserved_units.inventory_group_id = reservation_lines.inventory_group_id
       AND reserved_units.reservation_id = reservation_lines.reservation_id
     WHERE reservation_lines.shop_id = :shopId
       AND reservation_lines.reservation_id = UUID_TO_BIN(:reservationId)
     GROUP BY reserved_units.shop_id, reserved_units.inventory_item_id,
              reserved_units.inventory_group_id, reserved_units.reservation_id
  `),
};

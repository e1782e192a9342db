import { type Statement, sqlText } from '@/db/statement';

export const layOutUnits: Statement = {
  name: 'replenish.lay_out_units',
  purpose:
    'Takes the laid out units off the number of unpooled ones and moves the sequence on, under the lock of the level.',
  sql: sqlText(`
    UPDATE inventory_levels
       SET unpooled = unpooled - :quantity,
           next_unit_id = next_unit_id + :quantity
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
       AND unpooled >= :quantity
  `),
};

import { type Statement, sqlText } from '@/db/statement';

export const takeUnits: Statement = {
  name: 'reserve.take_units',
  purpose:
    'Deletes exactly the locked units from the pool, where they are several: each is found by its whole primary key.',
  sql: sqlText(`
    DELETE available_units
      FROM JSON_TABLE(:units, '$[*]' COLUMNS (
             item_id BIGINT UNSIGNED PATH '$[0]',
             group_id BIGINT UNSIGNED PATH '$[1]',
             unit_id BIGINT UNSIGNED PATH '$[2]')) AS taken
           -- The list drives, the table follows: one lookup a unit, no lock beyond the list.
           STRAIGHT_JOIN available_units
        ON available_units.shop_id = :shopId
       AND available_units.inventory_item_id = taken.item_id
       AND available_units.inventory_group_id = taken.group_id
       AND available_units.id = taken.unit_id
  `),
};

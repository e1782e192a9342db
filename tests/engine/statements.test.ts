/** What holds for every statement of the engine: its plan, its shop, its name. */
import type { RowDataPacket } from 'mysql2';
import { describe, expect, it } from 'vitest';
import { bindStatement, type Statement, type Value } from '@/db/statement';
import { engineStatements } from '@/engine/index';
import { lockUnits, lockUnitsOf } from '@/engine/sql/lock-units';
import { openTestShop } from '@/tests/support/database';
import { BERLIN, ITEM, makeLevel, makeRequest, SHOP } from '@/tests/support/factories';

const { engine, database } = openTestShop();

const ID = '01900000-0000-7000-8000-000000000001';
const EXAMPLES: Record<string, Value> = {
  shopId: SHOP,
  inventoryItemId: ITEM,
  inventoryGroupId: BERLIN,
  locationId: BERLIN,
  reservationId: ID,
  checkoutId: ID,
  orderId: ID,
  referenceId: ID,
  holdSeconds: 300,
  extensionSeconds: 60,
  lines: JSON.stringify([[ITEM, BERLIN, 2]]),
  units: JSON.stringify([[ITEM, BERLIN, 3]]),
  levels: JSON.stringify([[ITEM, BERLIN]]),
  itemIds: JSON.stringify([ITEM]),
  reservationIds: JSON.stringify([ID]),
  holds: JSON.stringify([[ID, ID, 300, 2]]),
  dealt: JSON.stringify([[ID, 3]]),
  fromUnitId: 0,
  firstUnitId: 1,
  quantity: 2,
  unitId: 3,
  batchSize: 50,
  pageSize: 100,
  afterItemId: 0,
  delta: -1,
  reason: 'adjusted',
  actor: 'test',
  note: '',
  version: 1,
};
const isControl = ({ name }: Statement) => name.startsWith('transaction.');
const statements = engineStatements.filter((statement) => !isControl(statement));

/** Tables and indexes by statement; a derived list has no index. Every other access is by PRIMARY. */
const OTHER_INDEXES: Record<string, string[]> = {
  'expire.find_expired': ['reservations_for_expiry'],
  'audit.list_items': ['PRIMARY', 'levels_of_location'],
  'return.mark_units': ['sold_units_of_order', 'PRIMARY'],
  'audit.audit_item': ['PRIMARY', 'ledger_by_time'],
  'audit.write_checkpoint': ['PRIMARY', 'ledger_by_time'],
};

async function explain(statement: Statement, values: Record<string, Value>): Promise<RowDataPacket[]> {
  return database.session('test', async ({ connection }) => {
    const [rows] = await connection.query<RowDataPacket[]>(
      `EXPLAIN FORMAT=TRADITIONAL ${bindStatement(statement, values)}`,
    );
    return rows;
  });
}

/** A shop with a past, so that no table is so small that any plan is as good as another. */
async function fill(): Promise<void> {
  for (let item = 0; item < 30; item += 1) {
    await makeLevel(engine, { inventoryItemId: ITEM + item, units: 40 });
    await makeLevel(engine, { inventoryItemId: ITEM + item, units: 40, shopId: 2 });
  }
  const lines = [{ inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity: 2 }];
  for (let hold = 0; hold < 15; hold += 1) {
    const request = makeRequest({ lines });
    await engine.reserve(request);
    if (hold % 2) await engine.claim({ ...request, orderId: request.checkoutId });
  }
  const tables =
    'available_units, reserved_units, reservations, reservation_lines, inventory_levels, inventory_ledger';
  await database.session('test', ({ connection }) => connection.query(`ANALYZE TABLE ${tables}, sold_units`));
}

describe('every statement of the engine', () => {
  it('C17: reads by an index that serves it and sorts nothing that it locks', async () => {
    await fill();
    for (const statement of statements) {
      const rows = await explain(statement, EXAMPLES);
      const onTables = rows.filter(({ table, select_type, Extra }) => {
        const isList = String(Extra).includes('Table function');
        return table && !String(table).startsWith('<') && !isList && select_type !== 'INSERT';
      });
      for (const row of onTables) {
        if (row.table === 'numbered' || row.type === 'system') continue;
        const allowed = OTHER_INDEXES[statement.name] ?? ['PRIMARY'];
        expect(allowed, `${statement.name} reads ${row.table} by ${row.key} (${row.type})`).toContain(
          row.key,
        );
        expect(
          ['const', 'eq_ref', 'ref', 'range'],
          `${statement.name} reads ${row.table} as ${row.type}`,
        ).toContain(row.type);
      }
      if (statement.sql.includes('FOR UPDATE')) {
        const extras = onTables.map(({ Extra }) => String(Extra)).join(' ');
        expect(extras, statement.name).not.toMatch(/filesort|temporary/);
      }
    }
  });

  it('is bound to one shop: every table it names is reached through shop_id', () => {
    const tables =
      /\b(?:FROM|STRAIGHT_JOIN|JOIN|INTO|UPDATE)\s+(inventory_levels|available_units|reservations|reservation_lines|reserved_units|sold_units|inventory_ledger|ledger_checkpoints|shops)\b/g;
    for (const { name, sql } of statements) {
      const named = [...sql.matchAll(tables)].length;
      expect(named, `${name} names no table`).toBeGreaterThan(0);
      const bound = [
        ...sql.matchAll(/shop_id\s*(?:=|,)|\(shop_id|SELECT :shopId|VALUES \(:shopId|SELECT shop_id/g),
      ].length;
      expect(sql, name).toContain(':shopId');
      expect(bound, `${name} binds ${bound} of ${named} tables to a shop`).toBeGreaterThanOrEqual(named);
    }
  });

  it('leaves every row of another shop as it was', async () => {
    await fill();
    const snapshot = () =>
      database.session('test', async ({ connection }) => {
        const [rows] = await connection.query(
          `SELECT (SELECT JSON_ARRAYAGG(JSON_ARRAY(inventory_item_id, unpooled, next_unit_id)) FROM inventory_levels WHERE shop_id = 2) AS levels,
                  (SELECT COUNT(*) FROM available_units WHERE shop_id = 2) AS pooled,
                  (SELECT SUM(delta) FROM inventory_ledger WHERE shop_id = 2) AS ledger`,
        );
        return rows;
      });
    const before = await snapshot();
    for (const statement of statements) {
      await database.session('test', async ({ connection }) => {
        await connection.query('START TRANSACTION');
        await connection.query(bindStatement(statement, { ...EXAMPLES, referenceId: ID }));
        expect(await snapshot()).toEqual(before);
        await connection.query('ROLLBACK');
      });
    }
  });

  it('has a name of its own, a purpose, and runs as it is shown', () => {
    expect(new Set(engineStatements.map(({ name }) => name)).size).toBe(engineStatements.length);
    for (const { name, purpose, sql } of engineStatements) {
      expect(name).toMatch(/^[a-z]+\.[a-z_]+$/);
      expect(purpose.endsWith('.'), name).toBe(true);
      expect(sql, name).not.toMatch(/SELECT \*|\$\{/);
    }
  });
});

describe('reserve.lock_units', () => {
  it.each([3, 40])('begins at its place when %i rows are left in the table', async (left) => {
    await makeLevel(engine, { units: 500 });
    await database.session('test', async ({ connection }) => {
      await connection.query('START TRANSACTION');
      await connection.query('DELETE FROM available_units WHERE id <= ?', [500 - left]);
      // Without FORCE INDEX three rows are few enough for a scan of the whole index: over every row just deleted.
      const [plan] = await connection.query<RowDataPacket[]>(
        `EXPLAIN FORMAT=TRADITIONAL ${bindStatement(lockUnits, { ...EXAMPLES, fromUnitId: 499 })}`,
      );
      expect(plan[0]).toMatchObject({ type: 'range', key: 'PRIMARY', key_len: '28' });
      await connection.query('ROLLBACK');
    });
  });

  it('is one arm for one line', () => {
    expect(lockUnitsOf(1).sql).toMatchInlineSnapshot(`
      "SELECT inventory_item_id, inventory_group_id, id
        FROM available_units
             -- A nearly empty table would be read from its head, whatever the starting place.
             FORCE INDEX (PRIMARY)
       WHERE shop_id = :shopId
         AND inventory_item_id = :inventoryItemId
         AND inventory_group_id = :inventoryGroupId
         AND id >= :fromUnitId
       ORDER BY shop_id, inventory_item_id, inventory_group_id, id
       LIMIT :quantity
         FOR UPDATE SKIP LOCKED"
    `);
  });

  it('repeats and numbers the arm for two lines', () => {
    expect(lockUnitsOf(2).sql).toMatchInlineSnapshot(`
      "(SELECT inventory_item_id, inventory_group_id, id
        FROM available_units
             -- A nearly empty table would be read from its head, whatever the starting place.
             FORCE INDEX (PRIMARY)
       WHERE shop_id = :shopId
         AND inventory_item_id = :inventoryItemId1
         AND inventory_group_id = :inventoryGroupId1
         AND id >= :fromUnitId1
       ORDER BY shop_id, inventory_item_id, inventory_group_id, id
       LIMIT :quantity1
         FOR UPDATE SKIP LOCKED)
      UNION ALL
      (SELECT inventory_item_id, inventory_group_id, id
        FROM available_units
             -- A nearly empty table would be read from its head, whatever the starting place.
             FORCE INDEX (PRIMARY)
       WHERE shop_id = :shopId
         AND inventory_item_id = :inventoryItemId2
         AND inventory_group_id = :inventoryGroupId2
         AND id >= :fromUnitId2
       ORDER BY shop_id, inventory_item_id, inventory_group_id, id
       LIMIT :quantity2
         FOR UPDATE SKIP LOCKED)"
    `);
  });
});

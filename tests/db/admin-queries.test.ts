/**
 * The lists of the admin at size: each page is found through its index, without sorting, and reads about as many rows as
 * it shows, whatever the length of the list.
 */
import { drizzle } from 'drizzle-orm/mysql2';
import mysql from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '@/db/database';
import { seedLarge } from '@/db/large/index';
import { migrate } from '@/db/migrate';
import { holdsPageQuery } from '@/db/queries/admin-holds';
import { type LedgerFilter, ledgerExport, ledgerKeysQuery, ledgerPage } from '@/db/queries/admin-ledger';
import { ordersPageQuery } from '@/db/queries/admin-orders';
import { productsPageQuery } from '@/db/queries/admin-products';
import { type StockRequest, stockPage, stockPageQuery, stockSorts } from '@/db/queries/admin-stock';
import { trailPageQuery } from '@/db/queries/admin-trail';
import { transfersPageQuery } from '@/db/queries/admin-transfers';
import { countLevels } from '@/merchant/count-levels';

// A schema of its own: it is filled once, and the tests only read.
const url = new URL(inject('serverUrl'));
url.pathname = '/lastunit_test_admin_queries';
const database = createDatabase({ url: url.href });
const builder = drizzle.mock();
const HOT_ITEM = 1;
const HOT_GROUP = 2;
let shopId = 0;

beforeAll(async () => {
  const connection = await mysql.createConnection(inject('serverUrl'));
  await connection.query(`DROP DATABASE IF EXISTS ${url.pathname.slice(1)}`);
  await connection.end();
  await migrate(url.href);
  shopId = await seedLarge(database, { products: 600, ledgerEntries: 30_000, holds: 80 });
  await fillLists();
  await countLevels(database, shopId);
  await run('ANALYZE TABLE counted_levels, transfers, audit_trail, orders, reservations');
});

afterAll(() => database.close());

interface Text {
  toSQL(): { sql: string; params: unknown[] };
}

/** How MySQL runs a statement: the index of its first table, what else it does, and the rows that it reads. */
async function planOf(statement: Text) {
  const { sql, params } = statement.toSQL();
  return database.session('test', async ({ connection }) => {
    const [plan] = await connection.query(`EXPLAIN FORMAT=TRADITIONAL ${sql}`, params);
    const [first] = plan as { key: string; Extra: string | null }[];
    await connection.query('FLUSH STATUS');
    const [rows] = await connection.query(sql, params);
    const [status] = await connection.query("SHOW SESSION STATUS LIKE 'Handler_read%'");
    const read = (status as { Value: string }[]).reduce((sum, { Value }) => sum + Number(Value), 0);
    return { key: first?.key, extra: first?.Extra ?? '', found: (rows as unknown[]).length, read };
  });
}

function run(sql: string, values: unknown[] = []) {
  return database.session('test', ({ connection }) => connection.query(sql, values));
}

/** Lists that the large shop doesn't have: orders, transfers, changes. */
async function fillLists(): Promise<void> {
  const counter =
    'WITH RECURSIVE counter AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM counter WHERE n < 900)';
  const id = "UNHEX(CONCAT(LPAD(HEX(counter.n), 12, '0'), '70008', LPAD(HEX(counter.n), 15, '0')))";
  await run(
    `INSERT INTO orders
            (shop_id, order_id, order_code, payment_id, status, attention_reason, region_code, currency, total_minor,
             email, full_name, street, postcode, city, country, placed_at, cancelled_at)
     ${counter}
     SELECT ?, ${id}, LPAD(counter.n, 9, '0'), ${id},
            IF(counter.n % 50 = 0, 'needs_attention', 'open'), IF(counter.n % 50 = 0, 'paid_after_cancelling', NULL),
            'europe', 'EUR', 100, CONCAT('buyer', counter.n, '@example.org'), '', '', '', '', '',
            NOW(3) - INTERVAL counter.n MINUTE, NULL
       FROM counter`,
    [shopId],
  );
  await run(
    `INSERT INTO transfers
            (shop_id, transfer_id, from_location_id, to_location_id, status, created_at, created_by, ended_at)
     ${counter}
     SELECT ?, ${id}, 1, 2, IF(counter.n % 50 = 0, 'shipped', 'received'), NOW(3) - INTERVAL counter.n MINUTE, 'Ines',
            IF(counter.n % 50 = 0, NULL, NOW(3))
       FROM counter`,
    [shopId],
  );
  await run(
    `INSERT INTO audit_trail
            (shop_id, entry_id, subject, subject_id, subject_name, action, changes, actor, created_at)
     ${counter}
     SELECT ?, ${id}, ELT(counter.n % 3 + 1, 'product', 'location', 'hold'), counter.n % 90, '', 'edited', '[]', 'Ines',
            NOW(3) - INTERVAL counter.n MINUTE
       FROM counter`,
    [shopId],
  );
}

type Reader = Parameters<typeof ledgerExport>[0];
const page = { page: 1, pageSize: 50 };
const stock = (changes: Partial<StockRequest> = {}): StockRequest => ({
  shopId,
  search: '',
  locationId: null,
  show: 'all',
  isArchived: false,
  sort: 'title',
  direction: 'asc',
  ...page,
  ...changes,
});
const ledger = (changes: Partial<LedgerFilter> = {}): LedgerFilter => ({
  shopId,
  inventoryItemId: HOT_ITEM,
  locationId: null,
  reason: null,
  referenceId: null,
  from: null,
  until: null,
  ...changes,
});

describe('a page of', () => {
  const indexOf = {
    title: 'counted_by_title',
    sku: 'counted_by_sku',
    location: 'counted_by_location',
    onHand: 'counted_by_on_hand',
    available: 'counted_by_available',
    held: 'counted_by_held',
    pooled: 'counted_by_pooled',
    unpooled: 'counted_by_unpooled',
  };
  it.each(stockSorts)('stock sorted by %s reads its index, both ways', async (sort) => {
    for (const direction of ['asc', 'desc'] as const) {
      const plan = await planOf(stockPageQuery(builder, stock({ sort, direction })));
      expect(plan).toMatchObject({ key: indexOf[sort], found: 50 });
      expect(plan.extra).not.toContain('filesort');
      expect(plan.read).toBeLessThanOrEqual(60);
    }
  });

  it('stock far back passes over index entries and sorts nothing', async () => {
    const plan = await planOf(stockPageQuery(builder, stock({ page: 20 })));
    expect(plan).toMatchObject({ key: 'counted_by_title', found: 50 });
    expect(plan.extra).not.toContain('filesort');
    expect(plan.read).toBeLessThanOrEqual(1_010);
  });

  it('the ledger of a hot item reads the end of its index and no rows', async () => {
    const plan = await planOf(ledgerKeysQuery(builder, ledger(), HOT_GROUP, 50));
    expect(plan).toMatchObject({ key: 'ledger_by_time', found: 50 });
    expect(plan.extra).toContain('Using index');
    expect(plan.extra).not.toContain('filesort');
    expect(plan.read).toBeLessThanOrEqual(60);
  });

  it('the ledger between two days reads that range', async () => {
    const until = new Date(Date.now() - 100 * 86_400_000);
    const from = new Date(until.getTime() - 86_400_000);
    const plan = await planOf(ledgerKeysQuery(builder, ledger({ from, until }), HOT_GROUP, 50));
    expect(plan.key).toBe('ledger_by_time');
    expect(plan.found).toBeGreaterThan(0);
    expect(plan.read).toBeLessThanOrEqual(plan.found + 10);
  });

  it('the ledger of one reference finds it by the primary key', async () => {
    const [entry] = await database.read('test', (real) => ledgerKeysQuery(real, ledger(), HOT_GROUP, 1));
    const filter = ledger({ referenceId: entry?.referenceId });
    const plan = await planOf(ledgerKeysQuery(builder, filter, HOT_GROUP, 50));
    expect(plan).toMatchObject({ key: 'PRIMARY', found: 1 });
    expect(plan.read).toBeLessThanOrEqual(20);
  });

  it('products reads the index of their list', async () => {
    const request = {
      shopId,
      search: '',
      status: 'active',
      category: '',
      sort: 'title',
      direction: 'asc',
    } as const;
    const plan = await planOf(productsPageQuery(builder, { ...request, ...page }));
    expect(plan).toMatchObject({ key: 'products_for_list', found: 50 });
    expect(plan.extra).not.toContain('filesort');
    expect(plan.read).toBeLessThanOrEqual(60);
  });

  it('holds reads the index of the sweeper', async () => {
    const plan = await planOf(holdsPageQuery(builder, { shopId, search: '', direction: 'asc', ...page }));
    expect(plan).toMatchObject({ key: 'reservations_for_expiry', found: 50 });
    expect(plan.extra).not.toContain('filesort');
  });

  it('orders, and of those that need attention, reads an index by time', async () => {
    const request = { shopId, search: '', direction: 'desc', ...page } as const;
    const all = await planOf(ordersPageQuery(builder, { ...request, status: null }));
    expect(all).toMatchObject({ key: 'orders_by_time', found: 50 });
    expect(all.extra).not.toContain('filesort');
    expect(all.read).toBeLessThanOrEqual(60);
    const waiting = await planOf(ordersPageQuery(builder, { ...request, status: 'needs_attention' }));
    expect(waiting).toMatchObject({ key: 'orders_by_status', found: 18 });
    expect(waiting.read).toBeLessThanOrEqual(30);
  });

  it('transfers, and of those on the way, reads an index', async () => {
    const all = await planOf(transfersPageQuery(builder, { shopId, status: null, ...page }));
    expect(all).toMatchObject({ key: 'PRIMARY', found: 50 });
    expect(all.extra).not.toContain('filesort');
    expect(all.read).toBeLessThanOrEqual(60);
    const moving = await planOf(transfersPageQuery(builder, { shopId, status: 'shipped', ...page }));
    expect(moving).toMatchObject({ key: 'transfers_by_status', found: 18 });
    expect(moving.read).toBeLessThanOrEqual(30);
  });

  it('changes, and of those of one thing, reads an index', async () => {
    const request = { shopId, search: '', subject: null, subjectId: null, ...page };
    const all = await planOf(trailPageQuery(builder, request));
    expect(all).toMatchObject({ key: 'audit_trail_by_time', found: 50 });
    expect(all.extra).not.toContain('filesort');
    const one = await planOf(trailPageQuery(builder, { ...request, subject: 'location', subjectId: '7' }));
    expect(one).toMatchObject({ key: 'audit_trail_of_subject' });
    expect(one.read).toBeLessThanOrEqual(20);
  });
});

describe('what a list says', () => {
  it('agrees with the units: on hand, available and held of every level', async () => {
    const [wrong] = (await run(
      `SELECT COUNT(*) AS n
         FROM counted_levels AS counted
              JOIN (SELECT shop_id, inventory_item_id, inventory_group_id, SUM(delta) AS on_hand
                      FROM inventory_ledger
                     GROUP BY shop_id, inventory_item_id, inventory_group_id) AS booked
             USING (shop_id, inventory_item_id, inventory_group_id)
        WHERE counted.on_hand <> booked.on_hand
           OR counted.on_hand <> counted.available + counted.held`,
    )) as unknown as [{ n: number }[]];
    expect(wrong).toEqual([{ n: 0 }]);
  });

  it('finds the same levels whatever they are sorted by, page after page', async () => {
    const keysOf = async (changes: Partial<StockRequest>) => {
      const keys: string[] = [];
      for (let number = 1; ; number += 1) {
        const { rows } = await database.read('test', (real) =>
          stockPage(real, stock({ ...changes, search: 'lamp', pageSize: 20, page: number })),
        );
        keys.push(...rows.map((row) => `${row.inventoryItemId}-${row.inventoryGroupId}`));
        if (rows.length < 20) return keys;
      }
    };
    const byTitle = await keysOf({});
    const byStock = await keysOf({ sort: 'available', direction: 'desc' });
    expect(byTitle.length).toBeGreaterThan(20);
    expect(new Set(byTitle).size).toBe(byTitle.length);
    expect([...byStock].sort()).toEqual([...byTitle].sort());
  });

  it('takes wildcards for what they are', async () => {
    const { total } = await database.read('test', (real) => stockPage(real, stock({ search: '%' })));
    expect(total).toBe(0);
  });

  it('exports each entry of the ledger once, level by level and in the order of time, as the pages have them', async () => {
    const read: Reader = (work) => database.read('test', work);
    const exported: string[] = [];
    let isOrdered = true;
    for await (const batch of ledgerExport(read, ledger())) {
      exported.push(...batch.map((row) => `${row.inventoryGroupId} ${row.referenceId}`));
      isOrdered &&= batch.every(
        (row, index) => index === 0 || (batch[index - 1]?.createdAt ?? row.createdAt) <= row.createdAt,
      );
    }
    const { total, rows } = await read((real) => ledgerPage(real, ledger(), { page: 2, pageSize: 100 }));
    expect(exported).toHaveLength(total);
    expect(new Set(exported).size).toBe(total);
    expect(isOrdered).toBe(true);
    expect(rows).toHaveLength(100);
    expect(rows.every((row) => exported.includes(`${row.inventoryGroupId} ${row.referenceId}`))).toBe(true);
  });
});

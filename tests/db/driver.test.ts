/** Habits of the driver, of drizzle and of MySQL's DDL that others fell over, and that nothing here does. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/mysql2';
import type { RowDataPacket } from 'mysql2/promise';
import { describe, expect, it } from 'vitest';
import { errorCode } from '@/db/errors';
import { migrate } from '@/db/migrate';
import { availableUnits, inventoryLevels } from '@/db/schema/inventory';
import { call } from '@/db/statement';
import { lockUnits } from '@/engine/sql/lock-units';
import { connect, openTestShop } from '@/tests/support/database';
import { BERLIN, countOutcomes, ITEM, makeLevel, makeRequest, SHOP } from '@/tests/support/factories';

const shop = openTestShop({ connectionLimit: 8 });
const { engine, database } = shop;
const level = { shopId: SHOP, inventoryItemId: ITEM, inventoryGroupId: BERLIN };

describe('D1: a number of rows as a bound value', () => {
  it.each([0, 1, 250])('takes %i in a statement of our own and in drizzle’s builder', async (quantity) => {
    await makeLevel(engine, { units: 300 });
    const locked = await database.transaction('test', async (tx) => {
      const [result] = await tx.send(call(lockUnits, { ...level, fromUnitId: 0, quantity }));
      return result?.rows.length;
    });
    const read = await database.read('test', (builder) =>
      builder.select().from(availableUnits).limit(quantity),
    );
    expect([locked, read.length]).toEqual([quantity, quantity]);
  });
});

it('D7: no statement stays prepared on the server, whatever the carts are like', async () => {
  await makeLevel(engine, { units: 600 });
  const watcher = await connect(shop);
  const [rows] = await watcher.query<RowDataPacket[]>('SELECT @@max_prepared_stmt_count AS most');
  expect(rows[0]?.most).toBeGreaterThan(0);
  const carts = Array.from({ length: 30 }, (_, index) =>
    makeRequest({ lines: [{ inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity: index + 1 }] }),
  );
  const answers = await Promise.all(carts.map((cart) => engine.reserve(cart)));
  expect(countOutcomes(answers)).toEqual({ reserved: 30 });
  await database.read('test', (builder) => builder.select().from(inventoryLevels).limit(3));
  const [prepared] = await watcher.query<RowDataPacket[]>(
    `SELECT statement.SQL_TEXT AS text
       FROM performance_schema.prepared_statements_instances AS statement
       JOIN performance_schema.threads AS thread ON thread.THREAD_ID = statement.OWNER_THREAD_ID
      WHERE thread.PROCESSLIST_DB = DATABASE()`,
  );
  await watcher.end();
  expect(prepared).toEqual([]);
});

describe('D12: lock clauses', () => {
  it('are what drizzle writes for a plain FOR UPDATE, the only one that its builder is asked for', async () => {
    const session = await connect(shop);
    const builder = drizzle(session);
    const query = builder.select({ id: availableUnits.id }).from(availableUnits).limit(1).for('update');
    expect(query.toSQL().sql).toBe('select `id` from `available_units` limit ? for update');
    expect(await query).toEqual([]);
    await session.end();
  });

  it.each([
    ['FOR UPDATE SKIP LOCKED', [{ id: 2 }]],
    ['FOR UPDATE NOWAIT', 'ER_LOCK_NOWAIT'],
  ])('%s does beside a locked unit what it says', async (clause, expected) => {
    await makeLevel(engine, { units: 3 });
    const [holder, other] = await Promise.all([connect(shop), connect(shop)]);
    const ofLevel = `SELECT id FROM available_units WHERE shop_id = ${SHOP} AND inventory_item_id = ${ITEM} AND inventory_group_id = ${BERLIN} ORDER BY shop_id, inventory_item_id, inventory_group_id, id LIMIT 1`;
    await holder.query(`START TRANSACTION; ${ofLevel} FOR UPDATE`);
    const answer = await other.query(`${ofLevel} ${clause}`).then(([rows]) => rows, errorCode);
    await holder.query('ROLLBACK');
    await Promise.all([holder.end(), other.end()]);
    expect(answer).toEqual(expected);
  });
});

it('C29: a page never reads through a snapshot that an earlier page left open', async () => {
  await makeLevel(engine, { units: 5 });
  // As often as there are connections, a reader fails in the middle of a transaction of its own.
  for (let reader = 0; reader < database.options.connectionLimit; reader += 1) {
    const failing = database.session('test', async ({ connection }) => {
      await connection.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
      await connection.query('SELECT unpooled FROM inventory_levels');
      throw new Error('the page failed');
    });
    await expect(failing).rejects.toThrow('the page failed');
  }
  const writer = await connect(shop);
  await writer.query('UPDATE inventory_levels SET low_water_mark = 77');
  await writer.end();
  const readers = Array.from({ length: database.options.connectionLimit }, () =>
    database.read('test', (builder) => builder.select().from(inventoryLevels)),
  );
  for (const [row] of await Promise.all(readers)) expect(row?.lowWaterMark).toBe(77);
});

/** A folder of migrations, each a list of statements. */
async function writeMigrations(folder: string, migrations: readonly (readonly string[])[]): Promise<void> {
  await mkdir(join(folder, 'meta'), { recursive: true });
  const entries = migrations.map((_, idx) => ({
    idx,
    version: '5',
    when: idx + 1,
    tag: `000${idx}`,
    breakpoints: true,
  }));
  await writeFile(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({ version: '7', dialect: 'mysql', entries }),
  );
  for (const [index, statements] of migrations.entries()) {
    await writeFile(join(folder, `000${index}.sql`), statements.join('--> statement-breakpoint\n'));
  }
}

describe('D16: a migration that fails in the middle', () => {
  it('says where it stopped, stops there at every start, keeps what is done before, and goes on once put right', async () => {
    const url = new URL(shop.url);
    url.pathname += '_half';
    const schema = url.pathname.slice(1);
    const folder = await mkdtemp(join(tmpdir(), 'lastunit-migrations-'));
    const whole = ['CREATE TABLE kept (id INT PRIMARY KEY);', 'INSERT INTO kept VALUES (1), (2);'];
    const half = [
      'CREATE TABLE left_over (id INT PRIMARY KEY);',
      'ALTER TABLE kept ADD UNIQUE KEY (parity);',
    ];
    const session = await connect(shop);
    try {
      await writeMigrations(folder, [whole, half]);
      await expect(migrate(url.href, folder)).rejects.toMatchObject({
        code: 'MIGRATION_STOPPED',
        message: expect.stringContaining(`(migration 2 of ${schema}, statement 2 of 2): Key column 'parity'`),
      });
      // The file has been mended, but the first statement has left its table behind.
      await writeMigrations(folder, [whole, [half[0] ?? '', 'ALTER TABLE kept ADD parity INT;']]);
      await expect(migrate(url.href, folder)).rejects.toMatchObject({
        code: 'MIGRATION_STOPPED',
        message: expect.stringMatching(/statement 1 of 2\): Table 'left_over' already exists.*npm run reset/),
      });
      await session.query(`DROP TABLE \`${schema}\`.left_over`);
      await Promise.all([migrate(url.href, folder), migrate(url.href, folder)]);
      const [rows] = await session.query<RowDataPacket[]>(`SELECT id, parity FROM \`${schema}\`.kept`);
      expect(rows).toEqual([
        { id: 1, parity: null },
        { id: 2, parity: null },
      ]);
    } finally {
      await session.query(`DROP DATABASE IF EXISTS \`${schema}\``);
      await session.end();
      await rm(folder, { recursive: true });
    }
  });
});

it('C22: a migration behind an idle transaction gives up, names who is in the way, and works once they are gone', async () => {
  const url = new URL(shop.url);
  url.pathname += '_blocked';
  const schema = url.pathname.slice(1);
  const folder = await mkdtemp(join(tmpdir(), 'lastunit-migrations-'));
  const [idle, session] = await Promise.all([connect(shop), connect(shop)]);
  const create = ['CREATE TABLE looked_at (id INT PRIMARY KEY);'];
  try {
    await writeMigrations(folder, [create]);
    await migrate(url.href, folder);
    await idle.query(`START TRANSACTION; SELECT COUNT(*) FROM \`${schema}\`.looked_at`);
    await writeMigrations(folder, [create, ['ALTER TABLE looked_at ADD n INT;']]);
    await expect(migrate(url.href, folder)).rejects.toMatchObject({
      code: 'MIGRATION_BLOCKED',
      message: expect.stringMatching(
        new RegExp(`connection ${idle.threadId} \\(idle \\d+ s\\) holds looked_at`),
      ),
    });
    await idle.query('ROLLBACK');
    await migrate(url.href, folder);
    await session.query(`SELECT n FROM \`${schema}\`.looked_at`);
  } finally {
    await idle.end();
    await session.query(`DROP DATABASE IF EXISTS \`${schema}\``);
    await session.end();
    await rm(folder, { recursive: true });
  }
});

it('D17: every name of an index, key or check is a short one of our own', async () => {
  const session = await connect(shop);
  const [rows] = await session.query<RowDataPacket[]>(
    `SELECT DISTINCT TABLE_NAME AS tableName, INDEX_NAME AS name
       FROM information_schema.STATISTICS
      WHERE TABLE_SCHEMA = DATABASE()
      UNION
     SELECT TABLE_NAME, CONSTRAINT_NAME
       FROM information_schema.TABLE_CONSTRAINTS
      WHERE TABLE_SCHEMA = DATABASE()`,
  );
  await session.end();
  expect(rows.length).toBeGreaterThan(40);
  const long = rows.filter(({ name }) => name.length > 48);
  expect(long, 'MySQL takes 64 characters; nobody reads that many').toEqual([]);
  // Names that MySQL makes up when none is given: `table_ibfk_1`, `table_chk_1`.
  expect(
    rows.filter(({ tableName, name }) => name.startsWith(`${tableName}_`) && /_\d+$/.test(name)),
  ).toEqual([]);
});

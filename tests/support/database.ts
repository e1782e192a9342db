/**
 * One migrated schema per Vitest worker on the real server. Tables are emptied before each test and never wrapped in a
 * transaction: the locks must be real. After each test the books must balance and nothing may be left open.
 */
import mysql from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { createDatabase, type Database } from '@/db/database';
import { migrate } from '@/db/migrate';
import { createEngine, type Engine, type EngineOptions } from '@/engine/index';
import { expectConservation } from './conservation';

export interface TestShop {
  readonly database: Database;
  readonly engine: Engine;
  /** URL of the worker's schema, for connections of the test's own. */
  readonly url: string;
}

export interface TestShopOptions extends EngineOptions {
  /** Default 20. */
  readonly connectionLimit?: number;
  readonly acquireTimeoutMs?: number;
  readonly lockWaitTimeoutSeconds?: number;
}

/** Registers the hooks and returns the worker's database and an engine on it; both are there from `beforeAll` on. */
export function openTestShop(options: TestShopOptions = {}): TestShop {
  const url = new URL(inject('serverUrl'));
  url.pathname = `/lastunit_test_${process.env.VITEST_POOL_ID ?? '0'}`;
  const database = createDatabase({ url: url.toString(), ...options });
  const shop = { database, engine: createEngine(database, options), url: url.toString() };
  const leftovers: unknown[] = [];
  shop.engine.events.on('refillFailed', ({ error }) => leftovers.push(error));

  beforeAll(() => migrate(shop.url));
  beforeEach(() => emptyTables(shop.url));
  afterEach(async () => {
    await shop.engine.settled();
    expect(leftovers.splice(0)).toEqual([]);
    await expectConservation(shop.engine);
    expect(database.connections.inUse, 'connections in use after the test').toBe(0);
    expect(await openTransactions(shop.url), 'transactions left open').toEqual([]);
  });
  afterAll(() => database.close());
  return shop;
}

/** A connection of the test's own, closed by the test. */
export function connect(shop: Pick<TestShop, 'url'>): Promise<mysql.Connection> {
  return mysql.createConnection({
    uri: shop.url,
    multipleStatements: true,
    supportBigNumbers: true,
    timezone: 'Z',
  });
}

async function emptyTables(url: string): Promise<void> {
  const connection = await mysql.createConnection({ uri: url, multipleStatements: true });
  try {
    const [tables] = await connection.query<mysql.RowDataPacket[]>(
      `SELECT TABLE_NAME AS name FROM information_schema.TABLES
        WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' AND TABLE_NAME NOT LIKE '\\_\\_drizzle%'`,
    );
    const filled = await connection.query<mysql.RowDataPacket[]>(
      tables
        .map(({ name }) => `SELECT '${name}' AS name FROM \`${name}\` LIMIT 1`)
        .map((sql) => `(${sql})`)
        .join(' UNION ALL '),
    );
    for (const { name } of filled[0]) await connection.query(`TRUNCATE TABLE \`${name}\``);
  } finally {
    await connection.end();
  }
}

async function openTransactions(url: string): Promise<unknown[]> {
  const connection = await mysql.createConnection(url);
  try {
    // Not information_schema.INNODB_TRX: InnoDB refreshes that table at most ten times a second.
    const [rows] = await connection.query<mysql.RowDataPacket[]>(
      `SELECT thread.PROCESSLIST_ID AS connectionId, thread.PROCESSLIST_COMMAND AS command, trx.STATE AS state
         FROM performance_schema.events_transactions_current AS trx
         JOIN performance_schema.threads AS thread ON thread.THREAD_ID = trx.THREAD_ID
        WHERE trx.STATE = 'ACTIVE'
          AND thread.PROCESSLIST_DB = DATABASE()
          AND thread.PROCESSLIST_ID <> CONNECTION_ID()`,
    );
    return rows;
  } finally {
    await connection.end();
  }
}

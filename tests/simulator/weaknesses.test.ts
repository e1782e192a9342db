/** What is known against each strategy, staged: no chance, no sleeping. If one of these stops failing, the test fails. */
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { describe, expect, it } from 'vitest';
import { bindStatement } from '@/db/statement';
import { engineStatements } from '@/engine/index';
import { RUN_SHOP } from '@/simulator/stock';
import { MOST_TRIES } from '@/simulator/strategies/counter-optimistic';
import { lockByIndex } from '@/simulator/strategies/units-auto-id';
import { lockFree } from '@/simulator/strategies/units-state-column';
import { recordLocks, untilWaitingFor } from '@/tests/support/locks';
import { type StrategyStage, stageStrategy } from './strategy-stage';

const lockUnits = engineStatements.find(({ name }) => name === 'reserve.lock_units');
if (!lockUnits) throw new Error('no reserve.lock_units');

/** A session of the test's own that holds the first unit or the counter of `line`, as a buyer in the middle would. */
async function holdFirst(stage: StrategyStage, table: string, itemId: number): Promise<mysql.Connection> {
  const connection = await mysql.createConnection({ uri: stage.database.options.url });
  await connection.query('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
  await connection.beginTransaction();
  await connection.query(
    `SELECT 1 FROM ${table} WHERE shop_id = ? AND inventory_item_id = ? ORDER BY shop_id, inventory_item_id, inventory_group_id LIMIT 1 FOR UPDATE`,
    [RUN_SHOP, itemId],
  );
  return connection;
}

/** Ends a session that holds locks, so that nothing stands behind them after a failure either. */
async function letGo(session: mysql.Connection): Promise<void> {
  await session.rollback();
  await session.end();
}

describe.each([
  ['counter-for-update', 'stock_counters'],
  ['counter-update', 'stock_counters'],
  ['counter-update-one-packet', 'stock_counters'],
  ['units-blocking', 'available_units'],
  ['units-unordered', 'available_units'],
] as const)('%s', (id, table) => {
  const stage = stageStrategy(id);

  it('waits for what another buyer is just taking', async () => {
    const lines = await stage.lay([5]);
    const other = await holdFirst(stage, table, lines[0]?.inventoryItemId ?? 0);
    const answer = stage.open.reserve(stage.request(lines));
    await untilWaitingFor(stage.observer, table).finally(() => letGo(other));
    expect(await answer).toMatchObject({ outcome: 'reserved' });
  });
});

describe.each([
  ['counter-update', 'stock_counters'],
  ['units-blocking', 'available_units'],
] as const)('%s', (id, table) => {
  const stage = stageStrategy(id);

  it('answers "busy", never "sold out", to who waited in vain while units were free', async () => {
    const lines = await stage.lay([5]);
    const other = await holdFirst(stage, table, lines[0]?.inventoryItemId ?? 0);
    const answer = await stage.open.reserve(stage.request(lines)).finally(() => letGo(other));
    expect(answer).toEqual({ outcome: 'busy' });
    expect(new Set(stage.retries)).toEqual(new Set(['ER_LOCK_WAIT_TIMEOUT']));
    expect(await stage.free()).toEqual([5]);
  });
});

describe.each([
  ['units-state-column', 'stateful_units'],
  ['units-unbounded', 'available_units'],
  ['units-auto-id', 'numbered_units'],
  ['units-repeatable-read', 'available_units'],
  ['unit-pool-per-line', 'available_units'],
  ['unit-pool', 'available_units'],
  ['coalesced', 'available_units'],
] as const)('%s', (id, table) => {
  const stage = stageStrategy(id);

  it('steps over what another buyer is just taking', async () => {
    const lines = await stage.lay([5]);
    const other = await holdFirst(stage, table, lines[0]?.inventoryItemId ?? 0);
    // The other session lets go only after this answer, so that a reserve that waited would never end.
    const answer = await stage.open.reserve(stage.request(lines)).finally(() => letGo(other));
    expect(answer).toMatchObject({ outcome: 'reserved' });
  });
});

describe('C1: record locks of one unit', () => {
  const pool = stageStrategy('unit-pool');
  const numbered = stageStrategy('units-auto-id');
  const stateful = stageStrategy('units-state-column');

  const locksOf = async (stage: StrategyStage, statement: typeof lockUnits) => {
    const [line] = await stage.lay([100]);
    const session = await mysql.createConnection({ uri: stage.database.options.url });
    await session.query('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
    await session.beginTransaction();
    await session.query(bindStatement(statement, { shopId: RUN_SHOP, fromUnitId: 0, ...line, quantity: 1 }));
    const locks = await recordLocks(stage.observer, session.threadId ?? 0);
    await session.rollback();
    await session.end();
    return locks.length;
  };

  it('is one with the composite key', async () => {
    expect(await locksOf(pool, lockUnits)).toBe(1);
  });
  it('are two with a running number and an index', async () => {
    expect(await locksOf(numbered, lockByIndex)).toBe(2);
  });
  it('are two with a state column and its index', async () => {
    expect(await locksOf(stateful, lockFree)).toBe(2);
  });
});

describe('units-unordered', () => {
  const stage = stageStrategy('units-unordered');

  it('C27: meets a deadlock (1213) when two carts have the same things in opposite order, and sells to both', async () => {
    const lines = await stage.lay([5, 5]);
    const carts = [stage.request(lines), stage.request(lines.toReversed())];
    const gates = carts.map(({ reservationId }) => stage.gates.close('after-lock', reservationId));
    const answers = carts.map((cart) => stage.open.reserve(cart));
    // Each has the first row of its first item before either goes on to the other's.
    await Promise.all(gates.map(({ reached }) => reached));
    for (const gate of gates) gate.open();
    expect((await Promise.all(answers)).map(({ outcome }) => outcome)).toEqual(['reserved', 'reserved']);
    expect(stage.retries).toContain('ER_LOCK_DEADLOCK');
  });
});

describe('C16: an order line that refers to the counted row', () => {
  const stage = stageStrategy('counter-update');

  async function layTables(): Promise<void> {
    await stage.observer.query(`
      DROP TABLE IF EXISTS referring_lines, referred_products;
      CREATE TABLE referred_products (id INT PRIMARY KEY, quantity INT NOT NULL);
      CREATE TABLE referring_lines (
        id INT AUTO_INCREMENT PRIMARY KEY,
        product_id INT NOT NULL,
        FOREIGN KEY (product_id) REFERENCES referred_products (id));
      INSERT INTO referred_products VALUES (1, 100);`);
  }
  const insertLine = 'INSERT INTO referring_lines (product_id) VALUES (1)';
  const countOneDown = 'UPDATE referred_products SET quantity = quantity - 1 WHERE id = 1 AND quantity >= 1';

  async function begin(): Promise<mysql.Connection> {
    const connection = await mysql.createConnection({ uri: stage.database.options.url });
    await connection.query('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
    await connection.beginTransaction();
    return connection;
  }

  it('deadlocks two buyers when the line is written first: both share the row, and neither can change it', async () => {
    await layTables();
    const [one, other] = [await begin(), await begin()];
    await one.query(insertLine);
    await other.query(insertLine);
    const first = one.query(countOneDown);
    await untilWaitingFor(stage.observer, 'referred_products');
    await expect(other.query(countOneDown)).rejects.toMatchObject({ code: 'ER_LOCK_DEADLOCK' });
    await first;
    await one.rollback();
    for (const connection of [one, other]) await connection.end();
  });

  it('deadlocks nobody when the row is counted down first, 50 at once', async () => {
    await layTables();
    const buy = async () => {
      const connection = await begin();
      await connection.query(countOneDown);
      await connection.query(insertLine);
      await connection.commit();
      await connection.end();
    };
    await Promise.all(Array.from({ length: 50 }, buy));
    const [rows] = await stage.observer.query<RowDataPacket[]>('SELECT quantity FROM referred_products');
    expect(rows).toEqual([{ quantity: 50 }]);
    await stage.observer.query('DROP TABLE referring_lines, referred_products');
  });

  it('does not exist here: nothing refers to a counter, a unit or a hold', async () => {
    const [rows] = await stage.observer.query<RowDataPacket[]>(
      `SELECT COUNT(*) AS count
         FROM information_schema.referential_constraints
        WHERE constraint_schema = DATABASE()
          AND referenced_table_name IN
              ('stock_counters', 'available_units', 'reserved_units', 'reservations', 'inventory_levels')`,
    );
    expect(rows[0]?.count).toBe(0);
  });
});

describe('counter-optimistic', () => {
  const stage = stageStrategy('counter-optimistic');

  it('F12: answers "busy" to who lost every race, never "sold out", and the units are still there', async () => {
    const [line] = await stage.lay([50]);
    if (!line) throw new Error('no line');
    const loser = stage.request([line]);
    const pass = stage.gates.pass;
    let isBeaten = 0;
    const open = await stage.strategy.open({
      database: stage.database,
      levels: [],
      holdSeconds: 300,
      poolCap: 100,
      onRetry: (code) => stage.retries.push(code),
      onRefill: () => undefined,
      passCrashPoint: () => undefined,
      // Whenever the loser has read, somebody else is faster.
      gate: async (place, reservationId) => {
        await pass(place, reservationId);
        if (reservationId !== loser.reservationId) return;
        isBeaten += 1;
        expect(await open.reserve(stage.request([line]))).toMatchObject({ outcome: 'reserved' });
      },
    });
    expect(await open.reserve(loser)).toEqual({ outcome: 'busy' });
    expect(isBeaten).toBe(MOST_TRIES);
    expect(stage.retries.filter((code) => code === 'VERSION_CONFLICT')).toHaveLength(MOST_TRIES);
    expect(await stage.free()).toEqual([50 - MOST_TRIES]);
  });
});

describe.each([
  ['units-repeatable-read', true],
  ['unit-pool-per-line', false],
] as const)('%s', (id, isBlocked) => {
  const stage = stageStrategy(id);

  it(`${isBlocked ? 'blocks' : 'does not block'} the refill while somebody who found too little is looking`, async () => {
    const [line] = await stage.lay([50], { poolCap: 10 });
    if (!line) throw new Error('no line');
    // A buyer of 20 finds 10 rows: under REPEATABLE READ the search locks the end of the index too.
    const level = isBlocked ? 'REPEATABLE READ' : 'READ COMMITTED';
    const buyer = await mysql.createConnection({ uri: stage.database.options.url });
    await buyer.query(`SET TRANSACTION ISOLATION LEVEL ${level}`);
    await buyer.beginTransaction();
    await buyer.query(bindStatement(lockUnits, { shopId: RUN_SHOP, fromUnitId: 0, ...line, quantity: 20 }));
    const refilled = stage.open.reserve(stage.request([{ ...line, quantity: 11 }]));
    if (isBlocked) await untilWaitingFor(stage.observer, 'available_units');
    else await untilRows(stage, line.inventoryItemId, 11);
    await buyer.rollback();
    await buyer.end();
    expect(await refilled).toMatchObject({ outcome: 'reserved' });
  });
});

/** Resolves once the pool of an item has at least so many rows, committed. */
async function untilRows(stage: StrategyStage, itemId: number, wanted: number): Promise<void> {
  for (let count = 0; count < wanted; ) {
    const [rows] = await stage.observer.query<RowDataPacket[]>(
      'SELECT COUNT(*) AS count FROM available_units WHERE shop_id = ? AND inventory_item_id = ?',
      [RUN_SHOP, itemId],
    );
    count = rows[0]?.count ?? 0;
  }
}

describe('units-unbounded', () => {
  const stage = stageStrategy('units-unbounded');

  it('writes the whole stock as rows, whatever the cap', async () => {
    const [line] = await stage.lay([120_000], { poolCap: 10 });
    const [rows] = await stage.observer.query<RowDataPacket[]>(
      'SELECT COUNT(*) AS count FROM available_units WHERE shop_id = ? AND inventory_item_id = ?',
      [RUN_SHOP, line?.inventoryItemId],
    );
    expect(rows[0]?.count).toBe(120_000);
  });
});

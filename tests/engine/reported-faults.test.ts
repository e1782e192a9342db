/**
 * What InnoDB did to others, as they reported it: each fault is staged in a table made the way theirs was, so that it is
 * seen here too, and then the engine goes through the same moment.
 */
import type { Connection } from 'mysql2/promise';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, describe, expect, it } from 'vitest';
import { bindStatement } from '@/db/statement';
import { lockUnits } from '@/engine/sql/lock-units';
import { connect, openTestShop } from '@/tests/support/database';
import { BERLIN, countOutcomes, ITEM, makeLevel, makeRequest, SHOP } from '@/tests/support/factories';
import { recordLocks, untilBlocked } from '@/tests/support/locks';

const shop = openTestShop({ connectionLimit: 50, acquireTimeoutMs: 60_000, lockWaitTimeoutSeconds: 50 });
const { engine } = shop;
const connections: Connection[] = [];

async function open(level = 'READ COMMITTED'): Promise<Connection> {
  const connection = await connect(shop);
  connections.push(connection);
  await connection.query(
    `SET SESSION TRANSACTION ISOLATION LEVEL ${level}; SET innodb_lock_wait_timeout = 60`,
  );
  return connection;
}

/** Two sessions in a transaction each, the observer, and a table of the fault's own. */
async function stage(table: string, level?: string): Promise<[Connection, Connection, Connection]> {
  const [first, second, observer] = await Promise.all([open(level), open(level), open()]);
  await observer.query(`DROP TABLE IF EXISTS reported; CREATE TABLE reported ${table}`);
  await Promise.all([first, second].map((session) => session.query('START TRANSACTION')));
  return [first, second, observer];
}

afterEach(async () => {
  for (const connection of connections.splice(0)) await connection.end();
  const cleaner = await connect(shop);
  await cleaner.query('DROP TABLE IF EXISTS reported');
  await cleaner.end();
});

/** `done`, or the code of the error. */
const ending = (query: Promise<unknown>): Promise<string> =>
  query.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

/** Lets `first` wait for `second`, then `second` for `first`: how the two end, sorted. */
async function closeTheCircle(
  [first, second, observer]: readonly Connection[],
  firstSql: string,
  secondSql: string,
): Promise<string[]> {
  if (!first || !second || !observer) throw new Error('three connections');
  const waiting = ending(first.query(firstSql));
  await untilBlocked(observer, first.threadId);
  const closing = ending(second.query(secondSql));
  const sessionOf = new Map([
    [waiting, first],
    [closing, second],
  ]);
  // The victim is rolled back; who went on keeps its locks until it is told to end.
  const ended = await Promise.race(
    [...sessionOf].map(async ([end, session]) => ({ end: await end, session })),
  );
  await ended.session.query('ROLLBACK');
  const endings = await Promise.all([waiting, closing]);
  await Promise.all([first.query('ROLLBACK'), second.query('ROLLBACK')]);
  return endings.sort();
}

function countRetries(): unknown[] {
  const retries: unknown[] = [];
  engine.events.on('retry', (retry) => retries.push(retry));
  return retries;
}

const level = { shopId: SHOP, inventoryItemId: ITEM, inventoryGroupId: BERLIN };

describe('C2: takers who search an index against those who give back by key', () => {
  it('a taker who steps over a unit keeps its entry of the index, and whoever has the unit waits for the taker', async () => {
    const sessions = await stage(
      "(id INT PRIMARY KEY, state CHAR(4) NOT NULL, KEY by_state (state)); INSERT INTO reported VALUES (1, 'free'), (2, 'free')",
    );
    const [giver, taker] = sessions;
    await giver.query('SELECT id FROM reported WHERE id = 1 FOR UPDATE');
    const [taken] = await taker.query(
      "SELECT id FROM reported FORCE INDEX (by_state) WHERE state = 'free' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED",
    );
    expect(taken).toEqual([{ id: 2 }]);
    expect(
      await closeTheCircle(
        sessions,
        "UPDATE reported SET state = 'sold' WHERE id = 1",
        "UPDATE reported SET state = 'sold' WHERE id = 1",
      ),
    ).toEqual(['ER_LOCK_DEADLOCK', 'done']);
  });

  it('50 takers and 50 who give back meet no deadlock here: a unit has one key and no index', async () => {
    await makeLevel(engine, { units: 100 });
    const held = Array.from({ length: 50 }, () => makeRequest());
    for (const request of held) await engine.reserve(request);
    const retries = countRetries();
    const answers = await Promise.all(
      held.flatMap((request) => [engine.release(request), engine.reserve(makeRequest())]),
    );
    expect(countOutcomes(answers)).toEqual({ released: 50, reserved: 50 });
    expect(retries).toEqual([]);
  });
});

it('C4: an old snapshot keeps deleted units in the index; a search from the head locks them all, the engine’s passes none', async () => {
  await makeLevel(engine, { units: 300 });
  const [reader, buyer, observer] = await Promise.all([
    open('REPEATABLE READ'),
    open('REPEATABLE READ'),
    open(),
  ]);
  await reader.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
  const SOLD = 200;
  for (let sold = 0; sold < SOLD; sold += 1) {
    const request = makeRequest();
    await engine.reserve(request);
    await engine.claim({ ...request, orderId: uuidv7() });
  }
  let text = '';
  const stop = shop.database.observe(({ statements }) => {
    text = statements.find(({ name }) => name === 'reserve.lock_units')?.text ?? text;
  });
  await engine.reserve(makeRequest());
  stop();
  // READ COMMITTED lets go of what it passes; this level keeps all of it, so that it can be counted.
  const locksOf = async (sql: string) => {
    await buyer.query('START TRANSACTION');
    await buyer.query(sql);
    const locks = await recordLocks(observer, buyer.threadId);
    await buyer.query('ROLLBACK');
    return locks.length;
  };
  const fromTheHead = bindStatement(lockUnits, { ...level, fromUnitId: 0, quantity: 1 });
  expect(await locksOf(fromTheHead)).toBeGreaterThan(SOLD);
  // Its own unit, and the one before it that has just been taken and is deleted.
  expect(await locksOf(text)).toBeLessThanOrEqual(2);
  await reader.query('ROLLBACK');
});

describe('C7: new rows against rows deleted by another column than the key', () => {
  const table =
    '(id INT AUTO_INCREMENT PRIMARY KEY, hold_id INT NOT NULL, KEY by_hold (hold_id)); INSERT INTO reported VALUES (1, 10), (2, 20)';

  it('two deletes that find nothing lock the end of the index, and neither can add a row', async () => {
    const sessions = await stage(table, 'REPEATABLE READ');
    const [first, second] = sessions;
    await first.query('DELETE FROM reported WHERE hold_id = 30');
    await second.query('DELETE FROM reported WHERE hold_id = 31');
    const insert = 'INSERT INTO reported (hold_id) VALUES (40)';
    expect(await closeTheCircle(sessions, insert, insert)).toEqual(['ER_LOCK_DEADLOCK', 'done']);
  });

  it('deleted by key nobody waits, and 120 reserves beside deliveries and refills never retry', async () => {
    const [first, second] = await stage(table, 'REPEATABLE READ');
    await first.query('DELETE FROM reported WHERE id = 1');
    await second.query('DELETE FROM reported WHERE id = 2');
    for (const session of [first, second]) await session.query('INSERT INTO reported (hold_id) VALUES (40)');
    await Promise.all([first.query('COMMIT'), second.query('COMMIT')]);

    await makeLevel(engine, { units: 100, poolCap: 20, lowWaterMark: 5 });
    const retries = countRetries();
    const restock = (quantity: number) =>
      engine.receive({ ...level, locationId: BERLIN, quantity, referenceId: uuidv7(), actor: 'test' });
    const buying = Array.from({ length: 12 }, async () => {
      await restock(10);
      await engine.replenish(level);
      return Promise.all(Array.from({ length: 10 }, () => engine.reserve(makeRequest())));
    });
    expect(countOutcomes((await Promise.all(buying)).flat())).toEqual({ reserved: 120 });
    expect(retries).toEqual([]);
  });
});

it('C9: of two clicks that wait for a first one which is rolled back, one makes the hold and the other sees it', async () => {
  await makeLevel(engine, { units: 5 });
  const request = makeRequest();
  const [first, observer] = await Promise.all([open(), open()]);
  await first.query('START TRANSACTION');
  await first.query(
    `INSERT INTO reservations (shop_id, reservation_id, checkout_id, status, created_at, expires_at)
     VALUES (?, UUID_TO_BIN(?), UUID_TO_BIN(?), 'held', NOW(3), NOW(3) + INTERVAL 300 SECOND)`,
    [SHOP, request.reservationId, request.checkoutId],
  );
  const retries: { code: string }[] = [];
  engine.events.on('retry', (retry) => retries.push(retry));
  const answers = [engine.reserve(request), engine.reserve(request)];
  for (let waiting = 0; waiting < 2; ) {
    const [rows] = await observer.query(
      `SELECT 1 FROM performance_schema.data_locks
        WHERE OBJECT_SCHEMA = DATABASE() AND OBJECT_NAME = 'reservations' AND LOCK_STATUS = 'WAITING'`,
    );
    waiting = (rows as unknown[]).length;
  }
  await first.query('ROLLBACK');
  const both = await Promise.all(answers);
  expect(countOutcomes(both)).toEqual({ reserved: 2 });
  const units = both.map((answer) => (answer.outcome === 'reserved' ? answer.units : []));
  expect(units[0]).toEqual(units[1]);
  expect(units[0]).toHaveLength(1);
  // Both were given the key to share when the first let go, so one of them had to be thrown back.
  expect(retries.map(({ code }) => code)).toEqual(['ER_LOCK_DEADLOCK']);
});

describe('C11: INSERT … ON DUPLICATE KEY UPDATE', () => {
  const upsert = (name: number) =>
    `INSERT INTO reported (id, name, n) VALUES (${name + 100}, ${name}, 1) ON DUPLICATE KEY UPDATE n = n + 1`;

  it('deadlocks over a second unique key, under READ COMMITTED too: a duplicate there locks the gap before it', async () => {
    const sessions = await stage(
      '(id INT PRIMARY KEY, name INT NOT NULL, n INT NOT NULL, UNIQUE KEY (name)); INSERT INTO reported VALUES (1, 10, 1), (2, 20, 1), (3, 30, 1)',
    );
    const [first, second] = sessions;
    await first.query(upsert(20));
    await second.query(upsert(30));
    expect(await closeTheCircle(sessions, upsert(25), upsert(15))).toEqual(['ER_LOCK_DEADLOCK', 'done']);
  });

  it('meets nobody where the primary key is the only one', async () => {
    const [first, second] = await stage(
      '(name INT PRIMARY KEY, n INT NOT NULL); INSERT INTO reported VALUES (10, 1), (20, 1), (30, 1)',
    );
    const byKey = (name: number) =>
      `INSERT INTO reported VALUES (${name}, 1) ON DUPLICATE KEY UPDATE n = n + 1`;
    for (const [session, names] of [
      [first, [20, 25]],
      [second, [30, 15]],
    ] as const) {
      for (const name of names) await session.query(byKey(name));
    }
    await Promise.all([first.query('COMMIT'), second.query('COMMIT')]);
  });

  it('fifty shops’ first deliveries side by side, twice each, make a level each and never retry', async () => {
    const items = Array.from({ length: 50 }, (_, index) => ITEM + index);
    await makeLevel(engine);
    const retries = countRetries();
    const answers = await Promise.all(
      [...items, ...items].map((inventoryItemId) =>
        engine.receive({
          ...level,
          inventoryItemId,
          locationId: BERLIN,
          quantity: 1,
          referenceId: uuidv7(),
          actor: 'test',
        }),
      ),
    );
    expect(countOutcomes(answers)).toEqual({ done: 100 });
    expect(retries).toEqual([]);
  });
});

describe('C12: a row that is looked for, and made when it is missing', () => {
  it('deadlocks under REPEATABLE READ: both lock the same gap, and neither can insert into it', async () => {
    const sessions = await stage('(id INT PRIMARY KEY)', 'REPEATABLE READ');
    const [first, second] = sessions;
    for (const session of [first, second]) {
      await session.query('SELECT id FROM reported WHERE id = 7 FOR UPDATE');
    }
    const insert = 'INSERT INTO reported VALUES (7)';
    expect(await closeTheCircle(sessions, insert, insert)).toEqual(['ER_LOCK_DEADLOCK', 'done']);
  });
});

describe('C17: two indexes of one column each', () => {
  const update = (location: number) =>
    `UPDATE reported SET n = n - 1 WHERE sku = 1 AND location = ${location} AND n >= 1`;
  const rows = `INSERT INTO reported (sku, location, n, pad)
    WITH RECURSIVE a AS (SELECT 0 AS n UNION ALL SELECT n + 1 FROM a WHERE n < 39)
    SELECT sku.n, location.n, 10, REPEAT('x', 200) FROM a AS sku CROSS JOIN a AS location; ANALYZE TABLE reported`;
  const columns =
    'id INT AUTO_INCREMENT PRIMARY KEY, sku INT NOT NULL, location INT NOT NULL, n INT NOT NULL, pad CHAR(200) NOT NULL';

  const planOf = async (session: Connection) => {
    const [plan] = await session.query(`EXPLAIN FORMAT=TRADITIONAL ${update(1)}`);
    return (plan as { type: string }[]).map(({ type }) => type);
  };

  it('are merged, and the sale of one location waits for the sale of another', async () => {
    const [first, second, observer] = await stage(
      `(${columns}, KEY by_sku (sku), KEY by_location (location)); ${rows}`,
    );
    expect(await planOf(observer)).toEqual(['index_merge']);
    await first.query(update(1));
    const other = second.query(update(2));
    await untilBlocked(observer, second.threadId);
    await first.query('ROLLBACK');
    await other;
    await second.query('ROLLBACK');
  });

  it('as one key of both columns, nobody waits', async () => {
    const [first, second, observer] = await stage(`(${columns}, UNIQUE KEY (sku, location)); ${rows}`);
    expect(await planOf(observer)).toEqual(['range']);
    await first.query(update(1));
    await second.query(update(2));
    await Promise.all([first.query('COMMIT'), second.query('COMMIT')]);
  });
});

/** Connections, sessions and transactions when things go wrong. */
import type { RowDataPacket } from 'mysql2/promise';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '@/db/database';
import { errorCode, isConnectionLost } from '@/db/errors';
import type { PacketEvent } from '@/db/session';
import { call, type Statement } from '@/db/statement';
import { createEngine, type Engine } from '@/engine/index';
import { CountingWire } from '@/tests/support/counting-wire';
import { connect, openTestShop } from '@/tests/support/database';
import { countOutcomes, ITEM, makeLevel, makeRequest, SHOP } from '@/tests/support/factories';

const shop = openTestShop();
const POOL = 5;
let wire: CountingWire;
let database: Database;
let engine: Engine;

beforeAll(async () => {
  const through = await CountingWire.to(shop.url);
  wire = through.wire;
  database = createDatabase({
    url: through.url,
    connectionLimit: POOL,
    acquireTimeoutMs: 300,
    lockWaitTimeoutSeconds: 1,
  });
  engine = createEngine(database);
});
beforeEach(() => makeLevel(shop.engine, { units: 50 }));
afterAll(async () => {
  await database.close();
  await wire.close();
});

const statement = (sql: string): Statement => ({ name: 'test.statement', purpose: 'For a test.', sql });
const select = (sql: string) => call(statement(sql));

/** Opens every connection of the pool. */
async function openAll(): Promise<number[]> {
  let arrived = 0;
  let open = () => {};
  const allIn = new Promise<void>((resolve) => {
    open = resolve;
  });
  return Promise.all(
    Array.from({ length: POOL }, () =>
      database.session('test', async (session) => {
        arrived += 1;
        if (arrived === POOL) open();
        await allIn;
        return session.connectionId;
      }),
    ),
  );
}

describe('a pool', () => {
  it('D2: recovers at once after the server killed all its connections', async () => {
    const killer = await connect(shop);
    for (const id of await openAll()) await killer.query(`KILL ${id}`);
    await killer.end();
    const results = await Promise.all(Array.from({ length: 4 }, () => engine.reserve(makeRequest())));
    expect(countOutcomes(results)).toEqual({ reserved: 4 });
    expect(database.connections).toMatchObject({ inUse: 0, waiting: 0 });
  });

  it('recovers after the network was cut', async () => {
    await openAll();
    wire.cut();
    expect((await engine.reserve(makeRequest())).outcome).toBe('reserved');
  });

  it('D4: says busy instead of hanging when work asks for a connection while it holds one', async () => {
    const nested = Array.from({ length: POOL * 2 }, () =>
      database.transaction('test', async (tx) => {
        await tx.send(select('SELECT 1'));
        return database.session('test', (session) => session.send(select('SELECT 1')));
      }),
    );
    const results = await Promise.allSettled(nested);
    const codes = results.map((result) => (result.status === 'rejected' ? errorCode(result.reason) : 'done'));
    expect(codes).toContain('ACQUIRE_TIMEOUT');
    expect(new Set(codes)).not.toContain(undefined);
    expect(database.connections).toMatchObject({ inUse: 0, waiting: 0 });
    const results2 = await Promise.all(Array.from({ length: POOL }, () => engine.reserve(makeRequest())));
    expect(countOutcomes(results2)).toEqual({ reserved: POOL });
  });

  it('C21: a buyer who meets a row that is locked for long hears busy, and the pool is whole again', async () => {
    const request = makeRequest();
    await engine.reserve(request);
    const holder = await connect(shop);
    try {
      await holder.query('START TRANSACTION; SELECT status FROM reservations FOR UPDATE');
      const claims = await Promise.all(
        Array.from({ length: 3 }, () => engine.claim({ ...request, orderId: uuidv7() })),
      );
      expect(countOutcomes(claims)).toEqual({ busy: 3 });
    } finally {
      await holder.query('ROLLBACK');
      await holder.end();
    }
    expect(database.connections).toMatchObject({ inUse: 0, waiting: 0 });
    expect(await engine.claim({ ...request, orderId: uuidv7() })).toMatchObject({ outcome: 'claimed' });
  });

  it('lets urgent work go first and then keeps the order of arrival', async () => {
    const order: string[] = [];
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const holders = Array.from({ length: POOL }, () => database.session('test', () => gate));
    const wait = (name: string, isUrgent: boolean) =>
      database.session('test', async () => void order.push(name), { isUrgent });
    const waiters = [wait('first', false), wait('second', false), wait('urgent', true)];
    expect(database.connections.waiting).toBe(3);
    letGo();
    await Promise.all([...holders, ...waiters]);
    expect(order).toEqual(['urgent', 'first', 'second']);
  });
});

describe('a session', () => {
  it('D21, D9: is prepared before its first statement, also when all open at once', async () => {
    const settings = await Promise.all(
      Array.from({ length: POOL }, () =>
        database.session('test', async (session) => {
          const [result] = await session.send(
            select(
              'SELECT @@transaction_isolation AS isolation, @@time_zone AS zone, @@innodb_lock_wait_timeout AS seconds',
            ),
          );
          return result?.rows[0];
        }),
      ),
    );
    for (const row of settings)
      expect(row).toEqual({ isolation: 'READ-COMMITTED', zone: '+00:00', seconds: 1 });
  });

  it('reads numbers as numbers: sums, counts and values beyond 2^53 as text', async () => {
    const [result] = await database.session('test', (session) =>
      session.send(
        select('SELECT SUM(delta) AS total, COUNT(*) AS n, 9007199254740993 AS big FROM inventory_ledger'),
      ),
    );
    expect(result?.rows[0]).toEqual({ total: 50, n: 1, big: '9007199254740993' });
  });

  it('sends every statement with its tag and name, BEGIN and COMMIT included', async () => {
    const events: PacketEvent[] = [];
    const stop = database.observe((event) => events.push(event));
    await engine.reserve(makeRequest());
    stop();
    const texts = events.flatMap((event) => event.statements.map(({ text }) => text));
    expect(texts.length).toBeGreaterThan(6);
    for (const text of texts) expect(text).toMatch(/^\/\* conn_tag:checkout stmt:[a-z]+\.[a-z_]+ \*\/ /);
    const [seen] = await database.session('test', async ({ connection }) => {
      const [rows] = await connection.query<RowDataPacket[]>(
        `SELECT COUNT(*) AS n FROM performance_schema.events_statements_history
          WHERE SQL_TEXT LIKE '/* conn_tag:checkout stmt:reserve.lock_units */%'`,
      );
      return rows;
    });
    expect(seen?.n).toBeGreaterThan(0);
  });

  it('a value can never become a statement', async () => {
    const evil = "x'; DROP TABLE shops; -- \\'";
    const [result] = await database.session('test', (session) =>
      session.send(call(statement('SELECT :text AS text'), { text: evil })),
    );
    expect(result?.rows[0]?.text).toBe(evil);
    expect(() => call(statement('SELECT :n'), {})).not.toThrow();
    await expect(
      database.session('test', (session) => session.send(call(statement('SELECT :n'), {}))),
    ).rejects.toThrow('no value for :n');
    await expect(
      database.session('test', (session) => session.send(call(statement('SELECT :n'), { n: Number.NaN }))),
    ).rejects.toThrow('not a safe integer');
  });
});

describe('a transaction', () => {
  it('D6: runs at READ COMMITTED and leaves the session as it was', async () => {
    await database.transaction('test', async (tx) => {
      await tx.send(select('SELECT COUNT(*) FROM shops'));
      const observer = await connect(shop);
      const [rows] = await observer.query<RowDataPacket[]>(
        `SELECT trx.ISOLATION_LEVEL AS level FROM performance_schema.events_transactions_current AS trx
           JOIN performance_schema.threads AS thread USING (THREAD_ID)
          WHERE thread.PROCESSLIST_ID = ? AND trx.STATE = 'ACTIVE'`,
        [tx.session.connectionId],
      );
      await observer.end();
      expect(rows).toEqual([{ level: 'READ COMMITTED' }]);
    });
  });

  it('D19: every statement of it is on one connection', async () => {
    const ids = await database.transaction('test', async (tx) => {
      const [first] = await tx.send(select('SELECT CONNECTION_ID() AS id'));
      const [second] = await tx.send(select('SELECT CONNECTION_ID() AS id'));
      return [first?.rows[0]?.id, second?.rows[0]?.id];
    });
    expect(ids[0]).toBe(ids[1]);
  });

  it('C19: a lock wait timeout rolls back all of it, not only the statement', async () => {
    const holder = await connect(shop);
    try {
      await holder.query('START TRANSACTION; SELECT unpooled FROM inventory_levels FOR UPDATE');
      const failing = database.transaction('test', async (tx) => {
        await tx.send(
          select("INSERT INTO shops (shop_id, slug, name, currency) VALUES (9, 'nine', 'Nine', 'EUR')"),
        );
        await tx.send(select('UPDATE inventory_levels SET unpooled = 0'));
      });
      await expect(failing).rejects.toMatchObject({ code: 'ER_LOCK_WAIT_TIMEOUT' });
    } finally {
      await holder.query('ROLLBACK');
      await holder.end();
    }
    const [result] = await database.session('test', (session) =>
      session.send(select('SELECT COUNT(*) AS n FROM shops WHERE shop_id = 9')),
    );
    expect(result?.rows[0]?.n).toBe(0);
  });

  it('D14: connections killed before BEGIN or in the middle are lost without a trace', async () => {
    const killer = await connect(shop);
    for (let round = 0; round < 10; round += 1) {
      const failing = database.transaction('test', async (tx) => {
        if (round % 2) await tx.send(select('SELECT 1'));
        await killer.query(`KILL ${tx.session.connectionId}`);
        await tx.send(select('SELECT 1'));
      });
      const error = await failing.catch((reason: unknown) => reason);
      expect(isConnectionLost(error), String(error)).toBe(true);
    }
    await killer.end();
    expect(database.connections).toMatchObject({ inUse: 0, waiting: 0 });
    expect((await engine.reserve(makeRequest())).outcome).toBe('reserved');
  });

  it('A29: a claim whose connection breaks while it is under way is finished by the retry, once', async () => {
    const request = makeRequest();
    await engine.reserve(request);
    let isCut = false;
    const result = await engine.claim({ ...request, orderId: uuidv7() }, async () => {
      if (isCut) return;
      isCut = true;
      wire.cut();
    });
    expect(result.outcome).toBe('claimed');
    expect(await shop.engine.availability(SHOP, [ITEM])).toMatchObject([{ onHand: 49, held: 0 }]);
  });

  it('D11: the second of two identical changes matches no row, whatever the driver counts', async () => {
    const request = makeRequest();
    await engine.reserve(request);
    expect(await engine.release(request)).toEqual({ outcome: 'released', isRepeat: false });
    expect(await engine.release(request)).toEqual({ outcome: 'released', isRepeat: true });
  });
});

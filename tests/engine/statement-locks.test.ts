/**
 * What each hot statement locks, read from data_locks while it is held, at list lengths from 1 to 200 on small and large
 * tables; and for each a second session that holds every row not on the list while the statement must not wait. EXPLAIN
 * is no proof: a plan that reads more than the list locks more than the list.
 */
import type { Connection } from 'mysql2/promise';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bindStatement, type Statement, type Values } from '@/db/statement';
import { claimReservation } from '@/engine/sql/claim-reservation';
import { deductLedger } from '@/engine/sql/deduct-ledger';
import { dropReservedUnit } from '@/engine/sql/drop-reserved-unit';
import { dropReservedUnits } from '@/engine/sql/drop-reserved-units';
import { expireReservation } from '@/engine/sql/expire-reservation';
import { extendReservation } from '@/engine/sql/extend-reservation';
import { findExpired } from '@/engine/sql/find-expired';
import { holdUnits } from '@/engine/sql/hold-units';
import { lockExpired } from '@/engine/sql/lock-expired';
import { lockLevel } from '@/engine/sql/lock-level';
import { lockLevels } from '@/engine/sql/lock-levels';
import { lockUnits, lockUnitsOf } from '@/engine/sql/lock-units';
import { readLevel } from '@/engine/sql/read-level';
import { recordSoldUnits } from '@/engine/sql/record-sold-units';
import { releaseReservation } from '@/engine/sql/release-reservation';
import { returnUnits } from '@/engine/sql/return-units';
import { takeUnit } from '@/engine/sql/take-unit';
import { takeUnits } from '@/engine/sql/take-units';
import { connect, openTestShop } from '@/tests/support/database';
import { BERLIN, ITEM, makeLevel, makeRequest, SHOP } from '@/tests/support/factories';
import { recordLocks } from '@/tests/support/locks';

const shop = openTestShop();
const { engine } = shop;
const level = { shopId: SHOP, inventoryItemId: ITEM, inventoryGroupId: BERLIN };
/** [units on the list, units in the table] */
const SIZES = [1, 2, 10, 100, 200].flatMap((listed) => [
  [listed, listed + 5],
  [listed, 6_000],
]) as [number, number][];

let session: Connection;
let rival: Connection;
let observer: Connection;

beforeEach(async () => {
  [session, rival, observer] = await Promise.all([connect(shop), connect(shop), connect(shop)]);
  for (const connection of [session, rival]) {
    // A statement that waits for anything fails at once, so that "it did not wait" is not a matter of time.
    await connection.query(
      "SET innodb_lock_wait_timeout = 1, transaction_isolation = 'READ-COMMITTED'; START TRANSACTION",
    );
  }
});

afterEach(async () => {
  for (const connection of [session, rival]) await connection.query('ROLLBACK');
  await Promise.all([session.end(), rival.end(), observer.end()]);
});

async function run(connection: Connection, statement: Statement, values: Values) {
  const [result] = await connection.query(bindStatement(statement, values));
  return result as { length?: number; affectedRows?: number };
}

const locksOf = (connection: Connection) => recordLocks(observer, connection.threadId);
const unitLock = (id: number, item = ITEM) =>
  `available_units PRIMARY X,REC_NOT_GAP ${SHOP}, ${item}, ${BERLIN}, ${id}`;

/** Every second unit, so that the list has gaps everywhere; the last ones fill up what is missing. */
function listOf(listed: number, total: number): number[] {
  const step = Math.max(1, Math.floor(total / listed));
  return Array.from({ length: listed }, (_, index) => 1 + index * step);
}

describe('reserve.lock_units', () => {
  it.each(SIZES)(
    'locks the first %i of %i units, one record each, and nothing else',
    async (quantity, total) => {
      await makeLevel(engine, { units: total, poolCap: 10_000 });
      await run(session, lockUnits, { ...level, fromUnitId: 0, quantity });
      const ids = Array.from({ length: quantity }, (_, index) => index + 1);
      expect(await locksOf(session)).toEqual(ids.map((id) => unitLock(id)).sort());
    },
  );

  it('C1: gives a second session other units at once, without a filesort', async () => {
    await makeLevel(engine, { units: 100 });
    await run(session, lockUnits, { ...level, fromUnitId: 0, quantity: 1 });
    expect(await run(rival, lockUnits, { ...level, fromUnitId: 0, quantity: 1 })).toMatchObject([{ id: 2 }]);
    expect(await locksOf(session)).toEqual([unitLock(1)]);
    expect(await locksOf(rival)).toEqual([unitLock(2)]);
  });

  it('starts at the given place', async () => {
    await makeLevel(engine, { units: 50 });
    await run(session, lockUnits, { ...level, fromUnitId: 20, quantity: 2 });
    expect(await locksOf(session)).toEqual([unitLock(20), unitLock(21)]);
  });

  it('locks each arm of a cart up to its own limit', async () => {
    await makeLevel(engine, { units: 50 });
    await makeLevel(engine, { units: 50, inventoryItemId: ITEM + 1 });
    const cart = { inventoryItemId1: ITEM, inventoryGroupId1: BERLIN, fromUnitId1: 0, quantity1: 3 };
    const second = { inventoryItemId2: ITEM + 1, inventoryGroupId2: BERLIN, fromUnitId2: 0, quantity2: 2 };
    await run(session, lockUnitsOf(2), { shopId: SHOP, ...cart, ...second });
    expect(await locksOf(session)).toEqual(
      [1, 2, 3].map((id) => unitLock(id)).concat([1, 2].map((id) => unitLock(id, ITEM + 1))),
    );
  });

  it('finds fewer units than there are rows when others hold them: fewer is not sold out', async () => {
    await makeLevel(engine, { units: 10 });
    await run(rival, lockUnits, { ...level, fromUnitId: 0, quantity: 8 });
    expect(await run(session, lockUnits, { ...level, fromUnitId: 0, quantity: 5 })).toHaveLength(2);
  });
});

describe('reserve.take_units', () => {
  it.each(SIZES)('locks %i listed of %i units while a rival holds all others', async (listed, total) => {
    await makeLevel(engine, { units: total, poolCap: 10_000 });
    const ids = listOf(listed, total);
    await rival.query(
      `SELECT id FROM available_units WHERE shop_id = ? AND inventory_item_id = ? AND inventory_group_id = ?
          AND id NOT IN (?) ORDER BY id FOR UPDATE`,
      [SHOP, ITEM, BERLIN, ids],
    );
    const units = JSON.stringify(ids.map((id) => [ITEM, BERLIN, id]));
    expect(await run(session, takeUnits, { shopId: SHOP, units })).toMatchObject({ affectedRows: listed });
    expect(await locksOf(session)).toEqual(ids.map((id) => unitLock(id)).sort());
  });
});

describe('reserve.take_unit', () => {
  it.each([2, 5, 6_000])('locks the one unit of %i while a rival holds all others', async (total) => {
    await makeLevel(engine, { units: total, poolCap: 10_000 });
    await rival.query('SELECT id FROM available_units WHERE shop_id = ? AND id <> 2 FOR UPDATE', [SHOP]);
    expect(await run(session, takeUnit, { ...level, unitId: 2 })).toMatchObject({ affectedRows: 1 });
    expect(await locksOf(session)).toEqual([unitLock(2)]);
  });
});

describe('reserve.hold_units', () => {
  it.each(SIZES)(
    'inserts %i units beside %i without a gap lock, and lists no lock',
    async (listed, total) => {
      const id = uuidv7();
      const others = JSON.stringify(
        Array.from({ length: total }, (_, index) => [ITEM, BERLIN, 10_000 + index]),
      );
      await run(rival, holdUnits, { shopId: SHOP, reservationId: uuidv7(), units: others });
      const units = JSON.stringify(Array.from({ length: listed }, (_, index) => [ITEM, BERLIN, index + 1]));
      expect(await run(session, holdUnits, { shopId: SHOP, reservationId: id, units })).toMatchObject({
        affectedRows: listed,
      });
      // InnoDB doesn't list the implicit locks of rows just inserted; anything listed would be more than that.
      expect(await locksOf(session)).toEqual([]);
    },
  );
});

describe('the end of a hold', () => {
  const HOLD_SIZES = [1, 2, 10, 100, 200].flatMap((held) => [
    [held, 1],
    [held, 300],
  ]) as [number, number][];

  /** A hold of `held` units, and `others` holds of one unit whose rows a rival then holds. */
  async function makeHolds(held: number, others: number) {
    await makeLevel(engine, { units: held + others, poolCap: 10_000 });
    const lines = [{ inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity: held }];
    const request = makeRequest({ lines });
    expect((await engine.reserve(request)).outcome).toBe('reserved');
    await Promise.all(Array.from({ length: others }, () => engine.reserve(makeRequest())));
    const mine = request.reservationId;
    const other = 'reservation_id <> UUID_TO_BIN(?)';
    await rival.query(`SELECT status FROM reservations WHERE shop_id = 1 AND ${other} FOR UPDATE`, [mine]);
    await rival.query(`SELECT id FROM reserved_units WHERE shop_id = 1 AND ${other} FOR UPDATE`, [mine]);
    await rival.query(`SELECT quantity FROM reservation_lines WHERE shop_id = 1 AND ${other} FOR UPDATE`, [
      mine,
    ]);
    return { shopId: SHOP, reservationId: mine };
  }

  const tableCounts = async () => {
    const counts: Record<string, number> = {};
    for (const lock of await locksOf(session)) {
      const [table, index, mode] = lock.split(' ');
      const key = `${table} ${index} ${mode}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
    return counts;
  };

  it.each(HOLD_SIZES)(
    'a claim of %i units beside %i other holds locks its own rows only',
    async (held, others) => {
      const hold = await makeHolds(held, others);
      expect(await run(session, claimReservation, hold)).toMatchObject({ affectedRows: 1 });
      expect(await tableCounts()).toEqual({ 'reservations PRIMARY X,REC_NOT_GAP': 1 });
      await run(session, recordSoldUnits, { ...hold, orderId: uuidv7() });
      await run(session, deductLedger, { ...hold, actor: 'test' });
      // Both read the hold without locking it.
      expect(await tableCounts()).toEqual({ 'reservations PRIMARY X,REC_NOT_GAP': 1 });
      expect(await run(session, dropReservedUnits, hold)).toMatchObject({ affectedRows: held });
      expect(await tableCounts()).toEqual({
        'reservations PRIMARY X,REC_NOT_GAP': 1,
        'reservation_lines PRIMARY S,REC_NOT_GAP': 1,
        'reserved_units PRIMARY X,REC_NOT_GAP': held,
      });
    },
  );

  it.each([1, 300])('a claim of one unit by its key beside %i other holds locks that one', async (others) => {
    const hold = await makeHolds(1, others);
    const [rows] = await observer.query(
      'SELECT id FROM reserved_units WHERE reservation_id = UUID_TO_BIN(?)',
      [hold.reservationId],
    );
    const [{ id: unitId } = { id: 0 }] = rows as { id: number }[];
    expect(await run(session, dropReservedUnit, { ...level, ...hold, unitId })).toMatchObject({
      affectedRows: 1,
    });
    expect(await tableCounts()).toEqual({ 'reserved_units PRIMARY X,REC_NOT_GAP': 1 });
  });

  it.each(HOLD_SIZES)(
    'a release of %i units beside %i other holds locks its own rows only',
    async (held, others) => {
      const hold = await makeHolds(held, others);
      expect(await run(session, releaseReservation, hold)).toMatchObject({ affectedRows: 1 });
      const [rows] = await observer.query(
        'SELECT id FROM reserved_units WHERE reservation_id = UUID_TO_BIN(?)',
        [hold.reservationId],
      );
      expect(await run(session, returnUnits, hold)).toMatchObject({ affectedRows: held });
      await run(session, dropReservedUnits, hold);
      const { 'available_units PRIMARY S,REC_NOT_GAP': ownPlaces = 0, ...locks } = await tableCounts();
      expect(locks).toEqual({
        'reservations PRIMARY X,REC_NOT_GAP': 1,
        'reservation_lines PRIMARY S,REC_NOT_GAP': 1,
        'reserved_units PRIMARY X,REC_NOT_GAP': held,
      });
      // Until purge has passed, the check for a duplicate reads, and locks, the unit's own delete-marked row in the pool.
      const own = (rows as { id: number }[]).map(
        ({ id }) => `available_units PRIMARY S,REC_NOT_GAP 1, ${ITEM}, 1, ${id}`,
      );
      const inPool = (await locksOf(session)).filter((lock) => lock.startsWith('available_units'));
      expect(inPool).toHaveLength(ownPlaces);
      expect(own).toEqual(expect.arrayContaining(inPool));
    },
  );

  it('extend and expire lock the header only', async () => {
    const hold = await makeHolds(3, 5);
    await run(session, extendReservation, { ...hold, extensionSeconds: 60 });
    expect(await tableCounts()).toEqual({ 'reservations PRIMARY X,REC_NOT_GAP': 1 });
    await session.query('ROLLBACK; START TRANSACTION');
    await session.query('UPDATE reservations SET expires_at = NOW(3) WHERE reservation_id = UUID_TO_BIN(?)', [
      hold.reservationId,
    ]);
    await session.query('COMMIT; START TRANSACTION');
    await run(session, expireReservation, hold);
    expect(await tableCounts()).toEqual({ 'reservations PRIMARY X,REC_NOT_GAP': 1 });
  });

  it.each([1, 2, 10, 100, 200])(
    'the sweeper locks %i listed headers and skips those that others hold',
    async (listed) => {
      await makeLevel(engine, { units: listed * 2, poolCap: 10_000 });
      const requests = Array.from({ length: listed * 2 }, () => makeRequest());
      for (const request of requests) await engine.reserve(request);
      await shop.database.session('test', ({ connection }) =>
        connection.query('UPDATE reservations SET expires_at = NOW(3) - INTERVAL 1 SECOND'),
      );
      const ids = requests.map(({ reservationId }) => reservationId).sort();
      const [mine, others] = [
        ids.filter((_, index) => index % 2 === 0),
        ids.filter((_, index) => index % 2 === 1),
      ];
      for (const id of others) {
        await rival.query(
          'SELECT 1 FROM reservations WHERE shop_id = 1 AND reservation_id = UUID_TO_BIN(?) FOR UPDATE',
          [id],
        );
      }
      // Looking for them locks nothing, so that a claim never waits for a sweeper's index entry.
      expect(await run(session, findExpired, { shopId: SHOP, batchSize: 1_000 })).toHaveLength(listed * 2);
      expect(await locksOf(session)).toEqual([]);
      const all = await run(session, lockExpired, { shopId: SHOP, reservationIds: JSON.stringify(ids) });
      expect(all).toHaveLength(mine.length);
      expect(await tableCounts()).toEqual({ 'reservations PRIMARY X,REC_NOT_GAP': mine.length });
    },
  );
});

describe('levels', () => {
  it.each([1, 2, 10, 300])(
    'a refill locks one of %i level rows while a rival holds all others',
    async (total) => {
      for (let item = 0; item < total; item += 1)
        await makeLevel(engine, { inventoryItemId: ITEM + item, isPooled: false });
      await rival.query('SELECT 1 FROM inventory_levels WHERE inventory_item_id <> ? FOR UPDATE', [ITEM]);
      await run(session, lockLevel, level);
      expect(await locksOf(session)).toEqual([
        `inventory_levels PRIMARY X,REC_NOT_GAP ${SHOP}, ${ITEM}, ${BERLIN}`,
      ]);
      // Reading the figures takes no lock beside it.
      await run(session, readLevel, level);
      expect(await locksOf(session)).toHaveLength(1);
    },
  );

  it.each([2, 3, 10, 300])(
    'a transfer locks two of %i level rows while a rival holds all others',
    async (total) => {
      for (let item = 0; item < total; item += 1)
        await makeLevel(engine, { inventoryItemId: ITEM + item, isPooled: false });
      const wanted = [ITEM, ITEM + total - 1];
      await rival.query('SELECT 1 FROM inventory_levels WHERE inventory_item_id NOT IN (?) FOR UPDATE', [
        wanted,
      ]);
      const levels = JSON.stringify(wanted.map((item) => [item, BERLIN]));
      expect(await run(session, lockLevels, { shopId: SHOP, levels })).toHaveLength(2);
      expect(await locksOf(session)).toEqual(
        wanted.map((item) => `inventory_levels PRIMARY X,REC_NOT_GAP ${SHOP}, ${item}, ${BERLIN}`),
      );
    },
  );
});

/**
 * Two transactions that each take many units of one item, as the lanes of coalesced reserves do. Deleted by a list of ids
 * they meet in each other's rows; deleted by a join to the list they don't. docs/performance.md shows these locks.
 */
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bindStatement } from '@/db/statement';
import { lockUnits } from '@/engine/sql/lock-units';
import { takeUnits } from '@/engine/sql/take-units';
import { connect, openTestShop } from '@/tests/support/database';
import { BERLIN, ITEM, makeLevel, SHOP } from '@/tests/support/factories';
import { recordLocks, untilBlocked } from '@/tests/support/locks';

const shop = openTestShop();
const level = { shopId: SHOP, inventoryItemId: ITEM, inventoryGroupId: BERLIN };
const BATCH = 64;

let lanes: [Connection, Connection];
let observer: Connection;

/** Each lane has locked units of its own: 1 to 64, and 65 to 128. */
beforeEach(async () => {
  await makeLevel(shop.engine, { units: 200 });
  observer = await connect(shop);
  lanes = [await connect(shop), await connect(shop)];
  for (const [index, lane] of lanes.entries()) {
    await lane.query("SET transaction_isolation = 'READ-COMMITTED'; START TRANSACTION");
    await lane.query(bindStatement(lockUnits, { ...level, fromUnitId: 1 + index * BATCH, quantity: BATCH }));
  }
});

afterEach(async () => {
  for (const lane of lanes) await lane.query('ROLLBACK');
  await Promise.all([...lanes, observer].map((connection) => connection.end()));
});

const idsOf = (lane: number) => Array.from({ length: BATCH }, (_, index) => 1 + lane * BATCH + index);

const deleteByIds = (lane: number) =>
  `DELETE FROM available_units
    WHERE shop_id = ${SHOP} AND inventory_item_id = ${ITEM} AND inventory_group_id = ${BERLIN}
      AND id IN (${idsOf(lane).join(', ')})`;

const deleteByJoin = (lane: number) =>
  bindStatement(takeUnits, {
    shopId: SHOP,
    units: JSON.stringify(idsOf(lane).map((id) => [ITEM, BERLIN, id])),
  });

/** The record that a connection waits for. */
async function waitedFor(connection: Connection): Promise<string | undefined> {
  const [rows] = await observer.query<RowDataPacket[]>(
    `SELECT LOCK_DATA AS data
       FROM performance_schema.data_locks AS wanted
       JOIN performance_schema.threads AS thread ON thread.THREAD_ID = wanted.THREAD_ID
      WHERE thread.PROCESSLIST_ID = ? AND wanted.LOCK_STATUS = 'WAITING'`,
    [connection.threadId],
  );
  return rows[0]?.data;
}

describe('two lanes on one item', () => {
  it('deadlock when each deletes its units by a list of ids: the plan reads the rows of the other', async () => {
    const [plan] = await lanes[0].query<RowDataPacket[]>(`EXPLAIN FORMAT=TRADITIONAL ${deleteByIds(0)}`);
    expect(plan[0]).toMatchObject({ type: 'ALL', key: null });

    const first = lanes[0].query(deleteByIds(0)).then(
      () => 'done',
      ({ code }) => code,
    );
    await untilBlocked(observer, lanes[0].threadId);
    // Its own 64 are deleted; the 65th was never on its list.
    expect(await waitedFor(lanes[0])).toBe(`${SHOP}, ${ITEM}, ${BERLIN}, 65`);

    const second = lanes[1].query(deleteByIds(1)).then(
      () => 'done',
      ({ code }) => code,
    );
    const outcomes = await Promise.all([first, second]);
    expect(outcomes.sort()).toEqual(['ER_LOCK_DEADLOCK', 'done']);
  });

  it('pass each other when each deletes by a join to its list: no lock beyond the list', async () => {
    for (const [lane, connection] of lanes.entries()) {
      await connection.query(deleteByJoin(lane));
      const expected = idsOf(lane).map(
        (id) => `available_units PRIMARY X,REC_NOT_GAP ${SHOP}, ${ITEM}, ${BERLIN}, ${id}`,
      );
      expect(await recordLocks(observer, connection.threadId)).toEqual(expected.sort());
    }
  });
});

/** The panel against situations staged on a real MySQL: what it sends is what was staged. */
import type { Connection } from 'mysql2/promise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Sampler, type Viewer } from '@/app/api/live/sampler';
import type { Snapshot } from '@/app/api/live/snapshot';
import { waitTrees } from '@/components/live/wait-tree';
import { connect, openTestShop } from '@/tests/support/database';
import { BERLIN, ITEM, makeLevel, makeRequest, SHOP } from '@/tests/support/factories';
import { untilBlocked } from '@/tests/support/locks';

const shop = openTestShop();
const KEY = `${ITEM}:${BERLIN}`;
const UNIT_7 = `SELECT id FROM available_units WHERE shop_id = ${SHOP} AND inventory_item_id = ${ITEM} AND inventory_group_id = ${BERLIN} AND id = 7 FOR UPDATE`;

let sampler: Sampler;
let sessions: Connection[];

beforeEach(() => {
  sampler = new Sampler({ engine: shop.engine, everyMs: 50 });
  sessions = [];
});

afterEach(async () => {
  await sampler.close();
  for (const session of sessions) session.destroy();
  expect(sampler.isRunning).toBe(false);
});

async function open(): Promise<Connection> {
  const session = await connect(shop);
  sessions.push(session);
  return session;
}

function viewer(onSnapshot: (snapshot: Snapshot) => void = () => {}): Viewer {
  return {
    target: { shopId: SHOP, runId: null },
    isReady: () => true,
    send: (text) => onSnapshot(JSON.parse(text)),
    close: () => {},
  };
}

/** The first reading that `isIt` holds for. */
function until(isIt: (snapshot: Snapshot) => boolean): Promise<Snapshot> {
  return new Promise((resolve) => {
    sampler.watch(viewer((snapshot) => isIt(snapshot) && resolve(snapshot)));
  });
}

const edgesOf = ({ locks }: Snapshot) => (locks.state === 'read' ? locks.value.edges : []);

describe('the panel', () => {
  it('shows each level with its pool, holds and checked books', async () => {
    await makeLevel(shop.engine, { units: 100, poolCap: 60, lowWaterMark: 10 });
    await shop.engine.reserve(
      makeRequest({ lines: [{ inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity: 3 }] }),
    );
    const { stock } = await until((snapshot) => snapshot.isFull && snapshot.stock.state === 'read');
    if (stock.state !== 'read') throw new Error(stock.state);
    expect(stock.value.totals).toEqual({ pooled: 57, unpooled: 40, held: 3 });
    expect(stock.value.levels).toMatchObject([
      {
        key: KEY,
        pooled: 57,
        unpooled: 40,
        held: 3,
        poolCap: 60,
        lowWaterMark: 10,
        books: { isSound: true, ledger: 100, problems: [] },
      },
    ]);
    expect(stock.value.books).toMatchObject({ checked: 1, broken: [] });
  });

  it('names who waits for whom, for which unit, in words', async () => {
    await makeLevel(shop.engine);
    const [blocker, waiter, observer] = await Promise.all([open(), open(), open()]);
    await blocker.query(`START TRANSACTION; /* conn_tag:promotions stmt:promotions.recount */ ${UNIT_7}`);
    await waiter.query('START TRANSACTION');
    const taken = waiter.query(`/* conn_tag:reserve stmt:reserve.take */ ${UNIT_7}`);
    await untilBlocked(observer, waiter.threadId);
    const snapshot = await until((one) => edgesOf(one).length > 0);
    expect(edgesOf(snapshot)).toMatchObject([
      {
        waiting: waiter.threadId,
        blocking: blocker.threadId,
        table: 'available_units',
        index: 'PRIMARY',
        mode: 'X,REC_NOT_GAP',
        words: 'exclusive, this record only',
        heldWords: 'exclusive, this record only',
      },
    ]);
    expect(edgesOf(snapshot)[0]?.record).toContain(`unit 7 of item ${ITEM}`);
    expect(waitTrees(edgesOf(snapshot))).toMatchObject([
      { connectionId: blocker.threadId, waiters: [{ connectionId: waiter.threadId }] },
    ]);
    const { transactions } = snapshot.server;
    if (transactions.state !== 'read') throw new Error(transactions.state);
    const idle = transactions.value.find(({ connectionId }) => connectionId === blocker.threadId);
    expect(idle).toMatchObject({ tag: 'promotions', statement: 'promotions.recount' });
    expect(idle?.idleMs).not.toBeNull();
    await blocker.query('ROLLBACK');
    await taken;
    await waiter.query('ROLLBACK');
  });

  it('C22: shows a change of a table that waits behind an idle transaction', async () => {
    await makeLevel(shop.engine);
    const [reader, changer] = await Promise.all([open(), open()]);
    await reader.query('START TRANSACTION; SELECT COUNT(*) FROM sold_units');
    await changer.query('SET lock_wait_timeout = 60');
    const change = changer.query("ALTER TABLE sold_units COMMENT = ''");
    const snapshot = await until((one) => edgesOf(one).some(({ kind }) => kind === 'table definition'));
    expect(edgesOf(snapshot)).toMatchObject([
      { waiting: changer.threadId, blocking: reader.threadId, table: 'sold_units' },
    ]);
    await reader.query('ROLLBACK');
    await change;
  });

  it('shows the last deadlock as two sides, one of them rolled back', async () => {
    await makeLevel(shop.engine);
    const [first, second, observer] = await Promise.all([open(), open(), open()]);
    const unit = (id: number) => UNIT_7.replace('id = 7', `id = ${id}`);
    await first.query(`START TRANSACTION; ${unit(1)}`);
    await second.query(`START TRANSACTION; ${unit(2)}`);
    const waits = first.query(unit(2)).then(
      () => 'went on',
      (error: { code: string }) => error.code,
    );
    await untilBlocked(observer, first.threadId);
    const closes = second.query(unit(1)).then(
      () => 'went on',
      (error: { code: string }) => error.code,
    );
    const endings = async () => {
      const ended = await Promise.race([waits, closes]);
      await Promise.all([first, second].map((session) => session.query('ROLLBACK')));
      return [ended, ...(await Promise.all([waits, closes]))];
    };
    expect(await endings()).toContain('ER_LOCK_DEADLOCK');
    const { server } = await until(
      ({ server: { status } }) =>
        status.state === 'read' &&
        (status.value.deadlock?.sides.some(({ connectionId }) => connectionId === first.threadId) ?? false),
    );
    if (server.status.state !== 'read') throw new Error(server.status.state);
    const sides = server.status.value.deadlock?.sides ?? [];
    expect(sides.map(({ connectionId }) => connectionId)).toEqual([first.threadId, second.threadId]);
    expect(sides.filter(({ isVictim }) => isVictim)).toHaveLength(1);
    expect(sides[0]?.holds[0]?.record).toContain(`unit 1 of item ${ITEM}`);
    expect(sides[0]?.waitsFor[0]?.record).toContain(`unit 2 of item ${ITEM}`);
  });

  it('F7: takes no more viewers than it may, and ends with the last of fifty', async () => {
    const viewers = Array.from({ length: 50 }, () => viewer());
    const leavings = viewers.map((one) => sampler.watch(one));
    expect(sampler.viewers).toBe(50);
    expect(sampler.isRunning).toBe(true);
    const more = Array.from({ length: 20 }, () => sampler.watch(viewer()));
    expect(more.filter((leave) => leave === undefined)).toHaveLength(10);
    await Promise.all([...leavings, ...more].map((leave) => leave?.()));
    expect(sampler.viewers).toBe(0);
    expect(sampler.isRunning).toBe(false);
  });
});

/** The panel against situations staged on a real MySQL: what it sends is what was staged. */
import type { Connection } from 'mysql2/promise';
import { createElement } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Snapshot } from '@/app/api/live/snapshot';
import { BooksLight } from '@/components/live/books-light';
import { ConnectionTable } from '@/components/live/connection-table';
import { DeadlockView } from '@/components/live/deadlock-view';
import { InnodbFigures, keepsPurgeBack } from '@/components/live/innodb-figures';
import { LockGroups } from '@/components/live/lock-groups';
import { RefillList } from '@/components/live/refill-list';
import { StatementTable } from '@/components/live/statement-table';
import { TransactionList } from '@/components/live/transaction-list';
import { WaitGraph } from '@/components/live/wait-graph';
import { waitTrees } from '@/components/live/wait-tree';
import { readBooks } from '@/db/panel/books';
import { readUnit } from '@/db/panel/units';
import { call } from '@/db/statement';
import type { ReserveRequest } from '@/engine/index';
import { connect, openTestShop } from '@/tests/support/database';
import { BERLIN, ITEM, makeLevel, makeRequest, SHOP } from '@/tests/support/factories';
import { makeGate } from '@/tests/support/gate';
import { untilBlocked, untilWaitingFor } from '@/tests/support/locks';
import {
  edgesOf,
  makeViewer,
  openPanel,
  readOf,
  stockOf,
  type TestPanel,
  textOf,
} from '@/tests/support/panel';

const shop = openTestShop();
const KEY = `${ITEM}:${BERLIN}`;
const UNIT_7 = `SELECT id FROM available_units WHERE shop_id = ${SHOP} AND inventory_item_id = ${ITEM} AND inventory_group_id = ${BERLIN} AND id = 7 FOR UPDATE`;

let panel: TestPanel;
let sessions: Connection[];

beforeEach(() => {
  panel = openPanel({ engine: shop.engine });
  sessions = [];
});

afterEach(async () => {
  await panel.close();
  for (const session of sessions) session.destroy();
  expect(panel.sampler.isRunning).toBe(false);
});

async function open(): Promise<Connection> {
  const session = await connect(shop);
  sessions.push(session);
  return session;
}

const until = (isIt: (snapshot: Snapshot) => boolean) => panel.until(isIt);

const transactionsOf = ({ server }: Snapshot) =>
  new Map(readOf(server.transactions).map((one) => [one.connectionId, one]));

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
    const text = textOf(
      createElement(WaitGraph, { picture: readOf(snapshot.locks), transactions: transactionsOf(snapshot) }),
    );
    expect(text).toMatch(/^promotions connection \d+ holds up 1 session/);
    expect(text).toContain('idle for');
    expect(text).toMatch(
      /reserve connection \d+ waits .* for unit 7 of item 100 at group 1, exclusive, this record only/,
    );
    expect(text).toContain('available_units PRIMARY X,REC_NOT_GAP');
    expect(textOf(createElement(LockGroups, { picture: readOf(snapshot.locks) }))).toMatch(
      /available_units PRIMARY exclusive, this record only X,REC_NOT_GAP 1 1 .*A row that was just inserted is locked without being listed/,
    );
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
    const text = textOf(createElement(DeadlockView, { deadlock: server.status.value.deadlock }));
    expect(text).toMatch(/Held unit 1 of item 100 at group 1, exclusive, this record only/);
    expect(text).toMatch(/Waited for unit 2 of item 100/);
    expect(text.match(/rolled back|went on/g)?.sort()).toEqual(['rolled back', 'went on']);
  });

  it('C19: a wait that timed out leaves its transaction open, and the locks of its first statement with it', async () => {
    await makeLevel(shop.engine);
    const [holder, buyer] = await Promise.all([open(), open()]);
    await holder.query(`START TRANSACTION; ${UNIT_7}`);
    await buyer.query('SET innodb_lock_wait_timeout = 1');
    await buyer.query(
      `START TRANSACTION; /* conn_tag:cart stmt:cart.take */ ${UNIT_7.replace('id = 7', 'id = 3')}`,
    );
    const before = readOf((await until(() => true)).server.metrics).lockTimeouts;
    await expect(buyer.query(`/* conn_tag:cart stmt:cart.take */ ${UNIT_7}`)).rejects.toMatchObject({
      errno: 1205,
    });
    const unit3 = `${ITEM}:${BERLIN}:3`;
    const snapshot = await until(
      ({ locks, server }) =>
        locks.state === 'read' &&
        locks.value.edges.length === 0 &&
        locks.value.unitLocks.some(({ key }) => key === unit3) &&
        readOf(server.metrics).lockTimeouts > before,
    );
    expect(readOf(snapshot.locks).unitLocks).toContainEqual({
      key: unit3,
      place: 'pool',
      connectionId: buyer.threadId,
      words: 'exclusive, this record only',
    });
    const stays = transactionsOf(snapshot).get(buyer.threadId);
    expect(stays).toMatchObject({ tag: 'cart', runningMs: null });
    expect(stays?.idleMs).not.toBeNull();
    await Promise.all([holder, buyer].map((session) => session.query('ROLLBACK')));
  });

  it('C4: names the idle snapshot that keeps purge back, with an alert on the history', async () => {
    await makeLevel(shop.engine);
    const [reader, writer] = await Promise.all([open(), open()]);
    await reader.query('SET SESSION transaction_isolation = "REPEATABLE-READ"');
    await reader.query(
      'START TRANSACTION WITH CONSISTENT SNAPSHOT; /* conn_tag:report stmt:report.read */ SELECT COUNT(*) FROM available_units',
    );
    await writer.query(
      'CREATE TABLE churn (id INT PRIMARY KEY, n INT NOT NULL); INSERT INTO churn VALUES (1, 0)',
    );
    try {
      await writer.query(
        `CREATE PROCEDURE make_history() BEGIN
           DECLARE n INT DEFAULT 0;
           WHILE n < 400 DO UPDATE churn SET n = n + 1 WHERE id = 1; SET n = n + 1; END WHILE;
         END`,
      );
      await writer.query('SET SESSION sql_log_bin = 0; CALL make_history()');
      const snapshot = await until(
        ({ server }) => readOf(server.metrics).historyLength >= 400 && keepsPurgeBack(server) !== null,
      );
      expect(textOf(createElement(InnodbFigures, { server: snapshot.server, alertFrom: 300 }))).toMatch(
        new RegExp(
          `Purge is held up by the snapshot of connection ${reader.threadId} \\(report\\), open for`,
        ),
      );
      const transactions = readOf(snapshot.server.transactions);
      expect(keepsPurgeBack(snapshot.server)).toMatchObject({
        connectionId: reader.threadId,
        runningMs: null,
      });
      expect(
        textOf(createElement(TransactionList, { transactions, keepsPurgeBack: reader.threadId })),
      ).toMatch(new RegExp(`report connection ${reader.threadId} ?oldest snapshot`));
      await reader.query('ROLLBACK');
      // A server on which nobody writes leaves its history as it is: purge goes on with the next write that follows.
      let isShort = false;
      const shortens = until(({ server }) => readOf(server.metrics).historyLength < 300).finally(() => {
        isShort = true;
      });
      while (!isShort) await writer.query('UPDATE churn SET n = n + 1 WHERE id = 1');
      const after = await shortens;
      expect(textOf(createElement(InnodbFigures, { server: after.server, alertFrom: 300 }))).not.toContain(
        'Purge is held up',
      );
    } finally {
      await writer.query('DROP PROCEDURE IF EXISTS make_history; DROP TABLE churn');
    }
  });

  it('shows who hogs connections while the hold still goes on, and who stands in line', async () => {
    const gate = makeGate();
    const hogs = Array.from({ length: 20 }, () => shop.database.session('promotions', () => gate.pass()));
    await gate.reached;
    const waiting = shop.database.session('reserve', () => Promise.resolve('served'));
    const snapshot = await until(({ connections }) =>
      connections.tags.some(({ tag, shareNow }) => tag === 'promotions' && shareNow > 0.5),
    );
    expect(snapshot.connections).toMatchObject({ inUse: 20, waiting: 1, limit: 20 });
    const [first] = snapshot.connections.tags;
    expect(first).toMatchObject({ tag: 'promotions', open: 20, count: 0, packets: 0 });
    expect(first?.openMaxMs).toBeGreaterThan(0);
    expect(textOf(createElement(ConnectionTable, snapshot.connections))).toMatch(/promotions 100\.0 %/);
    gate.open();
    expect(await waiting).toBe('served');
    await Promise.all(hogs);
  });

  it('tells a slow statement from a long hold: times by statement beside the holds of their tag', async () => {
    const gate = makeGate();
    const slow = { name: 'rates.read', purpose: 'Takes its time.', sql: 'DO SLEEP(0.3)' };
    const quick = { name: 'offers.read', purpose: 'Is quick.', sql: 'DO 0' };
    await shop.database.session('rates', (session) => session.send(call(slow)));
    const long = shop.database.session('offers', async (session) => {
      await session.send(call(quick), call(quick));
      await session.send(call(quick));
      await gate.pass();
    });
    await gate.reached;
    const tagOf = ({ connections }: Snapshot, name: string) =>
      connections.tags.find(({ tag }) => tag === name);
    // Held at least as long as the slow statement took.
    const snapshot = await until((one) => (tagOf(one, 'offers')?.heldMs ?? 0) > 300);
    gate.open();
    await long;
    const [rates, offers] = [tagOf(snapshot, 'rates'), tagOf(snapshot, 'offers')];
    expect(rates?.statements).toMatchObject([{ name: 'rates.read', count: 1 }]);
    expect(rates?.statements[0]?.maxMs).toBeGreaterThanOrEqual(295);
    expect(offers?.statements).toMatchObject([{ name: 'offers.read', count: 2 }]);
    const shareOf = (tag: typeof rates) => (tag ? tag.statementMs / tag.heldMs : 0);
    expect(shareOf(rates)).toBeGreaterThan(shareOf(offers));
    if (!rates || !offers) throw new Error('no tags');
    expect(textOf(createElement(StatementTable, { tag: rates }))).toMatch(
      /of its holds was spent in statements.*rates\.read 1 .*100\.0 %$/,
    );
    expect(textOf(createElement(StatementTable, { tag: offers }))).toMatch(/offers\.read 2 /);
  });

  it('names the checkouts that waited for a refill, and how long each of them did', async () => {
    const level = await makeLevel(shop.engine, { units: 100, poolCap: 10, lowWaterMark: 2, isPooled: false });
    const keepsLooking = panel.sampler.watch(makeViewer());
    await until(({ stock }) => stock.state === 'read');
    const [holder, observer] = await Promise.all([open(), open()]);
    // The refill waits for the level's row, and whoever wants units of it for the refill.
    await holder.query(
      `START TRANSACTION; SELECT 1 FROM inventory_levels WHERE shop_id = ${SHOP} AND inventory_item_id = ${ITEM} FOR UPDATE`,
    );
    const requests = Array.from({ length: 3 }, () => makeRequest({ checkoutId: uuidv7() }));
    const first = shop.engine.reserve(requests[0] as ReserveRequest);
    await untilWaitingFor(observer, 'inventory_levels');
    const others = requests.slice(1).map((request) => shop.engine.reserve(request));
    const waiting = () => shop.engine.waitingFor(level).longest.map(({ checkoutId }) => checkoutId);
    await expect.poll(waiting).toHaveLength(3);
    await holder.query('ROLLBACK');
    for (const { outcome } of await Promise.all([first, ...others])) expect(outcome).toBe('reserved');
    const { stock } = await until((one) => stockOf(one).refills.some(({ kind }) => kind === 'inline'));
    const refill = readOf(stock).refills.find(({ kind }) => kind === 'inline');
    expect(refill?.waits?.count).toBe(3);
    const { longest } = refill?.waits ?? { longest: [] };
    expect(longest.map(({ checkoutId }) => checkoutId).sort()).toEqual(
      requests.map(({ checkoutId }) => checkoutId).sort(),
    );
    expect(longest[0]?.checkoutId).toBe(requests[0]?.checkoutId);
    expect(longest.map(({ waitedMs }) => waitedMs)).toEqual(
      longest.map(({ waitedMs }) => waitedMs).sort((a, b) => b - a),
    );
    const text = textOf(createElement(RefillList, readOf(stock)));
    expect(text).toContain('3 checkouts waited for it: ');
    for (const { checkoutId } of requests)
      expect(text).toMatch(new RegExp(`checkout ${checkoutId.slice(-8)} [\\d.,]+ m?s`));
    await keepsLooking?.();
  });

  it('counts the sessions of the whole server by tag, idle ones in a transaction apart', async () => {
    const other = await open();
    await other.query(
      'START TRANSACTION; /* conn_tag:shipping stmt:shipping.read */ SELECT COUNT(*) FROM shops',
    );
    const groupOf = ({ server }: Snapshot) =>
      server.sessions.state === 'read'
        ? server.sessions.value.groups.find(({ tag }) => tag === 'shipping')
        : undefined;
    const snapshot = await until((one) => groupOf(one) !== undefined);
    expect(groupOf(snapshot)).toMatchObject({ schema: shop.database.schema, sessions: 1, running: 0 });
    expect(groupOf(snapshot)?.idleInTransaction).toBeGreaterThan(0);
    await other.query('ROLLBACK');
  });

  it('opens the rows that disagree when the books of a level do not add up', async () => {
    await makeLevel(shop.engine, { units: 10 });
    const other = await open();
    await other.query('DELETE FROM available_units WHERE id = 4');
    await other.query(
      `INSERT INTO reserved_units (shop_id, inventory_item_id, inventory_group_id, reservation_id, id)
       VALUES (${SHOP}, ${ITEM}, ${BERLIN}, UUID_TO_BIN('01999999-0000-7000-8000-00000000beef'), 5)`,
    );
    const snapshot = await until(
      ({ stock }) => stock.state === 'read' && stock.value.books.broken.length > 0,
    );
    const stock = readOf(snapshot.stock);
    expect(stock.books.broken).toEqual([KEY]);
    expect(textOf(createElement(BooksLight, { stock, onOpen: () => {} }))).toMatch(
      /1 of 1 levels don’t add up/,
    );
    const { rows, ledger } = await shop.database.session('panel', (session) =>
      readBooks(session, { shopId: SHOP, inventoryItemId: ITEM, inventoryGroupId: BERLIN }),
    );
    expect(rows).toMatchObject([
      { unitId: 5, what: 'in the pool and in a hold' },
      { unitId: 5, what: 'kept by a hold that does not exist' },
    ]);
    expect(ledger).toMatchObject([{ reason: 'received', entries: 1, delta: 10 }]);
    await other.query(`DELETE FROM reserved_units; INSERT INTO available_units (shop_id, inventory_item_id, inventory_group_id, id)
       VALUES (${SHOP}, ${ITEM}, ${BERLIN}, 4)`);
  });

  it('tells the life of a unit with the connection, the tag and the statements of its hold', async () => {
    await makeLevel(shop.engine);
    await until(() => true);
    const keepsLooking = panel.sampler.watch(makeViewer());
    const request = makeRequest();
    const held = await shop.engine.reserve(request);
    const unitId = held.outcome === 'reserved' ? held.units[0]?.id : undefined;
    const places = await shop.database.session('panel', (session) =>
      readUnit(session, { shopId: SHOP, inventoryItemId: ITEM, inventoryGroupId: BERLIN }, unitId ?? 0),
    );
    expect(places).toMatchObject([{ place: 'hold', reservationId: request.reservationId, status: 'held' }]);
    const [packet] = panel.sampler.recorder.of(request.reservationId);
    expect(packet).toMatchObject({ tag: 'checkout', error: null });
    expect(packet?.connectionId).toBeGreaterThan(0);
    expect(packet?.statements.map(({ name }) => name)).toContain('reserve.open_reservation');
    await keepsLooking?.();
    expect(panel.sampler.recorder.of(request.reservationId)).toEqual([]);
  });

  it('lists 1,000 levels at once, and afterwards only those in which something happened', async () => {
    await makeLevel(shop.engine);
    const other = await open();
    await other.query(
      `SET SESSION cte_max_recursion_depth = 2000;
       INSERT INTO inventory_levels (shop_id, inventory_item_id, inventory_group_id, location_id, unpooled, next_unit_id, pool_cap, low_water_mark)
       WITH RECURSIVE n AS (SELECT 1001 AS item UNION ALL SELECT item + 1 FROM n WHERE item < 1999)
       SELECT ${SHOP}, item, ${BERLIN}, ${BERLIN}, 0, 1, 1000, 200 FROM n`,
    );
    const ticks: Snapshot[] = [];
    const leave = panel.sampler.watch(makeViewer((snapshot) => ticks.push(snapshot)));
    const full = await until(
      ({ stock }) => stock.state === 'read' && stock.value.levels.every(({ pooled }) => pooled !== null),
    );
    expect(readOf(full.stock).levels).toHaveLength(1_000);
    const from = ticks.length;
    await shop.engine.reserve(makeRequest());
    await until(({ stock }) => stock.state === 'read' && stock.value.totals.held === 1);
    const changed = ticks.slice(from).find(({ stock }) => readOf(stock).totals.held === 1);
    expect(changed?.isFull).toBe(false);
    expect(readOf(changed?.stock ?? full.stock).levels.map(({ key }) => key)).toContain(KEY);
    expect(readOf(changed?.stock ?? full.stock).levels.length).toBeLessThan(100);
    await leave?.();
  });

  it('F7: takes no more viewers than it may, and ends with the last of fifty', async () => {
    const viewers = Array.from({ length: 50 }, () => makeViewer());
    const leavings = viewers.map((one) => panel.sampler.watch(one));
    expect(panel.sampler.viewers).toBe(50);
    expect(panel.sampler.isRunning).toBe(true);
    const more = Array.from({ length: 20 }, () => panel.sampler.watch(makeViewer()));
    expect(more.filter((leave) => leave === undefined)).toHaveLength(10);
    await Promise.all([...leavings, ...more].map((leave) => leave?.()));
    expect(panel.sampler.viewers).toBe(0);
    expect(panel.sampler.isRunning).toBe(false);
  });
});

/**
 * What the page shows of situations that the test stages on the server's MySQL: who waits for whom, a deadlock, a snapshot that holds up
 * purge, books that don't add up, a hog. Other tests use the same MySQL, so each picks out its own shop, tag or connection.
 */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { v7 as uuidv7 } from 'uuid';
import { makeGate } from '@/tests/support/gate';
import { holdOne, openPanel, panelTest, type Stage } from '@/tests/support/live-stage';
import { untilBlocked } from '@/tests/support/locks';
import { type OtherServer, startOtherServer, untilUp, viewersOf } from '@/tests/support/other-server';
import { expect, readState } from '@/tests/support/playwright';
import { beginSale } from '@/tests/support/sales';

const test = panelTest.extend<{ small: OtherServer }>({
  /** A server with three connections, so that nobody else waits behind a hog. */
  small: async ({ playwright: _ }, use) => {
    const server = await startOtherServer(['-H', '127.0.0.1'], {
      POOL_SIZE: '3',
      TEST_HOOKS: '1',
      TEST_HOOKS_TOKEN: readState().testHooksToken,
    });
    await untilUp(server);
    await use(server);
    await server.stop();
  },
});

test.describe.configure({ timeout: 180_000 });

const waitsOf = (page: Page, connectionId: number): Locator =>
  page
    .getByRole('list', { name: 'Waits, blocker first' })
    .locator('> li')
    .filter({ hasText: new RegExp(`connection ${connectionId}\\b`) });

const unitSql = ({ store, item, group }: Stage, id: number) =>
  `SELECT id FROM available_units WHERE shop_id = ${store.shopId} AND inventory_item_id = ${item} AND inventory_group_id = ${group} AND id = ${id} FOR UPDATE`;

/** The id under which InnoDB's tables of locks name the transaction of a connection. */
async function transactionOf(observer: Connection, connectionId: number): Promise<string> {
  const [rows] = await observer.query<RowDataPacket[]>(
    `SELECT DISTINCT CAST(held.ENGINE_TRANSACTION_ID AS CHAR) AS id
       FROM performance_schema.data_locks AS held
       JOIN performance_schema.threads AS thread ON thread.THREAD_ID = held.THREAD_ID
      WHERE thread.PROCESSLIST_ID = ?`,
    [connectionId],
  );
  return rows[0]?.id;
}

test('a claim that waits stands behind its blocker by the name of its checkout, with ages and the raw rows one click away', async ({
  page,
  stage,
}) => {
  const key = await holdOne(stage);
  const name = key.reservationId.slice(-8);
  await openPanel(page, stage.store);
  const counter = page.locator('dl > div').filter({ hasText: 'Row waits since start' }).locator('dd');
  const counted = async () => Number(((await counter.textContent()) ?? '').replaceAll(',', ''));
  const before = await counted();
  const gate = makeGate();
  const blocker = await stage.connect();
  const recount = async () => {
    await blocker.query(
      `SET SESSION transaction_isolation = 'READ-COMMITTED'; START TRANSACTION; /* conn_tag:promotions stmt:promotions.recount */ SELECT reservation_id FROM reservations WHERE shop_id = ${key.shopId} FOR UPDATE`,
    );
    await gate.pass();
    await blocker.query('ROLLBACK');
  };
  const recounted = recount();
  await gate.reached;
  const transactionId = await transactionOf(await stage.connect(), blocker.threadId);
  const claimed = stage.engine.claim({ ...key, orderId: uuidv7() });
  try {
    const waits = waitsOf(page, blocker.threadId);
    await expect(waits).toContainText(/^promotions/);
    await expect(waits).toContainText('holds up 1 session');
    await expect(waits).toContainText(/open for \d[\d.,]* m?s(ec)?.*, idle for \d/);
    await expect(waits).toContainText('SELECT reservation_id FROM reservations');
    const waiter = waits.getByRole('listitem');
    await expect(waiter).toContainText(`checkout ${name}`);
    await expect(waiter).toContainText(/waits \d/);
    await expect(waiter).toContainText(`for hold ${name}, exclusive, this record only`);
    await expect(waiter).toContainText("UPDATE reservations SET status = 'claimed'");

    const locks = page.getByRole('table', { name: 'Locks by table, index and mode' });
    const held = locks.getByRole('row', { name: /^reservations PRIMARY exclusive, this record only/ });
    await expect(held.getByRole('cell').nth(1)).toHaveText(/^[1-9]\d*$/);
    await expect(held.getByRole('cell').nth(2)).toHaveText(/^[1-9]\d*$/);
    await expect(
      page.getByText(/A row that was just inserted is locked without being listed here/),
    ).toBeVisible();
    const idle = page
      .getByRole('table', { name: 'Sessions of the whole server, by tag' })
      .getByRole('row', { name: /^promotions / });
    await expect(idle.getByRole('cell').nth(2)).toHaveText(/^(0\.[5-9]|1\.0)$/);
    expect(await counted()).toBeGreaterThan(before);

    await page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Who waits for whom' }) })
      .getByRole('button', { name: 'Raw rows' })
      .click();
    const rows = page.getByRole('dialog', { name: 'Lock waits' });
    await expect(rows).toContainText('data_lock_waits');
    const wait = rows
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: transactionId, exact: true }) });
    await expect(wait).toHaveCount(1);
    await page.keyboard.press('Escape');
    gate.open();
    expect((await claimed).outcome).toBe('claimed');
    await expect(waits).toHaveCount(0);
  } finally {
    gate.open();
    await Promise.all([recounted, claimed]);
  }
});

test('a deadlock counts, and its two sides stand side by side with what each held and waited for', async ({
  page,
  stage,
}) => {
  await openPanel(page, stage.store);
  const counter = page
    .locator('dl > div')
    .filter({ hasText: 'Deadlocks' })
    .filter({ hasText: 'since start' });
  const count = async () => Number(((await counter.textContent()) ?? '').replace(/[^\d]/g, ''));
  await expect(counter).toContainText(/\d/);
  const before = await count();
  const unit = new RegExp(`unit [12] of item ${stage.item} (\\(TEST-\\d+\\) )?at Berlin`);
  const sides = page.getByRole('region', { name: /^Transaction \d$/ });
  // The server keeps the last one only, and other tests make some too.
  await expect(async () => {
    await deadlock(stage);
    await expect(sides.first()).toContainText(unit, { timeout: 8_000 });
    await expect(sides.nth(1)).toContainText(unit, { timeout: 1_000 });
    expect([await sides.nth(0).textContent(), await sides.nth(1).textContent()].join('\n')).toMatch(
      /cart[\s\S]*Held[\s\S]*unit 1 of[\s\S]*Waited for[\s\S]*unit 2 of[\s\S]*promotions[\s\S]*Held[\s\S]*unit 2 of[\s\S]*Waited for[\s\S]*unit 1 of/i,
    );
    const endings = (await sides.getByText(/^(rolled back|went on)$/).allInnerTexts()).sort();
    expect(endings).toEqual(['rolled back', 'went on']);
    const [left, right] = await Promise.all([sides.nth(0).boundingBox(), sides.nth(1).boundingBox()]);
    expect(right?.y).toBe(left?.y);
    expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
  }).toPass({ timeout: 90_000 });
  await expect.poll(count).toBeGreaterThan(before);
});

/** Two sessions that each hold what the other wants; both are rolled back afterwards. */
async function deadlock(stage: Stage): Promise<void> {
  const [first, second, observer] = await Promise.all([stage.connect(), stage.connect(), stage.connect()]);
  const take = (tag: string, id: number) => `/* conn_tag:${tag} stmt:${tag}.take */ ${unitSql(stage, id)}`;
  await first.query('SET innodb_lock_wait_timeout = 60; START TRANSACTION');
  await second.query('SET innodb_lock_wait_timeout = 60; START TRANSACTION');
  await first.query(take('cart', 1));
  await second.query(take('promotions', 2));
  const ending = (work: Promise<unknown>) =>
    work.then(
      () => 'went on',
      (error: { code: string }) => error.code,
    );
  const waits = ending(first.query(take('cart', 2)));
  await untilBlocked(observer, first.threadId);
  const closes = ending(second.query(take('promotions', 1)));
  expect((await Promise.all([waits, closes])).sort()).toEqual(['ER_LOCK_DEADLOCK', 'went on']);
  for (const session of [first, second, observer]) session.destroy();
}

test('C4: an idle snapshot that holds up purge is named, with an alert on the history', async ({
  page,
  stage,
}) => {
  const [reader, writer] = await Promise.all([stage.connect(), stage.connect()]);
  const schema = `lastunit_churn_${stage.store.shopId}`;
  try {
    await reader.query(
      `SET SESSION transaction_isolation = 'REPEATABLE-READ'; START TRANSACTION WITH CONSISTENT SNAPSHOT;
       /* conn_tag:report stmt:report.read */ SELECT COUNT(*) FROM available_units WHERE shop_id = ${stage.store.shopId}`,
    );
    await writer.query(
      `CREATE DATABASE ${schema}; USE ${schema}; CREATE TABLE churn (id INT PRIMARY KEY, n INT NOT NULL); INSERT INTO churn VALUES (1, 0)`,
    );
    await writer.query(
      `CREATE PROCEDURE make_history(times INT) BEGIN
         WHILE times > 0 DO UPDATE churn SET n = n + 1 WHERE id = 1; SET times = times - 1; END WHILE;
       END`,
    );
    await writer.query('SET SESSION sql_log_bin = 0; CALL make_history(11000)');
    await openPanel(page, stage.store);
    const alert = page
      .getByRole('alert')
      .filter({ hasText: `Purge is held up by the snapshot of connection ${reader.threadId} (report)` });
    // A snapshot of another test that is older is named as long as it lasts.
    await expect(alert).toContainText(/open for \d/, { timeout: 90_000 });
    const transaction = page
      .getByRole('list', { name: 'Open transactions, oldest first' })
      .getByRole('listitem')
      .filter({ hasText: `connection ${reader.threadId}` });
    await expect(transaction).toContainText(/report.*oldest snapshot.*idle for/);
    await expect(transaction).toContainText('repeatable read');
    await reader.query('ROLLBACK');
    await expect(alert).toHaveCount(0);
    await expect(transaction).toHaveCount(0);
  } finally {
    reader.destroy();
    await writer.query(`DROP DATABASE IF EXISTS ${schema}`);
  }
});

test('the light turns red when the books of a level are broken, opens the rows that disagree, and turns green when they are mended', async ({
  page,
  stage,
}) => {
  await openPanel(page, stage.store);
  const light = page.getByTestId('books-light');
  await expect(light).toContainText('Every unit is accounted for');
  const other = await stage.connect();
  const { store, item, group } = stage;
  const of = `shop_id = ${store.shopId} AND inventory_item_id = ${item} AND inventory_group_id = ${group}`;
  const ghost = '01999999-0000-7000-8000-00000000beef';
  try {
    await other.query(
      `DELETE FROM available_units WHERE ${of} AND id = 4;
       INSERT INTO reserved_units (shop_id, inventory_item_id, inventory_group_id, reservation_id, id)
       VALUES (${store.shopId}, ${item}, ${group}, UUID_TO_BIN('${ghost}'), 5)`,
    );
    await expect(light).toContainText('1 of 1 levels don’t add up');
    const conservation = await page.request.get(`/api/conservation?shop=${store.shopId}`);
    expect(await conservation.json()).toMatchObject({ ok: false });
    await light.getByRole('button', { name: 'Brass Ruler, Berlin' }).click();
    const dialog = page.getByRole('dialog', { name: 'Brass Ruler in Berlin' });
    const rows = dialog.getByTestId('disagrees-5');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('in the pool and in a hold');
    await expect(rows.nth(1)).toContainText('kept by a hold that does not exist');
    await page.keyboard.press('Escape');
  } finally {
    await other.query(
      `DELETE FROM reserved_units WHERE ${of};
       INSERT IGNORE INTO available_units (shop_id, inventory_item_id, inventory_group_id, id)
       VALUES (${store.shopId}, ${item}, ${group}, 4)`,
    );
  }
  await expect(light).toContainText('Every unit is accounted for');
});

test('a hog shows while it goes on: who holds all connections for how long, and who stands in line', async ({
  page,
  stage,
  small,
}) => {
  await openPanel(page, stage.store, small.url);
  // The account at the gateway is there before somebody locks it.
  const order = () =>
    fetch(`${small.url}/api/test-hooks/next-payment`, {
      method: 'POST',
      headers: { authorization: `Bearer ${readState().testHooksToken}` },
      body: JSON.stringify({ shopId: stage.store.shopId }),
    });
  expect((await order()).status).toBe(200);
  const blocker = await stage.connect();
  await blocker.query(
    `START TRANSACTION; /* conn_tag:report stmt:report.read */ SELECT shop_id FROM gateway_accounts WHERE shop_id = ${stage.store.shopId} FOR UPDATE`,
  );
  let isOver = false;
  // A hold ends when its lock wait times out, and the next in line begins.
  const callers = Array.from({ length: 6 }, async () => {
    while (!isOver) await (await order()).text();
  });
  try {
    await expect(page.getByText(/^Connections of the app: 3 of 3 in use, [1-9] in line$/)).toBeVisible();
    const hog = page.getByTestId('tag-gateway');
    await expect(hog.getByRole('cell').nth(1)).toHaveText(/^(9\d|100)\.\d %$/);
    await expect(hog.getByRole('cell').nth(2)).toHaveText(/^[12]\.\d+$|^3$/);
    await expect(page.locator('dl').filter({ hasText: 'App’s connections' })).toContainText(
      /3\/3[1-9] in line/,
    );
    await expect(waitsOf(page, blocker.threadId)).toContainText(/holds up [123] session/);
    await page.getByRole('button', { name: 'Freeze' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const { connections } = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(connections).toMatchObject({ limit: 3 });
    expect(connections.tags.map(({ tag }: { tag: string }) => tag)).toContain('gateway');
  } finally {
    isOver = true;
    await blocker.query('ROLLBACK');
    await Promise.all(callers);
  }
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('Connections of the app: 0 of 3 in use, 0 in line')).toBeVisible();
});

test('a hidden tab rests: its stream is closed, and it goes on when it is looked at again', async ({
  page,
  stage,
  small,
}) => {
  const viewers = () => viewersOf(small);
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await openPanel(page, stage.store, small.url);
  expect(await viewers()).toBe(1);
  await turn('hidden');
  await expect(page.getByRole('status').filter({ hasText: 'Resting while hidden' })).toBeVisible();
  await expect.poll(viewers).toBe(0);
  await holdOne(stage);
  await turn('visible');
  const row = page.getByTestId(`level-${stage.item}:${stage.group}`);
  await expect(row.getByRole('cell').nth(3)).toHaveText('1');
  expect(await viewers()).toBe(1);
});

test('a run is looked at in its own tables: one without pools says so, one with pools shows them leave and its books', async ({
  page,
  stage,
}) => {
  test.setTimeout(300_000);
  await beginSale(page, async () => {
    await page.goto('/sales');
    await page.getByText('All inputs').click();
    await page.getByLabel('Buyers, buyers').fill('60');
    await page.getByLabel('Stock, units').fill('40');
    await page.getByLabel('Pool cap, rows').fill('10');
    await page.getByRole('button', { name: 'Start the sale' }).click();
  });
  const first = Number(/\/sales\/(\d+)/.exec(page.url())?.[1]);
  await expect(page.getByRole('row', { name: /^Verdict \w+ Exact$/ })).toBeVisible({ timeout: 150_000 });
  await openPanel(page, stage.store);
  const own = page.getByTestId(`level-${stage.item}:${stage.group}`);
  await expect(own).toContainText('Brass Ruler');
  const look = async (runId: number) => {
    await page.getByLabel('Looking at').selectOption({ value: `shop=1&run=${runId}` });
    await expect(page).toHaveURL(new RegExp(`run=${runId}$`));
    await expect(own).toHaveCount(0);
  };
  const light = page.getByTestId('books-light');
  await look(first);
  await expect(page.getByText(/^No pools here: /)).toBeVisible();
  await expect(light).toContainText('No levels, so no books to check');
  await look(first + 1);
  const level = page.getByTestId(/^level-\d+:\d+$/);
  await expect(level).toHaveCount(1);
  const refills = page.getByRole('list', { name: 'Latest refills' }).getByRole('listitem');
  await expect(refills.first()).toContainText(
    /\+\d+ units?.*(inline, for want of units|in the background), took \d/,
  );
  for (const refill of await refills.all()) {
    await expect(refill).toContainText(/Nobody waited for it\.|waited for it: checkout [0-9a-f]{8} \d/);
  }
  // All 40 were sold: none in the pool, none unpooled, none held.
  for (const column of [1, 2, 3]) await expect(level.getByRole('cell').nth(column)).toHaveText('0');
  await expect(light).toContainText('Every unit is accounted for · 1 of 1 levels checked');
});

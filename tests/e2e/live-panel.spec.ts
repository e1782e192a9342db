/** The live panel as somebody watches it: a sale that drains a pool, a staged wait, freezing, a unit's life, the switches. */
import { readFile } from 'node:fs/promises';
import { v7 as uuidv7 } from 'uuid';
import { accessibilityFaults } from '@/tests/support/accessibility';
import { openPanel, panelTest, type Stage } from '@/tests/support/live-stage';
import { expect, test } from '@/tests/support/playwright';

test.describe.configure({ timeout: 120_000 });

async function sell({ engine, store, item, group }: Stage, buyers: number, isPaid = true): Promise<void> {
  await Promise.all(
    Array.from({ length: buyers }, async () => {
      const reservationId = uuidv7();
      const hold = { shopId: store.shopId, reservationId };
      const held = await engine.reserve({
        ...hold,
        checkoutId: reservationId,
        holdSeconds: 300,
        lines: [{ inventoryItemId: item, inventoryGroupId: group, quantity: 1 }],
      });
      expect(held.outcome).toBe('reserved');
      if (isPaid) expect((await engine.claim({ ...hold, orderId: uuidv7() })).outcome).toBe('claimed');
    }),
  );
}

panelTest(
  'a sale drains the pool under the eyes of whoever looks, and every unit stays accounted for',
  async ({ page, stage }) => {
    await openPanel(page, stage.store);
    const row = page.getByTestId(`level-${stage.item}:${stage.group}`);
    await expect(row).toContainText('Brass Ruler');
    await expect(row.getByRole('cell').nth(1)).toHaveText('60');
    await sell(stage, 12);
    await sell(stage, 5, false);
    await expect(row.getByRole('cell').nth(1)).toHaveText('43');
    await expect(row.getByRole('cell').nth(3)).toHaveText('5');
    await expect(row).toContainText('balance');
    await expect(page.getByTestId('books-light')).toContainText('Every unit is accounted for');
  },
);

panelTest(
  'a wait appears with who holds up whom, for which unit, and goes when it is over',
  async ({ page, stage }) => {
    await openPanel(page, stage.store);
    const [holder, buyer] = await Promise.all([stage.connect(), stage.connect()]);
    const unit7 = `SELECT id FROM available_units WHERE shop_id = ${stage.store.shopId} AND inventory_item_id = ${stage.item} AND inventory_group_id = ${stage.group} AND id = 7 FOR UPDATE`;
    await holder.query(`START TRANSACTION; /* conn_tag:promotions stmt:promotions.recount */ ${unit7}`);
    await buyer.query('SET innodb_lock_wait_timeout = 60; START TRANSACTION');
    const taken = buyer.query(`/* conn_tag:cart stmt:cart.take */ ${unit7}`);
    const waits = page
      .getByRole('list', { name: 'Waits, blocker first' })
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`connection ${holder.threadId}\\b`) });
    await expect(waits).toHaveCount(1);
    await expect(waits).toContainText('holds up 1 session');
    await expect(waits).toContainText(`unit 7 of item ${stage.item}`);
    await expect(waits).toContainText('exclusive, this record only');
    await expect(page.getByRole('list', { name: 'Open transactions, oldest first' })).toContainText(
      'promotions',
    );

    // Frozen, the screen stays as it is, also when the wait is over.
    await page.getByRole('button', { name: 'Freeze' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Frozen' })).toBeVisible();
    await holder.query('ROLLBACK');
    await taken;
    await buyer.query('ROLLBACK');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const exported = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(exported.target).toEqual({ shopId: stage.store.shopId, runId: null });
    // Buyers of another test may be waiting for each other at this moment too.
    expect(exported.locks.value.edges).toContainEqual(
      expect.objectContaining({
        waiting: buyer.threadId,
        blocking: holder.threadId,
        table: 'available_units',
      }),
    );
    await expect(waits).toContainText('holds up 1 session');
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(waits).toHaveCount(0);

    const rawRows = page.getByRole('button', { name: 'Raw rows' }).first();
    await rawRows.click();
    await expect(page.getByRole('dialog', { name: 'Levels' })).toContainText('inventory_levels');
    await expect(page.getByRole('dialog', { name: 'Levels' })).toContainText('1 row, read just now.');
    expect(await accessibilityFaults(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(rawRows).toBeFocused();
  },
);

panelTest('a level opens by keyboard to its units, their lives and its ledger', async ({ page, stage }) => {
  await sell(stage, 1, false);
  await openPanel(page, stage.store);
  await page.getByRole('button', { name: /Brass Ruler/ }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Brass Ruler in Berlin' });
  await expect(dialog).toContainText('The books balance');
  await expect(dialog.getByRole('link', { name: 'Open the ledger' })).toHaveAttribute(
    'href',
    `/admin/${stage.store.slug}/inventory/${stage.item}/ledger?location=${stage.group}`,
  );
  await dialog.locator('[data-testid^="unit-"][data-state="held"]').click();
  await expect(dialog.getByRole('region', { name: /^Unit \d+$/ })).toContainText('Reserved by checkout');
  await expect(dialog.getByRole('region', { name: /^Unit \d+$/ })).toContainText('Nobody has it locked now.');
  expect(await accessibilityFaults(page, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Brass Ruler/ })).toBeFocused();
});

panelTest(
  'a thousand levels: a few rows are in the document, hottest first; the last is a scroll away, any other a search',
  async ({ page, stage }) => {
    const { shopId } = stage.store;
    const other = await stage.connect();
    await other.query(
      `INSERT INTO inventory_levels (shop_id, inventory_item_id, inventory_group_id, location_id, unpooled, next_unit_id, pool_cap, low_water_mark)
       WITH RECURSIVE n AS (SELECT 0 AS n UNION ALL SELECT n + 1 FROM n WHERE n < 998)
       SELECT ${shopId}, 5001 + n, ${stage.group}, ${stage.group}, 0, 1, 1000, 200 FROM n`,
    );
    await openPanel(page, stage.store);
    await expect(page.getByRole('heading', { name: 'Where the stock is, 1,000 levels' })).toBeVisible();
    const rows = page.getByTestId(/^level-\d+:\d+$/);
    await expect(rows.first()).toBeVisible();
    expect(await rows.count()).toBeLessThan(40);
    await sell(stage, 1);
    await expect(rows.first()).toHaveAttribute('data-testid', `level-${stage.item}:${stage.group}`);
    await page
      .getByRole('group', { name: 'Pools, hottest first' })
      .evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect(page.getByTestId(`level-5999:${stage.group}`)).toBeVisible();
    expect(await rows.count()).toBeLessThan(40);
    await page.getByLabel('Find a level').fill('5432');
    await expect(page.getByTestId(`level-5432:${stage.group}`)).toBeVisible();
    await expect(rows).toHaveCount(1);
  },
);

panelTest(
  'the switches change what they say: neighbours of the checkout, and the ceiling of InnoDB',
  async ({ page, stage, rows }) => {
    await openPanel(page, stage.store);
    const ceiling = page.getByLabel('innodb_thread_concurrency');
    await ceiling.fill('9');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await expect(page.getByText('Now 9. Lasts until the server ends.')).toBeVisible();
    expect(await rows('SELECT @@innodb_thread_concurrency AS ceiling')).toEqual([{ ceiling: 9 }]);
    await ceiling.fill('0');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await expect(page.getByText('Now 0, no ceiling.')).toBeVisible();

    const start = page.getByRole('button', { name: 'Let a crowd in' });
    const neighbours = page.getByRole('checkbox', { name: 'Neighbours work too' });
    // Refused while a sale of another test runs.
    await expect(async () => {
      await start.click({ timeout: 2_000 });
      await expect(neighbours).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 90_000 });
    await neighbours.click();
    await expect(
      page.getByTestId('neighbour-phase').filter({ hasText: 'Neighbours, as found' }),
    ).toContainText('promotions');
    await page.getByRole('checkbox', { name: 'Promotions: read once' }).click();
    await expect(
      page.getByTestId('neighbour-phase').filter({ hasText: 'Repaired: promotions' }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'End the crowd' }).click();
    await expect(start).toBeVisible({ timeout: 30_000 });
  },
);

test('F7: fifty viewers come and go, and none of them stays behind', async ({ page, request }) => {
  await page.goto('/');
  const { port } = new URL(page.url());
  const endings = Array.from({ length: 50 }, () => new AbortController());
  const streams = await Promise.all(
    endings.map(({ signal }) => fetch(`http://127.0.0.1:${port}/api/live?shop=1`, { signal })),
  );
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  const viewers = async () => {
    const text = await (await request.get('/api/metrics')).text();
    return Number(/^lastunit_panel_viewers (\d+)/m.exec(text)?.[1]);
  };
  expect(await viewers()).toBeGreaterThanOrEqual(50);
  for (const ending of endings) ending.abort();
  await expect.poll(viewers).toBeLessThan(10);
});

for (const colorScheme of ['light', 'dark'] as const) {
  panelTest(`has no accessibility violations and fits 360 px, ${colorScheme}`, async ({ page, stage }) => {
    await page.emulateMedia({ colorScheme });
    await openPanel(page, stage.store);
    await page.getByTestId('tag-panel').getByRole('button').click();
    const statements = page.getByRole('table', { name: /of its holds was spent in statements/ });
    await expect(statements.getByRole('row', { name: /page\.query/ })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 780 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
}

/** The live panel: beside a flash sale that runs, with the life of one of its units, and with waits that are staged. */
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { v7 as uuidv7 } from 'uuid';
import { checkoutFolder } from '@/db/server/paths';
import { makeGate } from '@/tests/support/gate';
import { holdOne, openPanel, panelTest } from '@/tests/support/live-stage';
import { expect, test } from '@/tests/support/playwright';

test.use({ viewport: { width: 1440, height: 1000 }, reducedMotion: 'reduce', colorScheme: 'light' });
test.setTimeout(300_000);
const SLOW = { timeout: 60_000 };

const take = (what: Page | Locator, name: string) =>
  what.screenshot({ path: join(checkoutFolder, `docs/images/live${name}.png`), animations: 'disabled' });

test('a flash sale of twelve levels, and what became of one unit', async ({ page }) => {
  await page.goto('/sales');
  await page.getByText('All inputs').click();
  const inputs = {
    'Buyers, buyers': 20_000,
    'Stock, units': 12_000,
    'Items, items': 4,
    'Locations, locations': 3,
    'Arrivals within, s': 40,
    'Payment takes, ms': 2_000,
    'Pool cap, rows': 100,
  };
  for (const [label, value] of Object.entries(inputs)) await page.getByLabel(label).fill(String(value));
  await page.getByLabel('Record statements').selectOption('on');
  const naive = page.getByRole('checkbox', { name: /^Read, then write/ });
  await page.locator('label').filter({ has: naive }).click();
  await expect(page.getByText('20,000 buyers, 12,000 units, one strategy')).toBeVisible();
  await page.getByRole('button', { name: 'Start the sale' }).click();
  await page.waitForURL(/\/sales\/\d+/);
  const sale = page.url();
  await expect(page.getByRole('region', { name: 'Where the buyers are' })).toBeVisible(SLOW);

  // Without an address of its own the panel opens on the sale that runs.
  await page.goto('/live');
  const refills = page.getByRole('list', { name: 'Latest refills' }).getByRole('listitem');
  await expect(refills.nth(9)).toBeVisible(SLOW);
  await expect(page.getByTestId('books-light')).toContainText('Every unit is accounted for', SLOW);
  await take(page, '');
  await page.emulateMedia({ colorScheme: 'dark' });
  await take(page, '-dark');

  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1120, height: 860 });
  await page
    .getByRole('table', { name: /^Pools of all levels/ })
    .getByRole('button')
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Item \d+ in/ });
  await dialog.locator('[data-testid^="unit-"][data-state="sold"]').first().click();
  await dialog.getByText(/^checkout, connection \d+: \d+ packets/).click();
  await page.mouse.move(0, 0);
  await take(page, '-unit');

  await page.goto(sale);
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-verdict', 'exact', { timeout: 200_000 });
});

panelTest('a recount of promotions, and the claims that wait behind it', async ({ page, stage }) => {
  await page.setViewportSize({ width: 1120, height: 900 });
  const keys = [await holdOne(stage), await holdOne(stage)];
  await openPanel(page, stage.store);
  const gate = makeGate();
  const blocker = await stage.connect();
  const recount = async () => {
    await blocker.query(
      `SET SESSION transaction_isolation = 'READ-COMMITTED'; START TRANSACTION; /* conn_tag:promotions stmt:promotions.recount */ SELECT reservation_id FROM reservations WHERE shop_id = ${stage.store.shopId} FOR UPDATE`,
    );
    await gate.pass();
    await blocker.query('ROLLBACK');
  };
  const recounted = recount();
  await gate.reached;
  const claims = keys.map((key) => stage.engine.claim({ ...key, orderId: uuidv7() }));
  try {
    const card = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Who waits for whom' }) });
    await expect(card).toContainText('holds up 2 sessions');
    for (const { reservationId } of keys) await expect(card).toContainText(reservationId.slice(-8));
    await take(card, '-waits');
  } finally {
    gate.open();
    await recounted;
    expect((await Promise.all(claims)).map(({ outcome }) => outcome)).toEqual(['claimed', 'claimed']);
  }
});

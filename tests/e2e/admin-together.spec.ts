/** Two merchants at one form: whoever saves second reads what the first one did, and loses nothing of theirs unseen. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '@/tests/support/admin-pages';
import { expect, test } from '@/tests/support/playwright';

const five = { products: [{ title: 'Lamp', stock: { Berlin: 5 } }] };

async function bothOpen(
  page: Page,
  other: Page,
  path: string,
  open: (one: Page) => Promise<void>,
): Promise<void> {
  for (const one of [page, other]) {
    await one.goto(path);
    await open(one);
  }
}

test('settings: the second reads the figures that the first one saved', async ({
  page,
  context,
  makeStore,
  rows,
}) => {
  const store = await makeStore(five);
  const other = await context.newPage();
  await bothOpen(page, other, `/admin/${store.slug}/settings`, async (one) => {
    await expect(one.getByLabel('Pool cap, in unit rows')).toBeVisible();
  });
  const cap = async (one: Page, value: string) => {
    await one.getByLabel('Pool cap, in unit rows').fill(value);
    await one.getByRole('button', { name: 'Save settings' }).click();
  };
  await cap(page, '500');
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await cap(other, '600');
  const alert = other.getByRole('alert').filter({ hasText: 'Changed meanwhile' });
  await expect(alert).toContainText('pool cap 500');
  await expectAccessible(other);
  const saved = () => rows('SELECT pool_cap AS cap FROM shops WHERE shop_id = ?', [store.shopId]);
  expect(await saved()).toEqual([{ cap: 500 }]);
  await expect(other.getByLabel('Pool cap, in unit rows')).toHaveValue('600');
  await other.getByRole('button', { name: 'Save settings' }).click();
  await expect(other.getByText('Settings saved.')).toBeVisible();
  expect(await saved()).toEqual([{ cap: 600 }]);
});

test('a variant: the second reads the price that the first one set', async ({
  page,
  context,
  makeStore,
  rows,
}) => {
  const store = await makeStore(five);
  const other = await context.newPage();
  await bothOpen(page, other, `/admin/${store.slug}/products`, async (one) => {
    await one.getByRole('link', { name: 'Lamp' }).click();
    await one.getByRole('row').getByRole('button', { name: /^Edit/ }).click();
    await expect(one.getByRole('dialog', { name: /^Edit/ })).toBeVisible();
  });
  const reprice = async (one: Page, price: string) => {
    await one.getByRole('dialog').getByLabel('Price in EUR').fill(price);
    await one.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  };
  await reprice(page, '12');
  await expect(page.getByText('Variant saved.')).toBeVisible();
  await reprice(other, '15');
  await expect(other.getByRole('dialog').getByRole('alert')).toContainText(
    'Changed meanwhile by Merchant: edited (price from “€10.00” to “€12.00”)',
  );
  const saved = () => rows('SELECT price_minor AS price FROM variants WHERE shop_id = ?', [store.shopId]);
  expect(await saved()).toEqual([{ price: 1200 }]);
  await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Variant saved.')).toBeVisible();
  expect(await saved()).toEqual([{ price: 1500 }]);
});

test('a location: the second reads what the first one renamed; a stale "Drain" changes nothing', async ({
  page,
  context,
  makeStore,
  rows,
}) => {
  const store = await makeStore(five);
  const [other, third] = [await context.newPage(), await context.newPage()];
  const path = `/admin/${store.slug}/locations`;
  await third.goto(path);
  await bothOpen(page, other, path, async (one) => {
    await one.getByRole('button', { name: 'Edit Berlin' }).click();
    await expect(one.getByRole('dialog', { name: 'Edit Berlin' })).toBeVisible();
  });
  const rename = async (one: Page, name: string) => {
    await one.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name);
    await one.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  };
  await rename(page, 'Berlin Mitte');
  await expect(page.getByText('Berlin Mitte saved.')).toBeVisible();
  await rename(other, 'Potsdam');
  await expect(other.getByRole('dialog').getByRole('alert')).toContainText(
    'name from “Berlin” to “Berlin Mitte”',
  );
  await third.getByRole('button', { name: 'Drain Berlin' }).click();
  await third.getByRole('alertdialog').getByRole('button', { name: 'Drain' }).click();
  await expect(third.getByText(/^Changed meanwhile by Merchant/)).toBeVisible();
  expect(await rows('SELECT name, status FROM locations WHERE shop_id = ?', [store.shopId])).toEqual([
    { name: 'Berlin Mitte', status: 'active' },
  ]);
});

test('pressed twice within one frame, a change of stock is booked once', async ({
  page,
  makeStore,
  rows,
}) => {
  const store = await makeStore(five);
  await page.goto(`/admin/${store.slug}/inventory/${store.products[0]?.inventoryItemId}`);
  await page.getByRole('button', { name: 'Change stock in Berlin' }).click();
  await page.getByRole('menuitem', { name: 'Receive units' }).click();
  await page.getByLabel('Units that arrived').fill('3');
  await page.getByRole('button', { name: 'Receive', exact: true }).evaluate((button: HTMLButtonElement) => {
    for (let press = 0; press < 3; press += 1) button.click();
  });
  await expect(page.getByText('3 units received. 8 units on hand in Berlin now.').first()).toBeVisible();
  await page.goBack();
  await page.goForward();
  await expect(page.getByRole('row', { name: /Berlin/ }).first()).toContainText('8');
  expect(
    await rows('SELECT COUNT(*) AS entries FROM inventory_ledger WHERE shop_id = ? AND delta = 3', [
      store.shopId,
    ]),
  ).toEqual([{ entries: 1 }]);
});

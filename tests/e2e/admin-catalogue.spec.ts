import { expectAccessible } from '@/tests/support/admin-pages';
import { expect, test } from '@/tests/support/playwright';

const five = { products: [{ title: 'Lamp', stock: { Berlin: 5 } }] };

test('a product is made, stocked and bought from the shop; what is wrong is said field by field', async ({
  page,
  makeStore,
}) => {
  const store = await makeStore(five);
  await page.goto(`/admin/${store.slug}/products`);
  await page.getByRole('link', { name: 'New product' }).click();
  await expect(page.getByRole('heading', { name: 'New product' })).toBeVisible();
  await page.getByLabel('Title').fill('Desk bell');
  await page.getByLabel('Address').fill('Desk Bell!');
  await page.getByLabel('Variant').fill('Brass');
  await page.getByLabel('SKU').fill('<script>');
  await page.getByLabel('Price in EUR').fill('-3');
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByText('Small letters, digits and single dashes')).toBeVisible();
  await expect(page.getByText('Letters, digits, dot, dash, slash and underscore.')).toBeVisible();
  await expect(page.getByText('A price in EUR, at most 2 decimals')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Desk bell');
  await expectAccessible(page);

  await page.getByLabel('Address').fill('desk-bell');
  await page.getByLabel('SKU').fill('BELL-1');
  await page.getByLabel('Price in EUR').fill('34,50');
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByRole('heading', { name: 'Desk bell', level: 1 })).toBeVisible();
  await expect(page.getByRole('row', { name: /Brass/ })).toContainText('€34.50');

  await page.getByRole('link', { name: 'Brass' }).click();
  await page.getByRole('button', { name: 'Change stock in Berlin' }).click();
  await page.getByRole('menuitem', { name: 'Receive units' }).click();
  await page.getByLabel('Units that arrived').fill('12');
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  await expect(page.getByText('12 units received. 12 units on hand in Berlin now.')).toBeVisible();
  await page.goto(`/${store.slug}/desk-bell`);
  await expect(page.getByRole('heading', { name: 'Desk bell' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Add to cart/ })).toBeEnabled();
});

test('the second of two editors reads what the first one changed, and nothing is lost unseen', async ({
  page,
  context,
  makeStore,
}) => {
  const store = await makeStore(five);
  const other = await context.newPage();
  for (const one of [page, other]) {
    await one.goto(`/admin/${store.slug}/products`);
    await one.getByRole('link', { name: 'Lamp' }).click();
    await expect(one.getByRole('heading', { name: 'Lamp', level: 1 })).toBeVisible();
  }
  const retitle = async (one: typeof page, title: string) => {
    await one.getByLabel('Title').fill(title);
    await one.getByRole('button', { name: 'Save' }).click();
  };
  await retitle(page, 'Floor lamp');
  await expect(page.getByText('Product saved.')).toBeVisible();
  await retitle(other, 'Desk lamp');
  const alert = other.getByRole('alert').filter({ hasText: 'Changed meanwhile' });
  await expect(alert).toContainText('Merchant: edited (title from “Lamp” to “Floor lamp”');
  await expect(other.getByLabel('Title')).toHaveValue('Desk lamp');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('heading', { name: 'Desk lamp', level: 1 })).toBeVisible();
});

test('an archived product leaves the shop and comes back, and the history names who did it', async ({
  page,
  makeStore,
}) => {
  const store = await makeStore(five);
  const inTheShop = `/${store.slug}/${store.products[0]?.slug}`;
  expect((await page.request.get(inTheShop)).status()).toBe(200);
  await page.goto(`/admin/${store.slug}`);
  await page.getByRole('button', { name: 'Change name' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Tove');
  await page.getByRole('button', { name: 'Sign with this name' }).click();
  await expect(page.getByText('Tove', { exact: true }).first()).toBeVisible();
  await page.goto(`/admin/${store.slug}/products`);
  await page.getByRole('link', { name: 'Lamp' }).click();
  await page.locator('main').getByRole('button', { name: 'Archive', exact: true }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Archive Lamp?' });
  await expect(confirm).toContainText('5 units stay on hand; 0 held units can still be paid for');
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Archived: not for sale')).toBeVisible();
  expect((await page.request.get(inTheShop)).status()).toBe(404);

  await page.getByRole('button', { name: 'Put back on sale' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Put back on sale' }).click();
  await expect(page.getByText('Archived: not for sale')).toBeHidden();
  await page.goto(`/admin/${store.slug}/history`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Lamp archived' })).toContainText('Tove');
  await expectAccessible(page);
});

test('settings are checked as a whole and reach existing levels when asked to', async ({
  page,
  makeStore,
  rows,
}) => {
  const store = await makeStore(five);
  await page.goto(`/admin/${store.slug}/settings`);
  await page.getByLabel('Pool cap, in unit rows').fill('100');
  await page.getByLabel('Low-water mark, in unit rows').fill('100');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(
    page.getByText('Less than the pool cap: a refill has to have something to add.'),
  ).toBeVisible();
  await page.getByLabel('Low-water mark, in unit rows').fill('20');
  await page.getByLabel('Hold, in minutes').fill('2.5');
  await page.getByLabel('Also for the levels that exist').check();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved. 1 level changed with them.')).toBeVisible();
  expect(
    await rows('SELECT hold_seconds AS hold, pool_cap AS cap FROM shops WHERE shop_id = ?', [store.shopId]),
  ).toEqual([{ hold: 150, cap: 100 }]);
  await expectAccessible(page);
});

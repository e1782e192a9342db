import { expectAccessible, holdUnits, openItem } from '@/tests/support/admin-pages';
import { expect, test } from '@/tests/support/playwright';

const two = {
  locations: [
    { name: 'Berlin', regions: { europe: 1 } },
    { name: 'Porto', regions: { europe: 2 } },
  ],
  products: [{ title: 'Lamp', stock: { Berlin: 5, Porto: 1 } }],
};

test('B19: a location with stock and holds is not closed but drains, and the shop no longer offers it', async ({
  page,
  makeStore,
  rows,
}) => {
  const store = await makeStore(two);
  const reservationId = await holdUnits(store, 2);
  await page.goto(`/admin/${store.slug}/locations`);
  await page.getByRole('button', { name: 'Drain Berlin' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Drain Berlin?' });
  await expect(confirm).toContainText(
    'no longer offered its 3 available units. Its 2 held units can be paid for or expire',
  );
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'Drain' }).click();
  await expect(
    page.getByText('Draining: no new holds; those it has finish as they would have.'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Close Berlin' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close', exact: true }).click();
  await expect(
    page.getByText('Refused: it has 5 units on hand, 2 of them held. Drain it first.'),
  ).toBeVisible();

  await page.goto(`/${store.slug}/${store.products[0]?.slug}`);
  const places = page.getByRole('region', { name: 'Stock by location' });
  await expect(places).toContainText('Takes no new orders');
  await expect(places).not.toContainText('3 left');

  await page.goto(`/admin/${store.slug}/holds`);
  await page.getByRole('button', { name: `Release hold ${reservationId.slice(0, 8)}` }).click();
  await expect(page.getByRole('alertdialog')).toContainText('2 units become available at once.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('Nothing is held.')).toBeVisible();
  expect(await rows('SELECT status FROM reservations WHERE shop_id = ?', [store.shopId])).toEqual([
    { status: 'released' },
  ]);
  await expectAccessible(page);
});

test('B16: a transfer ships only what nobody holds, is nowhere on the way, and arrives in parts', async ({
  page,
  makeStore,
  rows,
}) => {
  const store = await makeStore(two);
  await holdUnits(store, 2);
  const [item] = await rows<{ sku: string }>('SELECT sku FROM inventory_items WHERE shop_id = ?', [
    store.shopId,
  ]);
  await page.goto(`/admin/${store.slug}/transfers`);
  await page.getByRole('link', { name: 'New transfer' }).first().click();
  await page.getByLabel('From').selectOption({ label: 'Berlin' });
  await page.getByLabel('To', { exact: true }).selectOption({ label: 'Porto' });
  await page.getByLabel('SKU of item 1').fill('NO-SUCH');
  await page.getByLabel('Units of item 1').fill('4');
  await page.getByRole('button', { name: 'Plan transfer' }).click();
  await expect(page.getByText('This shop has no such SKU.')).toBeVisible();
  await expect(page.getByLabel('From')).toHaveValue(/\d+/);
  await expectAccessible(page);
  await page.getByLabel('SKU of item 1').fill(item?.sku ?? '');
  await page.getByRole('option', { name: item?.sku }).click();
  await page.getByRole('button', { name: 'Plan transfer' }).click();
  await expect(page.getByRole('heading', { name: 'Berlin to Porto' })).toBeVisible();

  const ship = async () => {
    await page.getByRole('button', { name: 'Ship', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ship' }).click();
  };
  await ship();
  await expect(
    page.getByText(/Refused, nothing was shipped: 4 of .* are wanted, 3 are available, 2 held/),
  ).toBeVisible();
  // The buyer gives up.
  await rows(
    "UPDATE reservations SET expires_at = NOW(3) - INTERVAL 1 SECOND WHERE shop_id = ? AND status = 'held'",
    [store.shopId],
  );
  await expect(async () => {
    await page.reload();
    await ship();
    await expect(page.getByText('Shipped: 4 units on the way.')).toBeVisible({ timeout: 2_000 });
  }).toPass();

  await openItem(page, store);
  await expect(page.getByRole('link', { name: '4 units from Berlin to Porto' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Berlin/ }).first()).toContainText('balance');
  await page.getByRole('link', { name: '4 units from Berlin to Porto' }).click();
  await page.getByLabel(/^Arrived/).fill('3');
  await page.getByLabel(/^Missing/).fill('2');
  await page.getByRole('button', { name: 'Receive' }).click();
  await expect(page.getByText('Refused: more than is on the way.')).toBeVisible();
  await page.getByLabel(/^Missing/).fill('1');
  await page.getByRole('button', { name: 'Receive' }).click();
  await expect(page.getByText('3 units received, 1 booked as missing.')).toBeVisible();
  await expect(page.getByText('received', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await openItem(page, store);
  await expect(page.getByRole('row', { name: /Porto/ }).first()).toContainText('4');
});

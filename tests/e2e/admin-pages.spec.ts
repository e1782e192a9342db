import { expectAccessible } from '@/tests/support/admin-pages';
import { expect, test } from '@/tests/support/playwright';

const sections = [
  '',
  '/orders',
  '/inventory',
  '/products',
  '/products/new',
  '/transfers',
  '/transfers/new',
  '/holds',
  '/locations',
  '/history',
  '/truth',
  '/settings',
];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every section can be read by everybody, ${colorScheme}, empty and filled`, async ({
    page,
    makeStore,
  }) => {
    test.slow();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const store = await makeStore({ products: [{ title: 'Lamp', stock: { Berlin: 5 } }] });
    for (const section of sections) {
      await page.goto(`/admin/${store.slug}${section}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
    }
  });
}

test('every section fits a narrow screen without scrolling sideways', async ({ page, makeStore }) => {
  test.slow();
  const store = await makeStore({
    products: [{ title: 'A product with a rather long title', stock: { Berlin: 5 } }],
  });
  await page.setViewportSize({ width: 360, height: 740 });
  const item = `/inventory/${store.products[0]?.inventoryItemId}`;
  for (const section of [...sections, item, `${item}/ledger`]) {
    await page.goto(`/admin/${store.slug}${section}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, section).toBeLessThanOrEqual(0);
  }
});

test('a change of stock is made with the keyboard alone', async ({ page, makeStore }) => {
  const store = await makeStore({ products: [{ title: 'Lamp', stock: { Berlin: 5 } }] });
  await page.goto(`/admin/${store.slug}/inventory/${store.products[0]?.inventoryItemId}`);
  await page.getByRole('button', { name: 'Change stock in Berlin' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Receive units' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Units that arrived')).toBeFocused();
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 units received. 7 units on hand in Berlin now.')).toBeVisible();
});

test('a wrong address of the admin is a page of its own with status 404', async ({ page, makeStore }) => {
  const store = await makeStore();
  const wrong = [
    `/admin/no-such-shop`,
    `/admin/${store.slug}/orders/0192f0c0-0000-7000-8000-000000000000`,
    `/admin/${store.slug}/products/99`,
    `/admin/${store.slug}/transfers/x`,
  ];
  for (const address of wrong) expect((await page.goto(address))?.status(), address).toBe(404);
});

import type { Page } from '@playwright/test';
import { accessibilityFaults } from '@/tests/support/accessibility';
import { cards, expect, goToParcels, payWith, putInCart, test } from '@/tests/support/playwright';

const lookAt = (page: Page) => async (where: string) => {
  expect(await accessibilityFaults(page), where).toEqual([]);
};

test('the pages before a purchase have no accessibility fault that a machine can find', async ({
  page,
  makeStore,
}) => {
  const store = await makeStore();
  const look = lookAt(page);
  await page.goto(`/${store.slug}`);
  await look('list');
  await putInCart(page, store);
  await look('product');
  await page.goto(`/${store.slug}/cart`);
  await look('cart');
});

test('the pages of a purchase have no accessibility fault that a machine can find', async ({
  page,
  makeStore,
}) => {
  const store = await makeStore();
  const look = lookAt(page);
  await putInCart(page, store);
  await goToParcels(page, store);
  await look('parcels');
  await page.getByRole('button', { name: 'Complete purchase' }).click();
  await expect(page.getByRole('heading', { name: 'Payment', level: 1 })).toBeVisible();
  await look('payment');
  await payWith(page, cards.approve);
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  await look('order');
});

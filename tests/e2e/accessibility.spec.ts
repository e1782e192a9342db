import { accessibilityFaults } from '@/tests/support/accessibility';
import { cards, expect, goToParcels, putInCart, test, useCard } from '@/tests/support/playwright';

test('the pages of a purchase have no accessibility fault that a machine can find', async ({
  page,
  makeStore,
}) => {
  const store = await makeStore();
  const look = async (where: string) => {
    expect(await accessibilityFaults(page), where).toEqual([]);
  };
  await page.goto(`/${store.slug}`);
  await look('list');
  await putInCart(page, store);
  await look('product');
  await page.goto(`/${store.slug}/cart`);
  await look('cart');
  await goToParcels(page, store);
  await look('parcels');
  await page.getByRole('button', { name: 'Complete purchase' }).click();
  await expect(page.getByRole('heading', { name: 'Payment', level: 1 })).toBeVisible();
  await look('payment');
  await useCard(page, cards.approve);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  await look('order');
});

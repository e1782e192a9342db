import { cards, expect, goToParcels, putInCart, test, useCard } from '@/tests/support/playwright';

test('A4: two browsers fight for the last unit: one order, and the other reads why not and is not charged', async ({
  browser,
  makeStore,
  rows,
}) => {
  const store = await makeStore();
  const contexts = await Promise.all([browser.newContext(), browser.newContext()]);
  const pages = await Promise.all(contexts.map((context) => context.newPage()));
  await Promise.all(
    pages.map(async (page) => {
      await putInCart(page, store);
      await goToParcels(page, store);
    }),
  );
  await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Complete purchase' }).click()));
  const refused = (page: (typeof pages)[number]) =>
    page.getByRole('alert').filter({ hasText: 'You were not charged' });
  const payment = (page: (typeof pages)[number]) => page.getByRole('heading', { name: 'Payment', level: 1 });
  await Promise.all(pages.map((page) => expect(payment(page).or(refused(page))).toBeVisible()));

  const isLoser = await Promise.all(pages.map((page) => refused(page).isVisible()));
  expect(isLoser.toSorted()).toEqual([false, true]);
  const [winner, loser] = isLoser[0] ? [pages[1], pages[0]] : [pages[0], pages[1]];
  if (!winner || !loser) throw new Error('two pages');
  await expect(refused(loser)).toContainText('one is being paid for by others and may come back');
  await expect(refused(loser)).toContainText('None is left');

  await useCard(winner, cards.approve);
  await winner.getByRole('button', { name: /^Pay/ }).click();
  await expect(winner.getByRole('heading', { name: /Thank you/ })).toBeVisible();

  await loser.getByRole('button', { name: 'Try again' }).click();
  await expect(refused(loser)).toContainText('is sold out');

  expect(await rows('SELECT status FROM orders WHERE shop_id = ?', [store.shopId])).toEqual([
    { status: 'open' },
  ]);
  expect(await rows('SELECT status FROM payment_attempts WHERE shop_id = ?', [store.shopId])).toEqual([
    { status: 'approved' },
  ]);
  expect(
    await rows(`SELECT delta FROM inventory_ledger WHERE shop_id = ? AND reason = 'sold'`, [store.shopId]),
  ).toEqual([{ delta: -1 }]);
  await Promise.all(contexts.map((context) => context.close()));
});

import {
  cards,
  checkoutIdOf,
  expect,
  goToParcels,
  goToPayment,
  putInCart,
  test,
  useCard,
} from '@/tests/support/playwright';

test('E4, A31: three presses in one frame, Enter and a click: one hold, one payment, one order', async ({
  page,
  makeStore,
  rows,
}) => {
  const store = await makeStore({ products: [{ title: 'Last One', stock: { Berlin: 5 } }] });
  await putInCart(page, store);
  await goToParcels(page, store);
  const pressThrice = (name: string) =>
    page.evaluate((label) => {
      const button = [...document.querySelectorAll('button')].find((one) =>
        one.textContent?.startsWith(label),
      );
      for (let press = 1; press <= 3; press += 1) button?.click();
    }, name);
  await pressThrice('Complete purchase');
  await expect(page.getByRole('heading', { name: 'Payment', level: 1 })).toBeVisible();
  await useCard(page, cards.approve);
  await pressThrice('Pay ');
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  const books = await rows(
    `SELECT (SELECT COUNT(*) FROM orders WHERE shop_id = ?) AS orders,
            (SELECT COUNT(*) FROM payment_attempts WHERE shop_id = ?) AS payments,
            (SELECT COUNT(*) FROM reservations WHERE shop_id = ?) AS holds`,
    [store.shopId, store.shopId, store.shopId],
  );
  expect(books).toEqual([{ orders: 1, payments: 1, holds: 1 }]);
});

test('A21: declined, then another card; the own hold on the last unit blocks nobody but others', async ({
  page,
  makeStore,
}) => {
  const store = await makeStore();
  await goToPayment(page, store);
  await useCard(page, cards.decline);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText('Your payment was declined.')).toBeVisible();
  await page.goto(`/${store.slug}/cart`);
  await page.getByRole('button', { name: 'Check out' }).click();
  await expect(page.getByRole('heading', { name: 'Contact and address' })).toBeVisible();
  await page.getByRole('button', { name: 'Go on to the parcels' }).click();
  await page.getByRole('link', { name: 'Go on to the payment' }).click();
  await useCard(page, cards.approve);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
});

test('E2: while the bank works, the site can be used, and the address of the payment leads to the order', async ({
  page,
  makeStore,
  hook,
}) => {
  const store = await makeStore();
  await goToPayment(page, store);
  const address = page.url();
  await hook('next-payment', {
    shopId: store.shopId,
    deliveries: [{ kind: 'approved', eventKey: 'approved', afterMs: 3_600_000 }],
  });
  await useCard(page, cards.approve);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText('Paying. The bank is working on it.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Paying. The bank is working on it.')).toBeVisible();
  await page.getByRole('link', { name: `Test shop ${store.shopId}` }).click();
  await expect(page.getByRole('link', { name: 'Last One' })).toBeVisible();
  await hook('run-payments', { shopId: store.shopId });
  await page.goto(address);
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
});

test('E12: sold meanwhile: Back shows it, and the server refuses anyway', async ({ page, makeStore }) => {
  const store = await makeStore();
  await goToPayment(page, store);
  await useCard(page, cards.approve);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  await page.goto(`/${store.slug}/${store.products[0]?.slug}`);
  await expect(page.getByText('Sold out', { exact: true })).toBeVisible();
  await page.goBack();
  await page.goForward();
  await expect(page.getByText('Sold out', { exact: true })).toBeVisible();
  await putInCart(page, store);
  await page.goto(`/${store.slug}/cart`);
  await page.getByRole('button', { name: 'Check out' }).click();
  await page.getByRole('button', { name: 'Go on to the parcels' }).click();
  await page.getByRole('button', { name: 'Complete purchase' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Sold out. You were not charged.' })).toBeVisible();
});

test('A24: the hold runs out while the page is open: the buyer reads it, and can try once more', async ({
  page,
  makeStore,
  hook,
}) => {
  const store = await makeStore();
  await goToPayment(page, store);
  await hook('expire-hold', { shopId: store.shopId, checkoutId: checkoutIdOf(page) });
  await page.reload();
  await expect(page.getByText('Your hold has run out.')).toBeVisible();
  await page.getByRole('button', { name: 'Complete purchase' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
});

import type { Page } from '@playwright/test';
import { cards, expect, goToPayment, payWith, putInCart, test } from '@/tests/support/playwright';

/** Presses Tab until the element that is named has the focus. */
async function tabTo(page: Page, role: 'link' | 'button' | 'textbox' | 'spinbutton', name: string | RegExp) {
  const wanted = page.getByRole(role, { name }).first();
  await expect(wanted).toBeVisible();
  for (let press = 1; press <= 60; press += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`60 presses of Tab don’t reach ${role} ${name}`);
}

test('a purchase from the catalogue to the order by keyboard alone', async ({ page, makeStore }) => {
  const store = await makeStore();
  await page.goto(`/${store.slug}`);
  await tabTo(page, 'link', 'Last One');
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', 'Add to cart');
  await page.keyboard.press('Enter');
  await tabTo(page, 'link', 'Go to the cart');
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', 'Check out');
  await page.keyboard.press('Enter');
  // Sent empty, the first field with something wrong has the focus.
  await tabTo(page, 'button', 'Go on to the parcels');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  for (const text of ['ada@example.org', 'Ada Example', '1 Analytical Row', '10115', 'Berlin', 'Germany']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await tabTo(page, 'button', 'Go on to the parcels');
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', 'Complete purchase');
  await page.keyboard.press('Enter');
  await tabTo(page, 'textbox', 'Card number');
  await page.keyboard.type(cards.approve);
  await page.keyboard.press('Tab');
  await page.keyboard.type('12/39');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
});

test('stock that changes before one’s eyes moves nothing on the page', async ({
  page,
  browser,
  makeStore,
}) => {
  const store = await makeStore({
    products: [
      { title: 'Last One', stock: { Berlin: 1 } },
      { title: 'Another', stock: { Berlin: 3 } },
    ],
  });
  /** From now on, what moves without the visitor having done anything is added up. */
  const watch = () =>
    page.evaluate(() => {
      const shifts = window as unknown as { shifted: number };
      shifts.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.shifted += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift' });
    });
  /** A thousandth of the window is a word that is a little wider in its own line; a row that moves is twenty times that. */
  const LEAST_SEEN = 0.001;
  const shifted = () => page.evaluate(() => (window as unknown as { shifted: number }).shifted);
  const other = await browser.newContext();
  const buyer = await other.newPage();

  await page.goto(`/${store.slug}/${store.products[0]?.slug}`);
  await expect(page.getByText('Last one, ships from Berlin')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await watch();
  await goToPayment(buyer, store);
  await expect(page.getByText('The last one is being paid for by others')).toBeVisible();
  expect(await shifted()).toBeLessThan(LEAST_SEEN);
  await page.goto(`/${store.slug}`);
  await expect(page.getByText('The last one is being paid for by others')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await watch();
  await payWith(buyer, cards.approve);
  await expect(buyer.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  await expect(page.getByText('Sold out', { exact: true })).toBeVisible({ timeout: 20_000 });
  expect(await shifted()).toBeLessThan(LEAST_SEEN);
  await other.close();
});

test('whoever wants less motion gets none', async ({ page, makeStore }) => {
  const store = await makeStore();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/${store.slug}`);
  const slowest = () =>
    page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('*')].map((element) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element);
          return Math.max(
            ...`${transitionDuration}, ${animationDuration}`.split(', ').map(Number.parseFloat),
          );
        }),
      ),
    );
  expect(await slowest()).toBeLessThan(0.001);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await slowest()).toBeGreaterThan(0.05);
});

test('A31: Back after the payment and sent once more, Enter and a click, a double click: one order', async ({
  page,
  makeStore,
  rows,
}) => {
  const store = await makeStore({ products: [{ title: 'Last One', stock: { Berlin: 9 } }] });
  await putInCart(page, store);
  await page.goto(`/${store.slug}/cart`);
  await page.getByRole('button', { name: 'Check out' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Contact and address' })).toBeVisible();
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Full name').fill('Ada Example');
  await page.getByLabel('Street and number').fill('1 Analytical Row');
  await page.getByLabel('Postcode').fill('10115');
  await page.getByLabel('City').fill('Berlin');
  await page.getByLabel('Country').fill('Germany');
  await page.getByLabel('Country').press('Enter');
  await page.getByRole('button', { name: 'Complete purchase' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Payment', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: `Use ${cards.approve}` }).click();
  const pay = page.getByRole('button', { name: /^Pay/ });
  await pay.press('Enter');
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  const order = page.url();
  await page.goBack();
  // Where the browser shows the old page at all, it leads on to the order.
  await expect(page).toHaveURL(order);
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  const counts = await rows(
    `SELECT (SELECT COUNT(*) FROM orders WHERE shop_id = ?) AS orders,
            (SELECT COUNT(*) FROM payment_attempts WHERE shop_id = ?) AS payments,
            (SELECT COUNT(*) FROM checkouts WHERE shop_id = ?) AS checkouts`,
    [store.shopId, store.shopId, store.shopId],
  );
  expect(counts).toEqual([{ orders: 1, payments: 1, checkouts: 1 }]);
});

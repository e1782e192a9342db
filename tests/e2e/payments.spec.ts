import type { Page } from '@playwright/test';
import {
  cards,
  checkoutIdOf,
  expect,
  goToPayment,
  payWith,
  type TestStore,
  tellPayment,
  test,
} from '@/tests/support/playwright';

const plenty = { products: [{ title: 'Last One', stock: { Berlin: 20 } }] };

const thanks = (page: Page, timeout?: number) =>
  expect(page.getByRole('heading', { name: /Thank you\. Paid/ })).toBeVisible({ timeout });

type Rows = <T>(sql: string, values?: unknown[]) => Promise<T[]>;

/** The newest payment of the shop. */
async function paymentOf(rows: Rows, { shopId }: TestStore): Promise<string> {
  const found = await rows<{ id: string }>(
    'SELECT BIN_TO_UUID(payment_id) AS id FROM payment_attempts WHERE shop_id = ? ORDER BY payment_id DESC LIMIT 1',
    [shopId],
  );
  return found[0]?.id ?? '';
}

/** Moves the payment's beginning so far back that the shop stops waiting for the bank. */
const stopWaiting = (rows: Rows, { shopId }: TestStore) =>
  rows(`UPDATE payment_attempts SET times_out_at = NOW(3) WHERE shop_id = ? AND status = 'pending'`, [
    shopId,
  ]);

test('A9: the slow card: paying survives reload and another tab, the hold covers it, others read who has the unit', async ({
  page,
  context,
  browser,
  makeStore,
  hook,
}) => {
  const store = await makeStore({ holdSeconds: 60, paymentExtensionSeconds: 120 });
  await goToPayment(page, store);
  await expect(page.getByRole('timer')).toHaveText(/^(0:[0-5]\d|1:00)$/);
  await payWith(page, cards.slow);
  await expect(page.getByText('Paying. The bank is working on it.')).toBeVisible();
  // Extended once, to cover the bank's answer.
  await expect(page.getByRole('timer')).toHaveText(/^[23]:\d\d$/);

  const other = await browser.newContext();
  const stranger = await other.newPage();
  await stranger.goto(`/${store.slug}/${store.products[0]?.slug}`);
  await expect(stranger.getByText('The last one is being paid for by others')).toBeVisible();

  const tab = await context.newPage();
  await tab.goto(page.url());
  await expect(tab.getByText('Paying. The bank is working on it.')).toBeVisible();
  await page.close();
  await hook('run-payments', { shopId: store.shopId });
  await thanks(tab);
  await expect(stranger.getByText('Sold out', { exact: true }), 'by itself').toBeVisible();
  await other.close();
});

test('the card that is never answered: the shop stops waiting, keeps the hold, and another card pays', async ({
  page,
  makeStore,
  rows,
  hook,
}) => {
  const store = await makeStore();
  await goToPayment(page, store);
  await payWith(page, cards.timeOut);
  await expect(page.getByText('Paying. The bank is working on it.')).toBeVisible();
  const slow = await paymentOf(rows, store);
  await stopWaiting(rows, store);
  await hook('run-payments', { shopId: store.shopId });
  await expect(page.getByRole('alert').filter({ hasText: 'The bank didn’t answer.' })).toBeVisible();
  await expect(page.getByRole('timer')).toBeVisible();
  await payWith(page, cards.approve);
  await thanks(page);

  // The first bank wakes up: that money goes back, and the order stays as it is.
  expect(await tellPayment(page, store, slow, 'approved')).toBe(200);
  await page.reload();
  await thanks(page);
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('€10.00 given back');
  const payments = await rows('SELECT status FROM payment_attempts WHERE shop_id = ? ORDER BY payment_id', [
    store.shopId,
  ]);
  expect(payments).toEqual([{ status: 'refunded' }, { status: 'approved' }]);
});

test('A11: money that arrives after the purchase was ended leads to a page that says so, not to thanks', async ({
  page,
  makeStore,
  rows,
  hook,
}) => {
  const store = await makeStore();
  await goToPayment(page, store);
  const address = page.url();
  await payWith(page, cards.timeOut);
  await expect(page.getByText('Paying. The bank is working on it.')).toBeVisible();
  await stopWaiting(rows, store);
  await hook('run-payments', { shopId: store.shopId });
  await expect(page.getByText('The bank didn’t answer.')).toBeVisible();
  await page.getByRole('button', { name: 'End this purchase' }).click();
  await expect(page.getByRole('heading', { name: 'Cart' })).toBeVisible();
  await page.goto(address);
  await expect(page.getByText('This purchase was ended.')).toBeVisible();

  expect(await tellPayment(page, store, await paymentOf(rows, store), 'approved')).toBe(200);
  await page.goto(address);
  await expect(
    page.getByRole('heading', { name: 'Payment received, but the order could not be completed.' }),
  ).toBeVisible();
  await expect(page.getByText('€10.00 went back to the card ending in 0119')).toBeVisible();
  await expect(page.getByText('Thank you')).toBeHidden();
  await expect(page.getByText('This order took nothing from stock.')).toBeVisible();
  await page.goto(`/admin/${store.slug}/orders`);
  await expect(page.getByText('1 order needs attention.')).toBeVisible();
});

test('A19: approved after the hold ran out and another buyer took the unit: the money is back, and the page says why', async ({
  page,
  browser,
  makeStore,
  hook,
}) => {
  const store = await makeStore();
  await goToPayment(page, store);
  await hook('next-payment', {
    shopId: store.shopId,
    deliveries: [{ kind: 'approved', eventKey: 'approved', afterMs: 3_600_000 }],
  });
  await payWith(page, cards.approveAfterHold);
  await expect(page.getByText('Paying. The bank is working on it.')).toBeVisible();
  await hook('expire-hold', { shopId: store.shopId, checkoutId: checkoutIdOf(page) });
  await hook('sweep', { shopId: store.shopId });
  const other = await browser.newContext();
  await goToPayment(await other.newPage(), store);
  await hook('run-payments', { shopId: store.shopId });
  await expect(page.getByRole('heading', { name: /^Payment received, but/ })).toBeVisible();
  await expect(page.getByText(/^Sold out when your payment arrived\. €10\.00 went back/)).toBeVisible();
  await other.close();
});

test('A14, A17: cards whose bank repeats itself or tells things in the wrong order end in one order each', async ({
  page,
  makeStore,
  rows,
}) => {
  const store = await makeStore(plenty);
  for (const card of [cards.duplicate, cards.outOfOrder, cards.declineAndApprove]) {
    await goToPayment(page, store);
    await payWith(page, card);
    await thanks(page, 15_000);
  }
  await expect(async () => {
    const told = await rows<{ kind: string; effect: string; n: number }>(
      'SELECT kind, effect, COUNT(*) AS n FROM payment_events WHERE shop_id = ? GROUP BY kind, effect ORDER BY kind, effect',
      [store.shopId],
    );
    expect(told).toEqual([
      { kind: 'approved', effect: 'applied', n: 3 },
      { kind: 'declined', effect: 'applied', n: 1 },
      { kind: 'declined', effect: 'ignored', n: 1 },
    ]);
  }).toPass();
  await page.reload();
  await thanks(page);
  expect(
    await rows(`SELECT SUM(delta) AS sold FROM inventory_ledger WHERE shop_id = ? AND reason = 'sold'`, [
      store.shopId,
    ]),
  ).toEqual([{ sold: '-3' }]);
});

test('declined at first, a service that can’t be reached, and a bank that takes the money back', async ({
  page,
  makeStore,
}) => {
  const store = await makeStore(plenty);
  await goToPayment(page, store);
  await payWith(page, cards.unreachable);
  await expect(
    page.getByRole('alert').filter({ hasText: 'The payment service could not be reached.' }),
  ).toBeVisible();
  await payWith(page, cards.declineThenApprove);
  await expect(page.getByText('The bank said no to the card ending in 0341.')).toBeVisible();
  await payWith(page, cards.declineThenApprove);
  await thanks(page);

  await goToPayment(page, store);
  await payWith(page, cards.refund);
  await thanks(page);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your bank has taken the payment back.' })).toBeVisible({
      timeout: 500,
    });
  }).toPass();
});

test('A12: the success told again after refund and cancellation changes nothing', async ({
  page,
  makeStore,
  rows,
}) => {
  const store = await makeStore();
  await goToPayment(page, store);
  await payWith(page, cards.approve);
  await thanks(page);
  const buyersPage = page.url();
  await page.goto(`/admin/${store.slug}/orders/${checkoutIdOf(page)}`);
  await page.getByRole('button', { name: 'Refund' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/Reason/)
    .fill('Scratched');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Refund/ })
    .click();
  await expect(page.getByText('€10.00 refunded.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText('Cancelled: 1 unit back where they came from.').first()).toBeVisible();
  const stockOf = () =>
    rows('SELECT SUM(delta) AS onHand FROM inventory_ledger WHERE shop_id = ?', [store.shopId]);
  expect(await stockOf()).toEqual([{ onHand: '1' }]);
  const paymentId = await paymentOf(rows, store);
  for (const key of ['approved', 'approved-again']) {
    expect(await tellPayment(page, store, paymentId, 'approved', key)).toBe(200);
  }
  expect(await stockOf()).toEqual([{ onHand: '1' }]);
  await page.goto(buyersPage);
  await expect(
    page.getByRole('heading', { name: 'Cancelled. Your money is on its way back.' }),
  ).toBeVisible();
});

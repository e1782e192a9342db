import { v7 as uuidv7 } from 'uuid';
import { expectAccessible, withEngine } from '@/tests/support/admin-pages';
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

test('an order shows why it ships from where, is sent, refunded in part and cancelled once', async ({
  page,
  makeStore,
  rows,
}) => {
  const store = await makeStore({
    locations: [
      { name: 'Berlin', regions: { europe: 1 } },
      { name: 'Porto', regions: { europe: 2 } },
      { name: 'Toronto', regions: { america: 1 } },
    ],
    products: [{ title: 'Lamp', priceMinor: 5000, stock: { Berlin: 2, Porto: 1, Toronto: 9 } }],
  });
  await putInCart(page, store, 'Lamp', 3);
  await goToParcels(page, store);
  await page.getByRole('button', { name: 'Complete purchase' }).click();
  await useCard(page, cards.approve);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();

  await page.goto(`/admin/${store.slug}/orders`);
  await page.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1).getByRole('link').click();
  const routing = page.getByRole('table', { name: 'Routing of this order' });
  await expect(routing.getByRole('row', { name: /Berlin/ })).toContainText('chosen');
  await expect(routing.getByRole('row', { name: /Toronto/ })).toContainText('doesn’t ship to');
  await expect(page.getByRole('region', { name: 'Ledger lines' })).toContainText('−2');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Mark as sent the parcel from Berlin' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as sent' }).click();
  await expect(page.getByText('Parcel from Berlin sent')).toBeVisible();

  await page.getByRole('button', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund' });
  await refund.getByLabel('Amount in EUR').fill('151');
  await refund.getByLabel('Reason').fill('Scratched');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(refund.getByText('At most €150.00 is left of the payment.')).toBeVisible();
  await refund.getByLabel('Amount in EUR').fill('50');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText('partly refunded')).toBeVisible();

  await page.getByRole('button', { name: 'Cancel order' }).click();
  const confirm = page.getByRole('alertdialog');
  await expect(confirm).toContainText('3 units go back to where they came from');
  await expect(confirm).toContainText('€100.00 can be refunded then');
  await confirm.getByRole('button', { name: 'Cancel order' }).click();
  await expect(
    page.getByText('Cancelled: 3 units back where they came from. €100.00 can still be refunded.'),
  ).toBeVisible();
  const levels = await withEngine((engine) =>
    engine.availability(store.shopId, [store.products[0]?.inventoryItemId ?? 0]),
  );
  expect(levels.map(({ onHand }) => onHand).toSorted()).toEqual([1, 2, 9]);
  expect(await rows('SELECT status FROM orders WHERE shop_id = ?', [store.shopId])).toEqual([
    { status: 'cancelled' },
  ]);
});

test('an order that was paid too late waits in the queue until somebody closes it', async ({
  page,
  makeStore,
  hook,
}) => {
  const store = await makeStore();
  await goToPayment(page, store);
  const checkoutId = checkoutIdOf(page);
  await useCard(page, cards.slow);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText('Paying. The bank is working on it.')).toBeVisible();
  await hook('expire-hold', { shopId: store.shopId, checkoutId });
  await hook('sweep', { shopId: store.shopId });
  // Another buyer is faster.
  await withEngine(async (engine) => {
    const [level] = await engine.availability(store.shopId, [store.products[0]?.inventoryItemId ?? 0]);
    if (!level) throw new Error('no level');
    const reservationId = uuidv7();
    const reserved = await engine.reserve({
      shopId: store.shopId,
      reservationId,
      checkoutId: reservationId,
      holdSeconds: 60,
      lines: [
        { inventoryItemId: level.inventoryItemId, inventoryGroupId: level.inventoryGroupId, quantity: 1 },
      ],
    });
    expect(reserved.outcome).toBe('reserved');
    await engine.claim({ shopId: store.shopId, reservationId, orderId: uuidv7() });
  });
  await hook('run-payments', { shopId: store.shopId });

  await page.goto(`/admin/${store.slug}/orders`);
  await expect(page.getByText('1 order needs attention.')).toBeVisible();
  await page.getByRole('link', { name: 'Show it' }).click();
  await page.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1).getByRole('link').click();
  await expect(
    page.getByText('Paid after the hold had expired, and the units were sold by then.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Say why: the history keeps it.')).toBeVisible();
  await page.getByLabel('What was done').fill('Wrote to the buyer');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('The shop has looked into it')).toBeVisible();
  await page.goto(`/admin/${store.slug}/orders`);
  await expect(page.getByText('needs attention.')).toBeHidden();
});

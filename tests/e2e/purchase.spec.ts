import { cards, expect, fillAddress, test, useCard } from '@/tests/support/playwright';

test('a visitor finds a product, buys it, and reads its line in the ledger', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }).click();
  await page.getByRole('link', { name: 'Field Book' }).click();
  await expect(page.getByRole('heading', { name: 'Field Book' })).toBeVisible();
  await page.getByText('Dotted, ochre').click();
  await expect(page.getByRole('region', { name: 'Stock by location' })).toContainText('Berlin');
  await page.getByLabel('Quantity').fill('2');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('link', { name: 'Go to the cart' }).click();

  await expect(page.getByRole('heading', { name: 'Cart' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Field Book, Dotted, ochre' })).toHaveValue(
    '2',
  );
  await page.getByRole('button', { name: 'Check out' }).click();
  await fillAddress(page);
  await page.getByRole('button', { name: 'Go on to the parcels' }).click();

  await expect(page.getByText('From Berlin')).toBeVisible();
  await expect(page.getByText('Toronto doesn’t ship to Europe')).toBeVisible();
  await page.getByRole('button', { name: 'Complete purchase' }).click();

  await expect(page.getByRole('timer')).toHaveText(/^[45]:\d\d$/);
  await useCard(page, cards.approve);
  await page.getByRole('button', { name: 'Pay €44.00' }).click();

  await expect(page.getByRole('heading', { name: /Thank you\. Paid/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ledger lines' })).toContainText('−2');
  await expect(page.getByRole('region', { name: 'Ledger lines' })).toContainText('sold from Berlin');
  await expect(page.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible();

  // On to the item's whole ledger, and to the order as the merchant sees it: every step is a link on the page.
  const order = page.url();
  await page.getByRole('region', { name: 'Ledger lines' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: /Field Book/, level: 1 })).toBeVisible();
  const newest = page.getByRole('table', { name: 'Ledger entries' }).getByRole('row').nth(1);
  await expect(newest).toContainText('sold');
  await expect(newest).toContainText('−2');
  await expect(newest).toContainText('Berlin');
  await page.goto(order);
  await page.getByRole('link', { name: 'This order as the merchant sees it' }).click();
  await expect(page.getByRole('heading', { name: /^Order /, level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ledger lines' })).toContainText('−2');
});

import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { checkoutFolder } from '@/db/server/paths';
import { cards, expect, fillAddress, payWith, test } from '@/tests/support/playwright';

const shop = '/foil-and-stock';

/** What the window shows, when all of it is there. */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.mouse.move(0, 0);
  await page.screenshot({
    path: join(checkoutFolder, `docs/images/shop-${name}.png`),
    animations: 'disabled',
  });
}

async function put(page: Page, slug: string, quantity: number): Promise<void> {
  await page.goto(`${shop}/${slug}`);
  await page.getByLabel('Quantity').fill(String(quantity));
  await page.getByRole('button', { name: /^Add to cart/ }).click();
  await expect(page.getByText(/in your cart/)).toBeVisible();
}

test.use({ viewport: { width: 1120, height: 720 }, reducedMotion: 'reduce', colorScheme: 'light' });

test('the shop, from the catalogue to the ledger', async ({ page, browser }) => {
  await page.goto(shop);
  await take(page, 'catalogue');
  await page.goto(`${shop}/plumb-bob`);
  await take(page, 'product');

  await put(page, 'plumb-bob', 2);
  await put(page, 'tally-counter', 1);
  await page.goto(`${shop}/cart`);
  await page.getByRole('button', { name: 'Check out' }).click();
  await fillAddress(page);
  await page.getByRole('button', { name: 'Go on to the parcels' }).click();
  await expect(page.getByRole('heading', { name: 'Parcels', level: 1 })).toBeVisible();
  await take(page, 'parcels');
  await page.getByRole('button', { name: 'Complete purchase' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await take(page, 'payment');

  // How it looks to somebody else meanwhile, on a telephone in the evening.
  const evening = await browser.newContext({
    viewport: { width: 360, height: 720 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  const telephone = await evening.newPage();
  await telephone.goto(`${shop}/plumb-bob`);
  await take(telephone, 'telephone');
  await evening.close();

  await payWith(page, cards.approve);
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  await page.setViewportSize({ width: 1120, height: 1000 });
  await take(page, 'order');

  // The merchant's side of the same purchase.
  const admin = `/admin${shop}`;
  await page.goto(`${admin}/inventory`);
  await expect(page.getByRole('heading', { name: 'Inventory', level: 1 })).toBeVisible();
  await take(page, 'admin-inventory');
  await page
    .getByRole('link', { name: /Tally Counter No\. 1/ })
    .first()
    .click();
  await expect(page.getByRole('table', { name: 'Ledger entries, newest first' })).toBeVisible();
  await take(page, 'admin-item');
  await page.goto(`${admin}/orders`);
  await page.locator('tbody').getByRole('link').first().click();
  await expect(page.getByText('Units held')).toBeVisible();
  await take(page, 'admin-order');
});

import { join } from 'node:path';
import { checkoutFolder } from '@/db/server/paths';
import { expect, test } from '@/tests/support/playwright';
import { openCrowd } from '@/tests/support/truth-crowd';

test.use({ viewport: { width: 1200, height: 1080 }, reducedMotion: 'reduce', colorScheme: 'light' });

test('a shop in the shadow, where a spoilt counter was found', async ({ page, makeStore }) => {
  const store = await makeStore({
    products: [
      { title: 'Many', priceMinor: 1000, stock: { Berlin: 300 } },
      { title: 'Last One', priceMinor: 1000, stock: { Berlin: 1 } },
    ],
  });
  const crowd = await openCrowd(store);
  try {
    await page.goto(`/admin/${store.slug}/truth`);
    await page.getByRole('button', { name: 'Back to Redis now' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Back to Redis' }).click();
    await page.getByRole('button', { name: 'Go to Shadow' }).click();
    await expect(page.getByTestId('state-shadow')).toHaveAttribute('aria-current', 'step');
    await crowd.buy(await crowd.arrive(110, 'Many'));
    await crowd.spoil('Last One');
    await crowd.buy(await crowd.arrive(2, 'Last One'));
    await crowd.settled();
    await page.reload();
    await expect(page.getByRole('row').filter({ hasText: 'bug' })).toBeVisible();
    await page.screenshot({
      path: join(checkoutFolder, 'docs/images/truth.png'),
      animations: 'disabled',
    });
  } finally {
    await crowd.leave();
  }
});

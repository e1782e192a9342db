import { expect, test } from '@playwright/test';
import { accessibilityFaults } from '@/tests/support/accessibility';

test.describe('the front page', () => {
  test('says what it is for and opens the three doors', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sell the last unit exactly once.');
    await expect(page.getByRole('link', { name: 'Run a flash sale' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the lab' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the shop' }).first()).toBeVisible();
  });

  test('shows the pool as it is in the database, a cell a unit', async ({ page }) => {
    const pool = page.getByRole('img', { name: /^Tally Counter No\. 1 in Berlin: \d+ free/ });
    await expect(async () => {
      // The worker lays the pool out soon after it has started.
      await page.goto('/');
      await expect(pool).toBeVisible();
    }).toPass();
    await expect(pool.getByTestId('unit-1')).toHaveAttribute('data-state', /free|held|sold/);
  });

  test('keeps the theme that was chosen, and forgets it when it is the system’s again', async ({ page }) => {
    const root = page.locator('html');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    await page.getByRole('button', { name: 'Switch between light and dark' }).click();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Switch between light and dark' }).click();
    await expect(root).not.toHaveAttribute('data-theme');
  });

  test('can be entered by keyboard at its content', async ({ page }) => {
    await page.goto('/');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('#main')).toBeFocused();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`has no accessibility violations and fits 360 px, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 360, height: 780 });
      for (const path of ['/', '/no-such-page/at-all']) {
        await page.goto(path);
        expect(await accessibilityFaults(page)).toEqual([]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBe(0);
      }
    });
  }
});

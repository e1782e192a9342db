import { expect, test } from '@playwright/test';

test('the start page answers with its title', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/Lastunit/);
});

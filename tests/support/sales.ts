/** Starting sales from the page: the browser tests share a server, and a server has one sale at a time. */
import type { Page } from '@playwright/test';
import { expect } from './playwright';

/** Presses until a sale begins: as long as one of another test runs, it is refused. */
export const beginSale = (page: Page, press: () => Promise<void>, timeout = 120_000): Promise<void> =>
  expect(async () => {
    await press();
    await page.waitForURL(/\/sales\/\d+/, { timeout: 5_000 });
  }).toPass({ timeout });

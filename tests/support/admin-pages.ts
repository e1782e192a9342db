/** What the browser tests of the admin share: opening forms, holds made by the engine, checks for accessibility. */
import { expect, type Page } from '@playwright/test';
import { v7 as uuidv7 } from 'uuid';
import { createDatabase } from '@/db/database';
import { createEngine, type Engine } from '@/engine/index';
import { accessibilityFaults } from './accessibility';
import { readState, type TestStore } from './playwright';

/** Runs `work` with an engine on the server's schema, as another process beside the app would. */
export async function withEngine<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
  const database = createDatabase({ url: readState().databaseUrl, connectionLimit: 2 });
  try {
    return await work(createEngine(database, { refillsInBackground: false }));
  } finally {
    await database.close();
  }
}

/** Holds units of a product as a buyer would, at the first of its locations or at the one named. */
export async function holdUnits(store: TestStore, quantity: number, title?: string): Promise<string> {
  const product = store.products.find((one) => one.title === title) ?? store.products[0];
  if (!product) throw new Error('the shop has no product');
  const reservationId = uuidv7();
  return withEngine(async (engine) => {
    const [level] = await engine.availability(store.shopId, [product.inventoryItemId]);
    if (!level) throw new Error('the product has no stock');
    const reserved = await engine.reserve({
      shopId: store.shopId,
      reservationId,
      checkoutId: reservationId,
      holdSeconds: 300,
      lines: [
        {
          inventoryItemId: level.inventoryItemId,
          inventoryGroupId: level.inventoryGroupId,
          quantity,
        },
      ],
    });
    if (reserved.outcome !== 'reserved') throw new Error(`reserve answered ${reserved.outcome}`);
    return reservationId;
  });
}

/** Opens the page of a product's item. */
export async function openItem(page: Page, store: TestStore, title?: string): Promise<void> {
  const product = store.products.find((one) => one.title === title) ?? store.products[0];
  await page.goto(`/admin/${store.slug}/inventory/${product?.inventoryItemId}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(product?.title ?? '');
}

/** Opens the form of a change of stock at a location. */
export async function openChange(page: Page, location: string, change: string): Promise<void> {
  await page.getByRole('button', { name: `Change stock in ${location}` }).click();
  await page.getByRole('menuitem', { name: change }).click();
  await expect(page.getByRole('dialog', { name: new RegExp(` in ${location}$`) })).toBeVisible();
}

/** No violation that axe can find on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
}

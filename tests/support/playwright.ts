/** Fixtures of the browser tests: a shop of the test's own, made through the hooks, and a look at its books at the end. */
import { readFileSync } from 'node:fs';
import { test as base, expect, type Page } from '@playwright/test';
import mysql from 'mysql2/promise';
import { SIGNATURE_HEADER, signWebhook } from '@/checkout/gateway/webhook';
import { createDatabase } from '@/db/database';
import { createEngine } from '@/engine/index';

interface State {
  readonly databaseUrl: string;
  /** Empty where there is none. */
  readonly redisUrl: string;
  readonly testHooksToken: string;
  readonly appUrl: string;
}

export function readState(): State {
  const file = process.env.E2E_STATE;
  if (!file) throw new Error('E2E_STATE is set by playwright.config.ts.');
  return JSON.parse(readFileSync(file, 'utf8'));
}

export interface TestShopProduct {
  readonly title: string;
  readonly slug: string;
  readonly variantId: number;
  readonly inventoryItemId: number;
}

export interface TestStore {
  readonly shopId: number;
  readonly slug: string;
  readonly products: readonly TestShopProduct[];
  readonly webhookSecret: string;
}

export type Hook = <T = unknown>(name: string, input?: object) => Promise<T>;

export const test = base.extend<{
  /** Calls a test hook of the server. */
  hook: Hook;
  /** Makes a shop of its own; by default with one product, "Last One", of which there is one in Berlin. */
  makeStore: (plan?: object) => Promise<TestStore>;
  /** Rows of a statement on the server's schema. */
  rows: <T = Record<string, unknown>>(sql: string, values?: unknown[]) => Promise<T[]>;
}>({
  hook: async ({ request }, use) => {
    const { testHooksToken } = readState();
    await use(async (name, input = {}) => {
      const response = await request.post(`/api/test-hooks/${name}`, {
        headers: { authorization: `Bearer ${testHooksToken}` },
        data: input,
      });
      expect(response.status(), await response.text()).toBe(200);
      return response.json();
    });
  },
  makeStore: async ({ hook }, use) => {
    const made: TestStore[] = [];
    await use(async (plan = {}) => {
      const store = await hook<TestStore>('shop', plan);
      made.push(store);
      return store;
    });
    const database = createDatabase({ url: readState().databaseUrl, connectionLimit: 2 });
    try {
      for (const { shopId } of made) {
        const { broken } = await createEngine(database).audit(shopId);
        expect(broken, 'levels that don’t add up').toEqual([]);
      }
    } finally {
      await database.close();
    }
  },
  rows: async ({ page: _ }, use) => {
    const connection = await mysql.createConnection({ uri: readState().databaseUrl, timezone: 'Z' });
    await use(async (sql, values = []) => {
      const [found] = await connection.query(sql, values);
      return found as never[];
    });
    await connection.end();
  },
});

export { expect };

/** Puts a product into the cart. */
export async function putInCart(
  page: Page,
  store: TestStore,
  title = 'Last One',
  quantity = 1,
): Promise<void> {
  const product = store.products.find((one) => one.title === title);
  await page.goto(`/${store.slug}/${product?.slug}`);
  await page.getByLabel('Quantity').fill(String(quantity));
  await page.getByRole('button', { name: /^Add to cart/ }).click();
  await expect(page.getByText(/in your cart/)).toBeVisible();
}

export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Full name').fill('Ada Example');
  await page.getByLabel('Street and number').fill('1 Analytical Row');
  await page.getByLabel('Postcode').fill('10115');
  await page.getByLabel('City').fill('Berlin');
  await page.getByLabel('Country').fill('Germany');
}

/** From the cart to the button that holds the units. */
export async function goToParcels(page: Page, store: TestStore): Promise<void> {
  await page.goto(`/${store.slug}/cart`);
  await page.getByRole('button', { name: 'Check out' }).click();
  await expect(page.getByRole('heading', { name: 'Contact and address' })).toBeVisible();
  await fillAddress(page);
  await page.getByRole('button', { name: 'Go on to the parcels' }).click();
  await expect(page.getByRole('heading', { name: 'Parcels', level: 1 })).toBeVisible();
}

/** From nothing to the payment page, with the units held. */
export async function goToPayment(page: Page, store: TestStore, title?: string): Promise<void> {
  await putInCart(page, store, title);
  await goToParcels(page, store);
  await page.getByRole('button', { name: 'Complete purchase' }).click();
  await expect(page.getByRole('heading', { name: 'Payment', level: 1 })).toBeVisible();
}

/** Fills the card form with a test card. */
export async function useCard(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: `Use ${number}` }).click();
  await expect(page.getByLabel('Card number')).toHaveValue(number);
}

/** Pays with a test card, and doesn't wait for what comes of it. */
export async function payWith(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: `Use ${number}` }).click();
  await expect(page.getByLabel('Card number')).toHaveValue(number);
  await page.getByRole('button', { name: /^Pay/ }).click();
}

/** Sends what the payment service would tell, signed as it would; returns the status of the answer. */
export async function tellPayment(
  page: Page,
  store: TestStore,
  paymentId: string,
  kind: 'approved' | 'declined' | 'refunded',
  eventKey: string = kind,
): Promise<number> {
  const data = JSON.stringify({ shopId: store.shopId, paymentId, eventKey, kind });
  const response = await page.request.post(`/api/webhooks/${store.slug}`, {
    data,
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signWebhook(store.webhookSecret, data),
    },
  });
  return response.status();
}

/** The id of the checkout that the page is about. */
export function checkoutIdOf(page: Page): string {
  const id = /(?:checkout|orders)\/([0-9a-f-]{36})/.exec(page.url())?.[1];
  if (!id) throw new Error(`no checkout in ${page.url()}`);
  return id;
}

export const cards = {
  approve: '4242 4242 4242 4242',
  decline: '4000 0000 0000 0002',
  declineThenApprove: '4000 0000 0000 0341',
  slow: '4000 0000 0000 0077',
  timeOut: '4000 0000 0000 0119',
  approveAfterHold: '4000 0000 0000 0259',
  duplicate: '4000 0000 0000 1091',
  outOfOrder: '4000 0000 0000 3055',
  declineAndApprove: '4000 0000 0000 3063',
  refund: '4000 0000 0000 5126',
  unreachable: '4000 0000 0000 9995',
} as const;

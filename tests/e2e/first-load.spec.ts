/** What a buyer's browser has to load before a page works: the framework, a little of our own, and nothing of charts or the lab. */
import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { expect, putInCart, test } from '@/tests/support/playwright';

/** A page of the same Next.js with no client component at all loads 134.9 kB (docs/performance.md); our own share is the rest. */
const MOST_KB = 150;

/** The scripts of a first visit to the address, as text. */
async function scriptsOf(page: Page, address: string): Promise<Buffer[]> {
  const fresh = await page
    .context()
    .browser()
    ?.newContext({
      storageState: await page.context().storageState(),
    });
  if (!fresh) throw new Error('no browser');
  try {
    const visit = await fresh.newPage();
    const responses: Response[] = [];
    visit.on('response', (response) => {
      if (response.request().resourceType() === 'script') responses.push(response);
    });
    await visit.goto(address, { waitUntil: 'networkidle' });
    return await Promise.all(responses.map((response) => response.body()));
  } finally {
    await fresh.close();
  }
}

test('a product page and the checkout load little, and nothing that other pages need', async ({
  page,
  makeStore,
}) => {
  const store = await makeStore();
  await putInCart(page, store);
  const product = new URL(`/${store.slug}/${store.products[0]?.slug}`, page.url()).href;
  await page.goto(`/${store.slug}/cart`);
  await page.getByRole('button', { name: 'Check out' }).click();
  await page.waitForURL(/\/checkout\//);
  for (const address of [product, page.url()]) {
    const scripts = await scriptsOf(page, address);
    const kilobytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0) / 1000;
    expect(kilobytes, address).toBeGreaterThan(50);
    expect(kilobytes, address).toBeLessThan(MOST_KB);
    for (const script of scripts) expect(script.toString()).not.toMatch(/u-legend|Free play/);
  }
});

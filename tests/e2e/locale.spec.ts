import { cards, expect, goToPayment, test, useCard } from '@/tests/support/playwright';

test('money, figures and dates are written the way the visitor’s browser asks for, before and after hydration', async ({
  browser,
  makeStore,
}) => {
  const store = await makeStore({
    products: [{ title: 'Last One', priceMinor: 123_450, stock: { Berlin: 2 } }],
  });
  const context = await browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  const product = `/${store.slug}/${store.products[0]?.slug}`;

  const sent = await (await page.request.get(product, { headers: { 'accept-language': 'de-DE' } })).text();
  expect(sent).toContain('1.234,50\u00a0€');
  await page.goto(product);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByText('1.234,50\u00a0€')).toBeVisible();

  await goToPayment(page, store);
  await useCard(page, cards.approve);
  await page.getByRole('button', { name: 'Pay 1.234,50\u00a0€' }).click();
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ledger lines' })).toContainText(
    /\d{1,2}\. \p{L}+\.? \d{4}/u,
  );
  const orderId = page.url().split('/').at(-1);
  await page.goto(`/admin/${store.slug}/orders/${orderId}`);
  await expect(page.getByRole('main')).toContainText('1.234,50\u00a0€');
  expect(faults).toEqual([]);
  await context.close();

  const british = await browser.newContext({ locale: 'en-GB' });
  const other = await british.newPage();
  await other.goto(product);
  await expect(other.getByText('€1,234.50')).toBeVisible();
  await british.close();
});

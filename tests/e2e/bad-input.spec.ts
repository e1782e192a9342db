import type { Page, Request } from '@playwright/test';
import {
  cards,
  checkoutIdOf,
  expect,
  goToParcels,
  goToPayment,
  payWith,
  putInCart,
  type TestStore,
  test,
} from '@/tests/support/playwright';

type Rows = <T>(sql: string, values?: unknown[]) => Promise<T[]>;

/** Everything that a purchase writes, counted. */
async function writtenIn(rows: Rows, { shopId }: TestStore): Promise<Record<string, number>> {
  const tables = [
    'cart_lines',
    'checkouts',
    'checkout_lines',
    'reservations',
    'reserved_units',
    'payment_attempts',
    'payment_events',
    'orders',
    'inventory_ledger',
  ];
  const counts = tables.map(
    (table) => `(SELECT COUNT(*) FROM ${table} WHERE shop_id = ${shopId}) AS ${table}`,
  );
  const [row] = await rows<Record<string, number>>(`SELECT ${counts.join(', ')}`);
  return row ?? {};
}

/** What the browser sends when `press` submits a form, caught on its way. */
async function caught(page: Page, press: () => Promise<void>): Promise<Request> {
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'POST' && one.headers()['next-action'] !== undefined),
    press(),
  ]);
  return request;
}

/** Sends a caught request once more, with changes of the body. */
async function sendAgain(page: Page, request: Request, change: (body: string) => string = (body) => body) {
  const headers = { ...request.headers() };
  for (const name of ['content-length', 'host', 'connection', 'cookie']) delete headers[name];
  const body = request.postDataBuffer()?.toString('utf8') ?? '';
  return page.request.post(request.url(), { headers, data: Buffer.from(change(body)), maxRedirects: 0 });
}

test('quantities and ids that can’t be, and script text, are refused field by field with nothing written', async ({
  page,
  makeStore,
  rows,
}) => {
  const store = await makeStore({ products: [{ title: 'Last One', stock: { Berlin: 5 } }] });
  await page.goto(`/${store.slug}/${store.products[0]?.slug}`);
  const request = await caught(page, () => page.getByRole('button', { name: /^Add to cart/ }).click());
  await expect(page.getByText('1 piece of it in your cart.')).toBeVisible();
  const before = await writtenIn(rows, store);
  const variantId = String(store.products[0]?.variantId);
  const field = (name: string, value: string) => (body: string) =>
    body.replace(new RegExp(`(name="[^"]*${name}"\r\n\r\n)[^\r]*`), `$1${value}`);
  for (const quantity of [
    '-1',
    '0',
    '1.5',
    '21',
    '1e9',
    '99999999999999999999',
    'NaN',
    '',
    '<script>alert(1)</script>',
  ]) {
    const answer = await sendAgain(page, request, field('quantity', quantity));
    expect(answer.status(), quantity).toBe(200);
    expect(await answer.text(), quantity).toMatch(
      /whole number|Give a number from 1 to 20|At most 20 of one kind/,
    );
  }
  for (const id of ['0', '-5', '1e99', "1' OR 1=1", String(Number(variantId) + 1_000_000)]) {
    const answer = await sendAgain(page, request, field('variantId', id));
    expect(answer.status(), id).toBe(200);
  }
  expect(await writtenIn(rows, store)).toEqual(before);
  expect(await rows('SELECT quantity FROM cart_lines WHERE shop_id = ?', [store.shopId])).toEqual([
    { quantity: 1 },
  ]);

  // A form of 10,000 lines is one line: of a field that is sent twice the last counts, and too large a body is turned away.
  const boundary = (request.headers()['content-type'] ?? '').split('boundary=')[1] ?? '';
  const line = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="1_${name}"\r\n\r\n${value}\r\n`;
  const many = Array.from(
    { length: 10_000 },
    (_, index) => line('variantId', String(index + 1)) + line('quantity', '20'),
  );
  const answer = await sendAgain(page, request, (body) => many.join('') + body);
  expect([200, 413, 500]).toContain(answer.status());
  const after = await rows<{ n: number }>('SELECT COUNT(*) AS n FROM cart_lines WHERE shop_id = ?', [
    store.shopId,
  ]);
  expect(after).toEqual([{ n: 1 }]);
});

test('a price from the browser counts for nothing', async ({ page, makeStore, rows }) => {
  const store = await makeStore({
    products: [{ title: 'Last One', priceMinor: 5000, stock: { Berlin: 5 } }],
  });
  await page.goto(`/${store.slug}/${store.products[0]?.slug}`);
  // As somebody would who opens the developer tools: fields that the form doesn't have.
  await page.locator('form', { has: page.getByLabel('Quantity') }).evaluate((form) => {
    for (const [name, value] of [
      ['priceMinor', '1'],
      ['price', '0.01'],
      ['unitPriceMinor', '1'],
      ['currency', 'JPY'],
    ] as const) {
      const input = document.createElement('input');
      Object.assign(input, { type: 'hidden', name, value });
      form.append(input);
    }
  });
  await page.getByRole('button', { name: /^Add to cart/ }).click();
  await expect(page.getByText('1 piece of it in your cart.')).toBeVisible();
  await goToParcels(page, store);
  await page.getByRole('button', { name: 'Complete purchase' }).click();
  await payWith(page, cards.approve);
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  expect(
    await rows('SELECT total_minor AS total, currency FROM orders WHERE shop_id = ?', [store.shopId]),
  ).toEqual([{ total: 5000, currency: 'EUR' }]);
});

test('another shop’s carts, checkouts, orders and things lead to pages for what is not there', async ({
  page,
  makeStore,
  rows,
}) => {
  const [mine, other] = [await makeStore(), await makeStore()];
  await goToPayment(page, other);
  const checkoutId = checkoutIdOf(page);
  await page.goto(`/${mine.slug}`);
  const before = [await writtenIn(rows, mine), await writtenIn(rows, other)];
  for (const path of [
    `checkout/${checkoutId}`,
    `checkout/${checkoutId}/shipping`,
    `checkout/${checkoutId}/payment`,
    `orders/${checkoutId}`,
    'orders/00000000-0000-4000-8000-000000000000',
    'orders/no-id',
    `checkout/${"'"}--`,
    'no-such-product',
  ]) {
    const answer = await page.goto(`/${mine.slug}/${path}`);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByText('Not on the shelf.')).toBeVisible();
  }
  await page.getByRole('link', { name: 'See what there is' }).click();
  await expect(page).toHaveURL(`/${mine.slug}`);

  // A thing of the other shop, put into this shop's cart by hand.
  await page.goto(`/${mine.slug}/${mine.products[0]?.slug}`);
  await page.locator('input[name=variantId]').evaluate((input, id) => {
    (input as HTMLInputElement).value = String(id);
  }, 987_654_321);
  await page.getByRole('button', { name: /^Add to cart/ }).click();
  await expect(page.getByText('This is no longer sold.')).toBeVisible();
  // The checkout of the other shop, addressed through an action of this one.
  await putInCart(page, mine);
  await goToParcels(page, mine);
  const own = checkoutIdOf(page);
  const between = await writtenIn(rows, other);
  const request = await caught(page, () => page.getByRole('button', { name: 'Complete purchase' }).click());
  await sendAgain(page, request, (body) => body.replaceAll(own, checkoutId));
  expect(between).toEqual(before[1]);
  expect(await writtenIn(rows, other)).toEqual(before[1]);
});

test('A31: a payment that is sent again, at once and after the order, is answered and changes nothing', async ({
  page,
  makeStore,
  rows,
}) => {
  const store = await makeStore({ products: [{ title: 'Last One', stock: { Berlin: 5 } }] });
  await goToPayment(page, store);
  const request = await caught(page, () => payWith(page, cards.approve));
  await Promise.all([1, 2, 3].map(() => sendAgain(page, request)));
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  const before = await writtenIn(rows, store);
  expect(before).toMatchObject({ payment_attempts: 1, orders: 1 });
  for (let time = 1; time <= 3; time += 1) {
    const answer = await sendAgain(page, request);
    expect(answer.status()).toBeLessThan(400);
  }
  expect(await writtenIn(rows, store)).toEqual(before);
});

test('names and addresses are shown as they were written, script or not', async ({ page, makeStore }) => {
  const store = await makeStore();
  await page.goto(`/${store.slug}?q=${encodeURIComponent('<img src=x onerror=alert(1)>')}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x onerror=alert(1)>');
  await putInCart(page, store);
  await goToParcels(page, store);
  await page.getByRole('link', { name: 'Contact and address' }).click();
  await page.getByLabel('Full name').fill('<script>document.title = "taken"</script>');
  await page.getByRole('button', { name: 'Go on to the parcels' }).click();
  await expect(page.getByText('<script>document.title = "taken"</script>')).toBeVisible();
  await expect(page).not.toHaveTitle('taken');
});

/**
 * What no form of the admin would send: fields that were tampered with, figures without measure, ids of another shop, answers
 * sent twice. Each goes straight to its action; each is refused where it is wrong, and nothing is written.
 */
import { v7 as uuidv7 } from 'uuid';
import { holdUnits } from '@/tests/support/admin-pages';
import { test as base, expect } from '@/tests/support/playwright';
import { callAction, serverActions } from '@/tests/support/routes';

interface Answer {
  status: string;
  message?: string;
  fields?: Record<string, string>;
}

type Send = (section: string, name: string, fields: Record<string, string>) => Promise<Answer>;

const test = base.extend<{
  /** Sends fields to an action of a section and reads its answer. */
  send: Send;
  /** Everything of a shop that an action could write, as a text to compare. */
  stateOf: (shopId: number) => Promise<string>;
}>({
  send: async ({ request }, use) => {
    const actions = serverActions();
    await use(async (section, name, fields) => {
      const action = actions.find(
        (one) => one.file === `app/admin/[shop]/${section}/actions.ts` && one.name === name,
      );
      if (!action) throw new Error(`no action ${name} of ${section}`);
      const response = await callAction(request, action, fields);
      const text = await response.text();
      // The answer is a row of what React sends, "1:{…}", to the end of its line; a long text before it has no end of line.
      const answer = /1:(\{"status".*)$/m.exec(text)?.[1];
      expect(answer, `${section} ${name}: ${response.status()} ${text.slice(0, 300)}`).toBeDefined();
      return JSON.parse(answer ?? '');
    });
  },
  stateOf: async ({ rows }, use) => {
    const tables = ['shops', 'products', 'variants', 'inventory_items', 'inventory_ledger'];
    const others = [
      'locations',
      'location_regions',
      'reservations',
      'transfers',
      'transfer_lines',
      'orders',
      'audit_trail',
    ];
    await use(async (shopId) => {
      const state: Record<string, unknown> = {};
      for (const table of [...tables, ...others]) {
        state[table] = await rows(`SELECT * FROM ${table} WHERE shop_id = ? ORDER BY 1, 2, 3`, [shopId]);
      }
      // How much of it is laid out as units is the worker's business, and may change meanwhile.
      state.levels = await rows(
        `SELECT inventory_item_id, inventory_group_id, location_id, pool_cap, low_water_mark
           FROM inventory_levels WHERE shop_id = ? ORDER BY 1, 2`,
        [shopId],
      );
      return JSON.stringify(state);
    });
  },
});

const plan = {
  locations: [
    { name: 'Berlin', regions: { europe: 1 } },
    { name: 'Porto', regions: { europe: 2 } },
  ],
  products: [{ title: 'Lamp', stock: { Berlin: 5, Porto: 1 } }],
};
const SCRIPT = '<script>alert(1)</script>';
const NOBODY = '0192f0c0-0000-7000-8000-000000000000';

test('stock: figures without measure, below nothing or in words are refused by field', async ({
  makeStore,
  send,
  stateOf,
  rows,
}) => {
  const store = await makeStore(plan);
  const [berlin] = await rows<{ id: number }>(
    "SELECT location_id AS id FROM locations WHERE shop_id = ? AND name = 'Berlin'",
    [store.shopId],
  );
  const common = {
    shop: store.slug,
    inventoryItemId: String(store.products[0]?.inventoryItemId),
    locationId: String(berlin?.id),
    referenceId: uuidv7(),
    onHand: '5',
    note: 'Why',
  };
  const before = await stateOf(store.shopId);
  for (const quantity of ['-1', '0', '1.5', '1e9', '99999999999999999999', '9007199254740993', SCRIPT, '']) {
    const received = await send('inventory', 'receive', { ...common, quantity });
    expect(received, quantity).toMatchObject({
      status: 'invalid',
      fields: { quantity: expect.stringMatching(/^Units: a whole number/) },
    });
  }
  expect(await send('inventory', 'adjust', { ...common, delta: '0' })).toMatchObject({
    fields: { delta: expect.stringMatching(/^Not 0/) },
  });
  expect(await send('inventory', 'adjust', { ...common, delta: '-1', note: '' })).toMatchObject({
    fields: { note: 'Say why: the ledger keeps it.' },
  });
  expect(await send('inventory', 'setCount', { ...common, counted: '-5' })).toMatchObject({
    fields: { counted: expect.stringMatching(/^Units counted/) },
  });
  expect(await send('inventory', 'receive', { ...common, quantity: '1', note: 'two\nlines' })).toMatchObject({
    fields: { note: 'One line, please.' },
  });
  expect(
    await send('inventory', 'receive', { ...common, quantity: '1', note: 'x'.repeat(201) }),
  ).toMatchObject({
    fields: { note: 'At most 200 characters.' },
  });
  for (const wrong of ['0', '-1', '1 OR 1=1', '1e3', '../1', '']) {
    const answer = await send('inventory', 'receive', { ...common, quantity: '1', inventoryItemId: wrong });
    expect(answer.fields?.inventoryItemId, wrong).toBe('Reload the page and try again.');
  }
  expect(
    await send('inventory', 'receive', { ...common, quantity: '1', referenceId: 'again' }),
  ).toMatchObject({
    fields: { referenceId: 'Reload the page and try again.' },
  });
  expect(
    await send('inventory', 'move', { ...common, quantity: '1', toLocationId: common.locationId }),
  ).toMatchObject({
    status: 'refused',
  });
  expect(await stateOf(store.shopId)).toBe(before);
});

test('stock: the same form sent again, and by two at once, is booked once', async ({
  makeStore,
  send,
  rows,
}) => {
  const store = await makeStore(plan);
  const [berlin] = await rows<{ id: number }>(
    "SELECT location_id AS id FROM locations WHERE shop_id = ? AND name = 'Berlin'",
    [store.shopId],
  );
  const form = {
    shop: store.slug,
    inventoryItemId: String(store.products[0]?.inventoryItemId),
    locationId: String(berlin?.id),
    referenceId: uuidv7(),
    onHand: '5',
    note: '',
    quantity: '7',
  };
  await Promise.all([send('inventory', 'receive', form), send('inventory', 'receive', form)]);
  await send('inventory', 'receive', form);
  expect(
    await rows<{ units: string }>(
      "SELECT CAST(SUM(delta) AS CHAR) AS units FROM inventory_ledger WHERE shop_id = ? AND reason = 'received' AND reference_id = UUID_TO_BIN(?)",
      [store.shopId, form.referenceId],
    ),
  ).toEqual([{ units: '7' }]);
});

test('ids of another shop change neither shop', async ({ makeStore, send, stateOf, rows }) => {
  // The other shop has more of everything, so that its ids don't exist in the first.
  const mine = await makeStore();
  const other = await makeStore({
    ...plan,
    products: Array.from({ length: 9 }, (_, index) => ({
      title: `Lamp ${index}`,
      stock: { Berlin: 5, Porto: 1 },
    })),
  });
  const held = await holdUnits(other, 2);
  const [theirs] = await rows<{ product: number; variant: number; item: number; location: number }>(
    `SELECT MAX(product_id) AS product, MAX(variant_id) AS variant, MAX(inventory_item_id) AS item,
            (SELECT MAX(location_id) FROM locations WHERE shop_id = ?) AS location
       FROM variants WHERE shop_id = ?`,
    [other.shopId, other.shopId],
  );
  const before = [await stateOf(mine.shopId), await stateOf(other.shopId)];
  const shop = mine.slug;
  const productId = String(theirs?.product);
  const stock = {
    shop,
    inventoryItemId: String(theirs?.item),
    locationId: String(theirs?.location),
    referenceId: uuidv7(),
    onHand: '1',
    note: 'Why',
  };
  const product = {
    title: 'Mine now',
    slug: 'mine-now',
    tagline: '',
    description: '',
    category: '',
    image: '',
  };
  const variant = { variantTitle: 'Mine now', sku: 'MINE', price: '1' };
  const answers = [
    await send('inventory', 'receive', { ...stock, quantity: '1' }),
    await send('inventory', 'adjust', { ...stock, delta: '1' }),
    await send('inventory', 'setCount', { ...stock, counted: '3' }),
    await send('inventory', 'undo', { ...stock, delta: '-1' }),
    await send('products', 'edit', { shop, productId, version: '1', ...product }),
    await send('products', 'setStatus', { shop, productId, version: '1', status: 'archived' }),
    await send('products', 'addVariant', { shop, productId, ...variant }),
    await send('products', 'saveVariant', {
      shop,
      productId,
      variantId: String(theirs?.variant),
      version: '1',
      ...variant,
    }),
    await send('locations', 'setStatus', {
      shop,
      locationId: stock.locationId,
      version: '1',
      status: 'draining',
    }),
    await send('holds', 'release', { shop, reservationId: held }),
    await send('orders', 'cancel', { shop, orderId: NOBODY }),
    await send('orders', 'refund', { shop, orderId: NOBODY, refundId: uuidv7(), amount: '1', reason: 'Why' }),
    await send('transfers', 'ship', { shop, transferId: NOBODY, version: '1' }),
    await send('transfers', 'plan', {
      shop,
      fromLocationId: '1',
      toLocationId: stock.locationId,
      note: '',
      'sku-0': 'NO-SUCH',
      'units-0': '1',
    }),
  ];
  for (const [index, { status }] of answers.entries())
    expect(['refused', 'invalid'], `answer ${index}`).toContain(status);
  expect([await stateOf(mine.shopId), await stateOf(other.shopId)]).toEqual(before);
});

test('catalogue, places, settings: script, words for figures and ten thousand lines are refused by field', async ({
  makeStore,
  send,
  stateOf,
}) => {
  const store = await makeStore(plan);
  const shop = store.slug;
  const before = await stateOf(store.shopId);
  const product = {
    shop,
    title: '',
    slug: 'A B',
    tagline: 'x'.repeat(201),
    description: 'x'.repeat(5_001),
    category: 'a\u0000b',
    image: 'https://elsewhere.example/a.svg',
    variantTitle: '',
    sku: SCRIPT,
    price: '-1',
  };
  const created = await send('products', 'create', product);
  expect(Object.keys(created.fields ?? {}).toSorted()).toEqual(
    [
      'category',
      'description',
      'image',
      'price',
      'sku',
      'slug',
      'tagline',
      'title',
      'variantTitle',
    ].toSorted(),
  );
  for (const price of ['1e3', 'NaN', 'Infinity', '0x10', '1.005', '99999999', '1,000.00']) {
    const answer = await send('products', 'create', { ...product, price });
    expect(answer.fields?.price, price).toContain('A price in EUR');
  }
  expect(
    await send('locations', 'create', { shop, name: '', countryCode: 'Germany', 'region-europe': '0' }),
  ).toMatchObject({
    status: 'invalid',
    fields: {
      name: expect.stringMatching(/name/),
      countryCode: expect.stringMatching(/Two letters/),
      'region-europe': /From 1/,
    },
  });
  const settings = { shop, seenHold: '300', seenExtension: '120', seenCap: '1000', seenMark: '200' };
  expect(
    await send('settings', 'save', {
      ...settings,
      holdMinutes: '-5',
      extensionSeconds: '1e3',
      poolCap: '0',
      lowWaterMark: '10000',
    }),
  ).toMatchObject({
    status: 'invalid',
    fields: {
      holdMinutes: expect.stringMatching(/Minutes/),
      extensionSeconds: expect.stringMatching(/./),
      poolCap: expect.stringMatching(/./),
      lowWaterMark: expect.stringMatching(/./),
    },
  });
  const lines: Record<string, string> = {};
  for (let row = 0; row < 500; row += 1)
    Object.assign(lines, { [`sku-${row}`]: 'NO-SUCH', [`units-${row}`]: '1' });
  const planned = await send('transfers', 'plan', {
    shop,
    fromLocationId: '1',
    toLocationId: '2',
    note: '',
    ...lines,
  });
  expect(planned).toMatchObject({ status: 'invalid', fields: { 'sku-1': 'Named twice: add the units up.' } });
  expect(await stateOf(store.shopId)).toBe(before);
});

test('a title of markup is text wherever it is shown', async ({ page, makeStore }) => {
  const store = await makeStore({
    products: [{ title: '<img src=x onerror=alert(1)>', stock: { Berlin: 5 } }],
  });
  page.on('dialog', () => {
    throw new Error('the title ran as a script');
  });
  for (const path of [`/admin/${store.slug}/products`, `/admin/${store.slug}/inventory`, `/${store.slug}`]) {
    await page.goto(path);
    await expect(page.getByText('<img src=x onerror=alert(1)>').first()).toBeVisible();
    expect(await page.locator('main img[src="x"]').count()).toBe(0);
  }
});

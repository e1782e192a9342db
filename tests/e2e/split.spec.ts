import {
  cards,
  checkoutIdOf,
  expect,
  goToParcels,
  payWith,
  putInCart,
  test,
} from '@/tests/support/playwright';

const places = [
  { name: 'Berlin', regions: { europe: 1 } },
  { name: 'Porto', regions: { europe: 2 } },
  { name: 'Lyon', regions: { europe: 3 } },
  { name: 'Oslo', regions: { europe: 4 } },
  { name: 'Toronto', regions: { america: 1 } },
];

test('B1, B9, B14, B19: every place says in words why it sends or not: to the buyer, in the order, to the merchant', async ({
  page,
  makeStore,
  rows,
}) => {
  const store = await makeStore({
    locations: places,
    products: [
      { title: 'Rule', stock: { Berlin: 2, Porto: 3, Lyon: 9, Oslo: 9, Toronto: 9 } },
      { title: 'Bob', stock: { Berlin: 5, Lyon: 9, Toronto: 9 } },
    ],
  });
  await rows(`UPDATE locations SET status = 'draining' WHERE shop_id = ? AND name = 'Lyon'`, [store.shopId]);
  await rows(`UPDATE locations SET status = 'inactive' WHERE shop_id = ? AND name = 'Oslo'`, [store.shopId]);
  await putInCart(page, store, 'Rule', 3);
  await expect(page.getByText('5 left: 2 in Berlin, 3 in Porto')).toBeVisible();
  const stock = page.getByRole('region', { name: 'Stock by location' });
  await expect(stock).toContainText('LyonTakes no new orders');
  await expect(stock).toContainText('TorontoDoesn’t ship to Europe (9 left)');
  await expect(stock, 'a closed place is no place').not.toContainText('Oslo');

  // 3 rules: Porto has them all, Berlin has 2 of 3.
  await goToParcels(page, store);
  const main = page.getByRole('main');
  await expect(main).toContainText('One parcel');
  await expect(main).toContainText('Has everything, so that it is one parcel.');
  await expect(main).toContainText('Berlin has 2 of 3 Rule, One size');
  await expect(main).toContainText('Lyon takes no new orders');
  await expect(main).toContainText('Oslo is closed');
  await expect(main).toContainText('Toronto doesn’t ship to Europe');

  // With a bob, which only Berlin has, it takes both.
  await putInCart(page, store, 'Bob', 1);
  await page.goto(`/${store.slug}/cart`);
  await page.getByRole('button', { name: 'Check out' }).click();
  await page.getByRole('button', { name: 'Go on to the parcels' }).click();
  const berlin = 'Has 2 of 3 Rule, One size; 2 parcels are the fewest.';
  const porto = 'Has no Bob, One size; 2 parcels are the fewest.';
  await expect(main).toContainText(berlin);
  await expect(main).toContainText(porto);
  await page.getByRole('button', { name: 'Complete purchase' }).click();
  await payWith(page, cards.approve);
  await expect(page.getByRole('heading', { name: /2 parcels are being packed/ })).toBeVisible();
  const happened = page.getByRole('region', { name: 'What happened' });
  await expect(happened).toContainText('From Berlin: has 2 of 3 Rule, One size; 2 parcels are the fewest.');
  await expect(happened).toContainText('Oslo is closed. Toronto doesn’t ship to Europe.');

  await page.goto(`/admin/${store.slug}/orders/${checkoutIdOf(page)}`);
  await expect(page.getByText('From Porto: has no Bob, One size; 2 parcels are the fewest.')).toBeVisible();
  const routing = page.getByRole('table', { name: 'Routing of this order' });
  for (const [place, verdict, why] of [
    ['Berlin', 'chosen', berlin],
    ['Porto', 'chosen', porto],
    ['Lyon', 'passed over', 'takes no new orders'],
    ['Oslo', 'passed over', 'is closed'],
    ['Toronto', 'passed over', 'doesn’t ship to Europe'],
  ] as const) {
    const row = routing.getByRole('row').filter({ hasText: place });
    await expect(row).toContainText(verdict);
    await expect(row).toContainText(why);
  }

  // Cancelled, each unit goes back to where it came from.
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText(/^Cancelled: 4 units back where they came from/).first()).toBeVisible();
  const onHand = await rows(
    `SELECT name, SUM(delta) AS units
       FROM inventory_ledger
            JOIN inventory_levels USING (shop_id, inventory_item_id, inventory_group_id)
            JOIN locations USING (shop_id, location_id)
      WHERE shop_id = ? AND inventory_item_id = ? GROUP BY name ORDER BY name`,
    [store.shopId, store.products[0]?.inventoryItemId],
  );
  expect(onHand).toEqual([
    { name: 'Berlin', units: '2' },
    { name: 'Lyon', units: '9' },
    { name: 'Oslo', units: '9' },
    { name: 'Porto', units: '3' },
    { name: 'Toronto', units: '9' },
  ]);
});

test('one place after the other: the first choice, a place that is not needed, and the only one', async ({
  page,
  makeStore,
}) => {
  const store = await makeStore({
    locations: [places[0], places[1], places[4]],
    products: [{ title: 'Rule', stock: { Berlin: 5, Porto: 5, Toronto: 5 } }],
  });
  await putInCart(page, store, 'Rule');
  await goToParcels(page, store);
  await expect(page.getByText('Has everything, and is the first choice for Europe.')).toBeVisible();
  await expect(page.getByText(/Porto has it too, but is not the first choice for Europe/)).toBeVisible();
  // Another region, another place.
  await page.getByLabel('Ship to').selectOption('america');
  await page.goto(`/${store.slug}/${store.products[0]?.slug}`);
  await expect(page.getByText('5 left, ships from Toronto')).toBeVisible();
  await page.goto(`/${store.slug}/cart`);
  await page.getByRole('button', { name: 'Check out' }).click();
  await page.getByRole('combobox', { name: 'Region', exact: true }).selectOption('america');
  await page.getByRole('button', { name: 'Go on to the parcels' }).click();
  await expect(page.getByText('The only place that ships to America.')).toBeVisible();
});

test('B2, B11: what another region’s place has is not promised, and the server refuses it', async ({
  page,
  makeStore,
  rows,
}) => {
  const store = await makeStore({
    locations: [places[0], places[4]],
    products: [{ title: 'Rule', stock: { Toronto: 10 } }],
  });
  await page.goto(`/${store.slug}`);
  await expect(page.getByText('Not shipped to Europe')).toBeVisible();
  await putInCart(page, store, 'Rule', 2);
  await goToParcels(page, store);
  await page.getByRole('button', { name: 'Complete purchase' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'Sold out. You were not charged.' });
  await expect(refusal).toContainText('None is left; 10 in Toronto can’t be sent to Europe.');
  expect(await rows('SELECT COUNT(*) AS n FROM reservations WHERE shop_id = ?', [store.shopId])).toEqual([
    { n: 0 },
  ]);
});

test('B22: a quantity that is changed while held: one hold of the new size, also down, and never more than there is', async ({
  page,
  makeStore,
  rows,
}) => {
  const store = await makeStore({ products: [{ title: 'Rule', stock: { Berlin: 2 } }] });
  await putInCart(page, store, 'Rule');
  await goToParcels(page, store);
  await page.getByRole('button', { name: 'Complete purchase' }).click();
  await expect(page.getByText('1 unit. Nobody else can buy it.')).toBeVisible();
  const change = async (quantity: string) => {
    await page.goto(`/${store.slug}/cart`);
    const field = page.getByRole('spinbutton', { name: /^Quantity of Rule/ });
    await field.fill(quantity);
    await field.press('Enter');
    await expect(page.getByRole('link', { name: new RegExp(`^Cart, ${quantity} item`) })).toBeVisible();
    await page.getByRole('button', { name: 'Check out' }).click();
    await page.getByRole('button', { name: 'Go on to the parcels' }).click();
    await expect(page.getByRole('heading', { name: 'Parcels', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Complete purchase' }).click();
  };
  const held = () =>
    rows(
      `SELECT COUNT(DISTINCT reservation_id) AS holds, COUNT(*) AS units FROM reserved_units WHERE shop_id = ?`,
      [store.shopId],
    );
  await change('2');
  await expect(page.getByText('2 units. Nobody else can buy them.')).toBeVisible();
  expect(await held()).toEqual([{ holds: 1, units: 2 }]);
  await change('3');
  await expect(page.getByRole('alert').filter({ hasText: 'You were not charged.' })).toContainText(
    'Only 2 are left, in Berlin.',
  );
  expect(await held(), 'the hold of 2 stays').toEqual([{ holds: 1, units: 2 }]);
  await change('1');
  await expect(page.getByText('1 unit. Nobody else can buy it.')).toBeVisible();
  expect(await held()).toEqual([{ holds: 1, units: 1 }]);
});

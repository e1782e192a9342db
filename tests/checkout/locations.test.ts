import { expect, test } from 'vitest';
import { cancelCheckout } from '@/checkout/cancel-checkout';
import { cancelOrder } from '@/checkout/cancel-order';
import { completePurchase } from '@/checkout/complete-purchase';
import { readOrder } from '@/checkout/read-order';
import { openTestShop } from '@/tests/support/database';
import { countOutcomes, SHOP } from '@/tests/support/factories';
import {
  AMERICA,
  type Buyer,
  booksOf,
  EUROPE,
  makeBuyer,
  makeHolder,
  makeStore,
  pay,
  rowsOf,
  run,
  runPayments,
  stockAt,
} from '@/tests/support/store';

const { engine } = openTestShop();

const heldAt = () =>
  rowsOf<{ item: number; location: number; n: number }>(
    engine,
    `SELECT inventory_item_id AS item, inventory_group_id AS location, COUNT(*) AS n
       FROM reserved_units GROUP BY 1, 2 ORDER BY 1, 2`,
  );

const twoLocations = [
  { id: 1, regions: { [EUROPE]: 1 } },
  { id: 2, regions: { [EUROPE]: 2 } },
];

test('B1: each item comes from where it is, though the first location has only one of them', async () => {
  await makeStore(engine, {
    locations: twoLocations,
    items: [
      { id: 100, stock: { 1: 5 } },
      { id: 200, stock: { 2: 5 } },
    ],
  });
  await makeHolder(engine, { wants: { 100: 1, 200: 1 } });
  expect(await heldAt()).toEqual([
    { item: 100, location: 1, n: 1 },
    { item: 200, location: 2, n: 1 },
  ]);
});

test('B2: stock of a location that doesn’t serve the region is left alone', async () => {
  await makeStore(engine, {
    locations: [
      { id: 1, regions: { [EUROPE]: 1 } },
      { id: 2, regions: { [AMERICA]: 1 } },
    ],
    items: [{ id: 100, stock: { 1: 5, 2: 5 } }],
  });
  await pay(engine, await makeHolder(engine));
  await runPayments(engine);
  expect(await stockAt(engine, 100, 1)).toMatchObject({ onHand: 4 });
  expect(await stockAt(engine, 100, 2)).toMatchObject({ onHand: 5 });
});

test('B9: 5 of 2 + 4 + 5 come from the one location that has them all', async () => {
  await makeStore(engine, {
    locations: [
      { id: 1, regions: { [EUROPE]: 1 } },
      { id: 2, regions: { [EUROPE]: 2 } },
      { id: 3, regions: { [EUROPE]: 3 } },
    ],
    items: [{ id: 100, stock: { 1: 2, 2: 4, 3: 5 } }],
  });
  const buyer = await makeHolder(engine, { wants: { 100: 5 } });
  expect(await heldAt()).toEqual([{ item: 100, location: 3, n: 5 }]);
  await pay(engine, buyer);
  await runPayments(engine);
  const order = await readOrder(engine, { shopId: SHOP, orderId: buyer.checkoutId });
  const held = order?.events.find(({ kind }) => kind === 'held');
  expect(held?.detail.reasons).toMatchObject([
    { name: 'L1', verdict: 'lacks', lines: [{ wanted: 5, available: 2, taken: 0 }] },
    { name: 'L2', verdict: 'lacks', lines: [{ wanted: 5, available: 4, taken: 0 }] },
    { name: 'L3', verdict: 'chosen', lines: [{ wanted: 5, available: 5, taken: 5 }] },
  ]);
});

test('B11: what another region’s location has is not promised, and the reserve refuses', async () => {
  await makeStore(engine, {
    locations: [
      { id: 1, regions: { [EUROPE]: 1 } },
      { id: 2, regions: { [AMERICA]: 1 } },
    ],
    items: [{ id: 100, stock: { 1: 0, 2: 10 } }],
  });
  const buyer = await makeBuyer(engine);
  expect(await completePurchase(engine, buyer)).toMatchObject({
    outcome: 'sold_out',
    short: [{ wanted: 1, available: 0, held: 0 }],
    reasons: [
      { name: 'L1', verdict: 'lacks' },
      { name: 'L2', verdict: 'not_to_region', lines: [{ available: 10 }] },
    ],
  });
  expect(await stockAt(engine, 100, 2)).toEqual({ onHand: 10, held: 0, available: 10 });
});

test('B12: 100 buyers of two regions at once, one location shared by both: 15 of 15 are sold', async () => {
  await makeStore(engine, {
    locations: [
      { id: 1, regions: { [EUROPE]: 1 } },
      { id: 2, regions: { [EUROPE]: 2, [AMERICA]: 1 } },
    ],
    items: [{ id: 100, stock: { 1: 10, 2: 5 } }],
  });
  const buyers: Buyer[] = [];
  for (let number = 1; number <= 100; number += 1) {
    buyers.push(await makeBuyer(engine, { regionCode: number % 2 === 0 ? EUROPE : AMERICA }));
  }
  const results = await Promise.all(buyers.map((buyer) => completePurchase(engine, buyer)));
  expect(countOutcomes(results)).toEqual({ held: 15, all_held: 85 });
  await Promise.all(buyers.map((buyer) => pay(engine, buyer)));
  await runPayments(engine);
  expect(await booksOf(engine)).toMatchObject({ orders: 15, soldEntries: 15 });
  expect(await stockAt(engine, 100, 1)).toMatchObject({ onHand: 0 });
  expect(await stockAt(engine, 100, 2)).toMatchObject({ onHand: 0 });
});

test.each([
  [{ 1: 2, 2: 3 }, 5],
  [{ 1: 5, 2: 0 }, 4],
])('B14: of %o, %i bought and cancelled, each unit goes back to where it was', async (stock, quantity) => {
  await makeStore(engine, { locations: twoLocations, items: [{ id: 100, stock }] });
  const buyer = await makeHolder(engine, { wants: { 100: quantity } });
  await pay(engine, buyer);
  await runPayments(engine);
  await cancelOrder(engine, { shopId: SHOP, orderId: buyer.checkoutId }, 'ada');
  expect(await stockAt(engine, 100, 1)).toMatchObject({ onHand: stock[1] });
  expect(await stockAt(engine, 100, 2)).toMatchObject({ onHand: stock[2] });
});

test('B14: a hold that is released gives each unit back to where it was', async () => {
  await makeStore(engine, { locations: twoLocations, items: [{ id: 100, stock: { 1: 2, 2: 3 } }] });
  await cancelCheckout(engine, await makeHolder(engine, { wants: { 100: 5 } }));
  expect(await stockAt(engine, 100, 1)).toEqual({ onHand: 2, held: 0, available: 2 });
  expect(await stockAt(engine, 100, 2)).toEqual({ onHand: 3, held: 0, available: 3 });
});

test('B19: a draining location takes no new hold, and the holds it has can be paid, or run out', async () => {
  await makeStore(engine, {
    locations: twoLocations,
    items: [{ id: 100, stock: { 2: 5 } }],
  });
  const [payer, leaver] = [await makeHolder(engine), await makeHolder(engine)];
  await run(engine, `UPDATE locations SET status = 'draining' WHERE location_id = 2`);
  expect(await completePurchase(engine, await makeBuyer(engine))).toMatchObject({
    outcome: 'sold_out',
    reasons: [{ verdict: 'lacks' }, { name: 'L2', verdict: 'draining' }],
  });
  await pay(engine, payer);
  await runPayments(engine);
  await cancelCheckout(engine, leaver);
  expect(await stockAt(engine, 100, 2)).toEqual({ onHand: 4, held: 0, available: 4 });
  expect(await booksOf(engine)).toMatchObject({ orders: 1 });
});

test('B21: the region is served from elsewhere by the time of the cancellation: units go back to the hold’s location', async () => {
  await makeStore(engine, { locations: twoLocations, items: [{ id: 100, stock: { 1: 3, 2: 3 } }] });
  const [holder, payer] = [await makeHolder(engine), await makeHolder(engine)];
  await pay(engine, payer);
  await runPayments(engine);
  await run(engine, 'DELETE FROM location_regions WHERE location_id = 1');
  await cancelCheckout(engine, holder);
  await cancelOrder(engine, { shopId: SHOP, orderId: payer.checkoutId }, 'ada');
  expect(await stockAt(engine, 100, 1)).toEqual({ onHand: 3, held: 0, available: 3 });
  expect(await stockAt(engine, 100, 2)).toEqual({ onHand: 3, held: 0, available: 3 });
});

test('a location that ran dry after the plan was made is passed over, and the rest comes from the next', async () => {
  await makeStore(engine, { locations: twoLocations, items: [{ id: 100, stock: { 1: 3, 2: 3 } }] });
  // Twelve buyers see the same figures at once: whoever is late at the first location is served from the second.
  const buyers: Buyer[] = [];
  for (let number = 1; number <= 12; number += 1) buyers.push(await makeBuyer(engine));
  const results = await Promise.all(buyers.map((buyer) => completePurchase(engine, buyer)));
  expect(countOutcomes(results)).toEqual({ held: 6, all_held: 6 });
  expect(await heldAt()).toEqual([
    { item: 100, location: 1, n: 3 },
    { item: 100, location: 2, n: 3 },
  ]);
});

test('a split that needs both locations is found when one of them has only overdue holds', async () => {
  await makeStore(engine, { locations: twoLocations, items: [{ id: 100, stock: { 1: 2, 2: 2 } }] });
  await makeHolder(engine, { wants: { 100: 2 } });
  await run(engine, 'UPDATE reservations SET expires_at = NOW(3) - INTERVAL 1 SECOND');
  await makeHolder(engine, { wants: { 100: 4 } });
  expect(await heldAt()).toEqual([
    { item: 100, location: 1, n: 2 },
    { item: 100, location: 2, n: 2 },
  ]);
});

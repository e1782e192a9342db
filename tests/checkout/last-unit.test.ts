import { expect, test } from 'vitest';
import { addToCart } from '@/checkout/cart';
import { completePurchase } from '@/checkout/complete-purchase';
import { newSecretId } from '@/checkout/ids';
import { readCheckout } from '@/checkout/read-checkout';
import { startCheckout } from '@/checkout/start-checkout';
import { connect, openTestShop } from '@/tests/support/database';
import { countOutcomes, SHOP } from '@/tests/support/factories';
import {
  type Buyer,
  booksOf,
  EUROPE,
  makeBuyer,
  makeStore,
  pay,
  rowsOf,
  run,
  runPayments,
  stockAt,
} from '@/tests/support/store';

const shop = openTestShop();
const { engine } = shop;

const complete = (buyers: readonly Buyer[]) =>
  Promise.all(buyers.map((buyer) => completePurchase(engine, buyer)));

test('A1: of two checkouts that want the last unit at the same moment one holds it, 40 times over', async () => {
  await makeStore(engine);
  for (let round = 1; round <= 40; round += 1) {
    const buyers = await Promise.all([makeBuyer(engine), makeBuyer(engine)]);
    const results = await complete(buyers);
    expect(countOutcomes(results)).toEqual({ held: 1, all_held: 1 });
    const [rows] = await rowsOf<{ n: number }>(engine, 'SELECT COUNT(*) AS n FROM reserved_units');
    expect(rows?.n, 'units in holds').toBe(1);
    const held = results.find((result) => result.outcome === 'held');
    await engine.release({ shopId: SHOP, reservationId: held?.outcome === 'held' ? held.reservationId : '' });
  }
});

test('A4: 100 buyers press "Complete purchase" for one unit: one order, nobody else is charged', async () => {
  await makeStore(engine);
  const buyers: Buyer[] = [];
  for (let number = 1; number <= 100; number += 1) buyers.push(await makeBuyer(engine));
  const results = await complete(buyers);
  expect(countOutcomes(results)).toEqual({ held: 1, all_held: 99 });
  const paid = await Promise.all(buyers.map((buyer) => pay(engine, buyer)));
  expect(countOutcomes(paid)).toEqual({ started: 1, not_held: 99 });
  await runPayments(engine);
  expect(await booksOf(engine)).toEqual({ orders: 1, soldEntries: 1, payments: { approved: 1 } });
  // Whoever comes now reads "sold out" and not "try again".
  const late = await completePurchase(engine, await makeBuyer(engine));
  expect(late).toMatchObject({ outcome: 'sold_out', short: [{ wanted: 1, available: 0, held: 0 }] });
});

test('A2: a cart whose lines draw on one item is refused as a whole, with the shortfall, and leaves no hold', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 5 } }] });
  const buyer = await makeBuyer(engine, { wants: { 100: 6 } });
  expect(await completePurchase(engine, buyer)).toMatchObject({
    outcome: 'sold_out',
    short: [{ inventoryItemId: 100, wanted: 6, available: 5, held: 0 }],
  });
  expect(await stockAt(engine, 100)).toEqual({ onHand: 5, held: 0, available: 5 });
});

test('A2: two lines of one item are added up before anything is planned', async () => {
  const { planShipments } = await import('@/checkout/plan-shipments');
  const plan = planShipments(
    [
      { inventoryItemId: 100, quantity: 3 },
      { inventoryItemId: 100, quantity: 3 },
    ],
    [{ locationId: 1, name: 'L1', status: 'active', priority: 1 }],
    [{ inventoryItemId: 100, inventoryGroupId: 1, locationId: 1, available: 5 }],
  );
  expect(plan).toMatchObject({ outcome: 'lacking', short: [{ wanted: 6, available: 5 }] });
});

test('A7: 50 carts with two items one way round and 50 the other: 30 orders and no deadlock', async () => {
  await makeStore(engine, {
    items: [
      { id: 100, stock: { 1: 30 } },
      { id: 200, stock: { 1: 30 } },
    ],
  });
  const retries: string[] = [];
  engine.events.on('retry', ({ code }) => retries.push(code));
  const buyers: Buyer[] = [];
  for (let number = 1; number <= 100; number += 1) {
    buyers.push(await makeCart(number % 2 === 0 ? [100, 200] : [200, 100]));
  }
  const results = await complete(buyers);
  expect(countOutcomes(results)).toEqual({ held: 30, all_held: 70 });
  await Promise.all(
    buyers.filter((_, index) => results[index]?.outcome === 'held').map((buyer) => pay(engine, buyer)),
  );
  await runPayments(engine);
  expect(await booksOf(engine)).toEqual({ orders: 30, soldEntries: 60, payments: { approved: 30 } });
  expect(retries).toEqual([]);
  engine.events.removeAllListeners('retry');
});

/** A buyer whose items went into the cart in this order. */
async function makeCart(items: readonly number[]): Promise<Buyer> {
  const cartId = newSecretId();
  for (const variantId of items) await addToCart(engine, { shopId: SHOP, cartId, variantId, quantity: 1 });
  return makeBuyer(engine, { cartId, wants: {} });
}

test('A34: a buyer whose reserve stands still for a while takes nothing from the other, who gets the unit', async () => {
  await makeStore(engine);
  const [slow, quick] = [await makeBuyer(engine), await makeBuyer(engine)];
  const other = await connect(shop);
  await engine.replenish({ shopId: SHOP, inventoryItemId: 100, inventoryGroupId: 1 });
  // Somebody has the unit's row locked while the slow one looks for it: it is neither sold out nor held, but busy.
  await other.beginTransaction();
  await other.query('SELECT id FROM available_units WHERE shop_id = 1 FOR UPDATE');
  expect(await completePurchase(engine, slow)).toEqual({ outcome: 'busy' });
  await other.rollback();
  await other.end();
  expect(await completePurchase(engine, quick)).toMatchObject({ outcome: 'held' });
  expect(await completePurchase(engine, slow)).toMatchObject({ outcome: 'all_held' });
  expect(await rowsOf(engine, `SELECT status FROM reservations WHERE status = 'held'`)).toHaveLength(1);
});

test('A36: when the order cannot be written, the units are neither sold nor lost, and the next try sells them', async () => {
  await makeStore(engine);
  const buyer = await makeBuyer(engine);
  await completePurchase(engine, buyer);
  await pay(engine, buyer);
  await run(engine, 'ALTER TABLE orders ADD CONSTRAINT refuse_all CHECK (total_minor < 1)');
  try {
    await expect(runPayments(engine)).rejects.toThrow(/refuse_all/);
    expect(await stockAt(engine, 100)).toEqual({ onHand: 1, held: 1, available: 0 });
    expect(await booksOf(engine)).toEqual({ orders: 0, soldEntries: 0, payments: { approved: 1 } });
    expect((await readCheckout(engine, buyer))?.stage).toBe('paying');
  } finally {
    await run(engine, 'ALTER TABLE orders DROP CONSTRAINT refuse_all');
  }
  await runPayments(engine);
  expect(await booksOf(engine)).toEqual({ orders: 1, soldEntries: 1, payments: { approved: 1 } });
});

test('two presses of "Check out" at once lead to one checkout', async () => {
  await makeStore(engine);
  const { cartId } = await makeBuyer(engine);
  const again = await Promise.all(
    [1, 2, 3].map(() => startCheckout(engine, { shopId: SHOP, cartId, regionCode: EUROPE })),
  );
  expect(new Set(again.map((one) => (one.outcome === 'started' ? one.checkoutId : one.outcome))).size).toBe(
    1,
  );
});

import { expect, test } from 'vitest';
import { cancelCheckout } from '@/checkout/cancel-checkout';
import { addToCart, setCartQuantity } from '@/checkout/cart';
import { completePurchase } from '@/checkout/complete-purchase';
import { readCheckout } from '@/checkout/read-checkout';
import { saveDelivery } from '@/checkout/save-delivery';
import { startCheckout } from '@/checkout/start-checkout';
import { openTestShop } from '@/tests/support/database';
import {
  AMERICA,
  address,
  type Buyer,
  booksOf,
  EUROPE,
  makeBuyer,
  makeHolder,
  makeStore,
  pay,
  rowsOf,
  runPayments,
  stageOf,
  stockAt,
} from '@/tests/support/store';

const { engine } = openTestShop();

/** Back to the cart and through "Check out" once more. */
async function checkOutAgain(buyer: Buyer): Promise<Buyer> {
  const started = await startCheckout(engine, { ...buyer, regionCode: EUROPE });
  if (started.outcome !== 'started') throw new Error(`startCheckout answered ${started.outcome}`);
  return { ...buyer, checkoutId: started.checkoutId };
}

const liveHolds = () =>
  rowsOf<{ quantity: number; location: number }>(
    engine,
    `SELECT line.quantity, line.inventory_group_id AS location
       FROM reservation_lines AS line JOIN reservations AS hold USING (shop_id, reservation_id)
      WHERE hold.status = 'held' ORDER BY 2`,
  );

test('A21: declined, Back, another card: the own hold on the last unit is used and blocks nobody but others', async () => {
  await makeStore(engine);
  const buyer = await makeHolder(engine);
  await pay(engine, buyer, 'decline');
  await runPayments(engine);
  expect(await checkOutAgain(buyer)).toEqual(buyer);
  expect(await completePurchase(engine, buyer)).toMatchObject({ outcome: 'held', isRepeat: true });
  expect(await liveHolds()).toEqual([{ quantity: 1, location: 1 }]);
  expect(await completePurchase(engine, await makeBuyer(engine))).toMatchObject({ outcome: 'all_held' });
  await pay(engine, buyer);
  await runPayments(engine);
  expect(await booksOf(engine)).toMatchObject({ orders: 1, soldEntries: 1 });
});

test('A21: a second purchase in the same browser after the first was completed', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 2 } }] });
  const first = await makeHolder(engine);
  await pay(engine, first);
  await runPayments(engine);
  await addToCart(engine, { ...first, variantId: 100, quantity: 1 });
  const second = await checkOutAgain(first);
  expect(second.checkoutId).not.toBe(first.checkoutId);
  // The address is known by now.
  expect(await stageOf(engine, second)).toBe('shipping');
  expect(await completePurchase(engine, second)).toMatchObject({ outcome: 'held' });
  await pay(engine, second);
  await runPayments(engine);
  expect(await booksOf(engine)).toMatchObject({ orders: 2, soldEntries: 2 });
});

test('B22: from 1 to 2 while a hold exists: one hold of 2 at the same location, with the own unit in it', async () => {
  await makeStore(engine, {
    locations: [
      { id: 1, regions: { [EUROPE]: 2 } },
      { id: 2, regions: { [EUROPE]: 1 } },
    ],
    items: [{ id: 100, stock: { 1: 2, 2: 0 } }],
  });
  const before = await makeHolder(engine);
  await setCartQuantity(engine, { ...before, variantId: 100, quantity: 2 });
  const after = await checkOutAgain(before);
  expect(after.checkoutId).not.toBe(before.checkoutId);
  expect(await liveHolds(), 'the old hold stays until the new one is made').toHaveLength(1);
  expect(await completePurchase(engine, after)).toMatchObject({ outcome: 'held' });
  expect(await liveHolds()).toEqual([{ quantity: 2, location: 1 }]);
  expect(await stageOf(engine, before)).toBe('cancelled');
  await pay(engine, after);
  await runPayments(engine);
  expect(await rowsOf(engine, 'SELECT location_id AS location FROM shipments')).toEqual([{ location: 1 }]);
  expect(await stockAt(engine, 100)).toEqual({ onHand: 0, held: 0, available: 0 });
});

test('B22: from 1 to 3 with only 2 there is refused with what is left, and the hold of 1 stays', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 2 } }] });
  const before = await makeHolder(engine);
  await setCartQuantity(engine, { ...before, variantId: 100, quantity: 3 });
  const after = await checkOutAgain(before);
  expect(await completePurchase(engine, after)).toMatchObject({
    outcome: 'sold_out',
    short: [{ wanted: 3, available: 2 }],
  });
  expect(await liveHolds()).toEqual([{ quantity: 1, location: 1 }]);
  // And to 1 again: the unit that was held all the time.
  await setCartQuantity(engine, { ...before, variantId: 100, quantity: 1 });
  const back = await checkOutAgain(after);
  expect(await completePurchase(engine, back)).toMatchObject({ outcome: 'held' });
  expect(await liveHolds()).toEqual([{ quantity: 1, location: 1 }]);
});

test('B22: from 2 to 1 gives one unit back at once', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 2 } }] });
  const before = await makeHolder(engine, { wants: { 100: 2 } });
  await setCartQuantity(engine, { ...before, variantId: 100, quantity: 1 });
  await completePurchase(engine, await checkOutAgain(before));
  expect(await stockAt(engine, 100)).toEqual({ onHand: 2, held: 1, available: 1 });
});

test('another region moves the hold to where that region is served from', async () => {
  await makeStore(engine, {
    locations: [
      { id: 1, regions: { [EUROPE]: 1 } },
      { id: 2, regions: { [AMERICA]: 1 } },
    ],
    items: [{ id: 100, stock: { 1: 1, 2: 1 } }],
  });
  const buyer = await makeHolder(engine);
  expect(await liveHolds()).toEqual([{ quantity: 1, location: 1 }]);
  await saveDelivery(engine, buyer, { ...address, regionCode: AMERICA });
  expect(await stageOf(engine, buyer), 'the hold no longer fits').toBe('shipping');
  expect(await pay(engine, buyer)).toEqual({ outcome: 'not_held' });
  expect(await completePurchase(engine, buyer)).toMatchObject({ outcome: 'held', isRepeat: false });
  expect(await liveHolds()).toEqual([{ quantity: 1, location: 2 }]);
});

test('a cart that is changed while a payment is under way leads back to that payment', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 5 } }] });
  const buyer = await makeHolder(engine);
  await pay(engine, buyer);
  await setCartQuantity(engine, { ...buyer, variantId: 100, quantity: 3 });
  expect(await startCheckout(engine, { ...buyer, regionCode: EUROPE })).toEqual({
    outcome: 'paying',
    checkoutId: buyer.checkoutId,
  });
  expect(await saveDelivery(engine, buyer, address)).toEqual({ outcome: 'paying' });
  await runPayments(engine);
  // One was bought, two more were wanted.
  expect(await rowsOf(engine, 'SELECT quantity FROM cart_lines')).toEqual([{ quantity: 2 }]);
});

test('cancelling gives the units back at once, also those of the hold that was to be replaced', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 2 } }] });
  const before = await makeHolder(engine);
  await setCartQuantity(engine, { ...before, variantId: 100, quantity: 3 });
  const after = await checkOutAgain(before);
  expect(await cancelCheckout(engine, after)).toEqual({ outcome: 'cancelled' });
  expect(await stockAt(engine, 100)).toEqual({ onHand: 2, held: 0, available: 2 });
  expect((await readCheckout(engine, after))?.stage).toBe('cancelled');
});

import { expect, test } from 'vitest';
import { addToCart, MOST_LINES, readCart, setCartQuantity } from '@/checkout/cart';
import { completePurchase } from '@/checkout/complete-purchase';
import { newSecretId } from '@/checkout/ids';
import { readCheckout } from '@/checkout/read-checkout';
import { readOrder } from '@/checkout/read-order';
import { saveDelivery } from '@/checkout/save-delivery';
import { startCheckout } from '@/checkout/start-checkout';
import { openTestShop } from '@/tests/support/database';
import { SHOP } from '@/tests/support/factories';
import { address, EUROPE, makeBuyer, makeHolder, makeStore, rowsOf, run } from '@/tests/support/store';

const { engine } = openTestShop();

const add = (cartId: string, variantId: number, quantity: number, shopId = SHOP) =>
  addToCart(engine, { shopId, cartId, variantId, quantity });

test('a cart adds up, is changed, and forgets what is set to 0', async () => {
  await makeStore(engine, { items: [{ id: 100, priceMinor: 250, stock: {} }] });
  const cartId = newSecretId();
  await add(cartId, 100, 2);
  expect(await add(cartId, 100, 3)).toEqual({ outcome: 'saved', quantity: 5 });
  expect(await readCart(engine, { shopId: SHOP, cartId })).toMatchObject([
    { variantId: 100, quantity: 5, unitPriceMinor: 250, isSold: true },
  ]);
  await setCartQuantity(engine, { shopId: SHOP, cartId, variantId: 100, quantity: 0 });
  expect(await readCart(engine, { shopId: SHOP, cartId })).toEqual([]);
});

test('more than 20 of one kind, unknown things and things taken off the shelf are refused; nothing is written', async () => {
  await makeStore(engine, {
    items: [
      { id: 100, stock: {} },
      { id: 200, stock: {} },
    ],
  });
  await run(engine, `UPDATE products SET status = 'archived' WHERE product_id = 200`);
  const cartId = newSecretId();
  expect(await add(cartId, 100, 21)).toEqual({ outcome: 'too_many' });
  expect(await add(cartId, 999, 1)).toEqual({ outcome: 'unknown_variant' });
  expect(await add(cartId, 200, 1)).toEqual({ outcome: 'unknown_variant' });
  expect(await rowsOf(engine, 'SELECT * FROM cart_lines')).toEqual([]);
  await add(cartId, 100, 20);
  expect(await add(cartId, 100, 1)).toEqual({ outcome: 'too_many' });
});

test('a cart has at most 50 lines', async () => {
  const items = Array.from({ length: MOST_LINES + 1 }, (_, index) => ({ id: 100 + index, stock: {} }));
  await makeStore(engine, { items });
  const cartId = newSecretId();
  for (const { id } of items.slice(0, MOST_LINES)) await add(cartId, id, 1);
  expect(await add(cartId, 100 + MOST_LINES, 1)).toEqual({ outcome: 'too_many_lines' });
  expect(await add(cartId, 100, 1), 'more of what is in it').toMatchObject({ outcome: 'saved' });
});

test('carts, checkouts and orders of another shop are not there', async () => {
  await makeStore(engine);
  await makeStore(engine, { shopId: 2 });
  const buyer = await makeHolder(engine);
  expect(await add(buyer.cartId, 100, 1, 2)).toMatchObject({ quantity: 1 });
  expect(await readCart(engine, { shopId: 2, cartId: buyer.cartId })).toHaveLength(1);
  const foreign = { shopId: 2, checkoutId: buyer.checkoutId };
  expect(await readCheckout(engine, foreign)).toBeUndefined();
  expect(await completePurchase(engine, foreign)).toEqual({ outcome: 'not_found' });
  expect(await saveDelivery(engine, foreign, address)).toEqual({ outcome: 'not_found' });
  expect(await readOrder(engine, { shopId: 2, orderId: buyer.checkoutId })).toBeUndefined();
});

test('a checkout has the prices of its beginning; one whose price has changed by then begins anew', async () => {
  await makeStore(engine, { items: [{ id: 100, priceMinor: 1000, stock: { 1: 5 } }] });
  const buyer = await makeBuyer(engine);
  await run(engine, 'UPDATE variants SET price_minor = 1200');
  expect(await completePurchase(engine, buyer)).toEqual({ outcome: 'changed' });
  const again = await startCheckout(engine, { ...buyer, regionCode: EUROPE });
  if (again.outcome !== 'started') throw new Error(again.outcome);
  expect(again.checkoutId).not.toBe(buyer.checkoutId);
  expect(await readCheckout(engine, { shopId: SHOP, checkoutId: again.checkoutId })).toMatchObject({
    totalMinor: 1200,
    delivery: { email: address.email },
  });
});

test('a product that was taken off the shelf meanwhile is named, and nothing begins', async () => {
  await makeStore(engine);
  const buyer = await makeBuyer(engine);
  await run(engine, `UPDATE variants SET status = 'archived'`);
  expect(await completePurchase(engine, buyer)).toEqual({ outcome: 'changed' });
  expect(await startCheckout(engine, { ...buyer, regionCode: EUROPE })).toEqual({
    outcome: 'not_sold',
    titles: ['Product 100'],
  });
});

test('an empty cart, an unknown region and an address that is missing lead nowhere', async () => {
  await makeStore(engine);
  const cartId = newSecretId();
  expect(await startCheckout(engine, { shopId: SHOP, cartId, regionCode: EUROPE })).toEqual({
    outcome: 'empty',
  });
  await add(cartId, 100, 1);
  expect(await startCheckout(engine, { shopId: SHOP, cartId, regionCode: 'moon' })).toEqual({
    outcome: 'unknown_region',
  });
  const started = await startCheckout(engine, { shopId: SHOP, cartId, regionCode: EUROPE });
  if (started.outcome !== 'started') throw new Error(started.outcome);
  const checkout = { shopId: SHOP, checkoutId: started.checkoutId };
  expect(await completePurchase(engine, checkout)).toEqual({ outcome: 'incomplete' });
  expect(await saveDelivery(engine, checkout, { ...address, regionCode: 'moon' })).toEqual({
    outcome: 'unknown_region',
  });
});

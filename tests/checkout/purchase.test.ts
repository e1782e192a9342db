import { expect, test } from 'vitest';
import { readCart } from '@/checkout/cart';
import { completePurchase } from '@/checkout/complete-purchase';
import { openTestShop } from '@/tests/support/database';
import {
  booksOf,
  makeBuyer,
  makeHolder,
  makeStore,
  pay,
  runPayments,
  stageOf,
  stockAt,
} from '@/tests/support/store';

const { engine } = openTestShop();

test('a purchase ends in one order, one ledger entry and an empty cart', async () => {
  await makeStore(engine, { items: [{ id: 100, stock: { 1: 3 } }] });
  const buyer = await makeBuyer(engine, { wants: { 100: 2 } });
  expect(await stageOf(engine, buyer)).toBe('shipping');

  expect(await completePurchase(engine, buyer)).toMatchObject({ outcome: 'held', isRepeat: false });
  expect(await stageOf(engine, buyer)).toBe('payment');
  expect(await stockAt(engine, 100)).toEqual({ onHand: 3, held: 2, available: 1 });

  expect(await pay(engine, buyer)).toMatchObject({ outcome: 'started', isRepeat: false });
  expect(await stageOf(engine, buyer)).toBe('paying');
  await runPayments(engine);

  expect(await stageOf(engine, buyer)).toBe('ordered');
  expect(await stockAt(engine, 100)).toEqual({ onHand: 1, held: 0, available: 1 });
  expect(await booksOf(engine)).toEqual({ orders: 1, soldEntries: 1, payments: { approved: 1 } });
  expect(await readCart(engine, buyer)).toEqual([]);
});

test('a declined payment keeps the hold, and another card pays', async () => {
  await makeStore(engine);
  const buyer = await makeHolder(engine);
  await pay(engine, buyer, 'decline');
  await runPayments(engine);
  expect(await stageOf(engine, buyer)).toBe('payment');
  expect(await stockAt(engine, 100)).toEqual({ onHand: 1, held: 1, available: 0 });

  await pay(engine, buyer);
  await runPayments(engine);
  expect(await booksOf(engine)).toEqual({
    orders: 1,
    soldEntries: 1,
    payments: { declined: 1, approved: 1 },
  });
});

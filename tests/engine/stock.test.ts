import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { connect, openTestShop } from '@/tests/support/database';
import {
  BERLIN,
  countOutcomes,
  ITEM,
  makeLevel,
  makeRequest,
  makeShop,
  PORTO,
  SHOP,
} from '@/tests/support/factories';

const shop = openTestShop();
const { engine } = shop;
const level = { shopId: SHOP, inventoryItemId: ITEM, inventoryGroupId: BERLIN };
const change = () => ({ referenceId: uuidv7(), actor: 'test', note: 'counted' });
const hold = (quantity: number) =>
  engine.reserve(makeRequest({ lines: [{ inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity }] }));

describe('receive', () => {
  it('adds unpooled stock once per reference', async () => {
    await makeShop(engine);
    const request = { ...level, ...change(), locationId: BERLIN, quantity: 7 };
    expect(await engine.receive(request)).toEqual({ outcome: 'done', onHand: 7 });
    expect(await engine.receive(request)).toEqual({ outcome: 'repeated' });
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ onHand: 7, unpooled: 7, pooled: 0 }]);
  });

  it('C12: creates a level once when two receive its first stock at the same time', async () => {
    await makeShop(engine);
    const results = await Promise.all(
      Array.from({ length: 10 }, () =>
        engine.receive({ ...level, ...change(), locationId: BERLIN, quantity: 1 }),
      ),
    );
    expect(countOutcomes(results)).toEqual({ done: 10 });
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ onHand: 10 }]);
  });

  it('knows no shop that is not there, and no quantity that is none', async () => {
    const request = { ...level, ...change(), locationId: BERLIN };
    expect(await engine.receive({ ...request, quantity: 1 })).toEqual({ outcome: 'not_found' });
    await expect(engine.receive({ ...request, quantity: 0 })).rejects.toThrow(RangeError);
  });
});

describe('adjust', () => {
  it('B6: refuses to go below what is held and says the figures; accepts down to it', async () => {
    await makeLevel(engine, { units: 5 });
    await hold(3);
    expect(await engine.adjust({ ...level, ...change(), countedOnHand: 2 })).toEqual({
      outcome: 'refused',
      unpooled: 0,
      pooled: 2,
      held: 3,
    });
    expect(await engine.adjust({ ...level, ...change(), delta: -3 })).toMatchObject({
      outcome: 'refused',
      held: 3,
    });
    expect(await engine.adjust({ ...level, ...change(), countedOnHand: 3 })).toEqual({
      outcome: 'done',
      onHand: 3,
    });
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ available: 0, held: 3, onHand: 3 }]);
  });

  it('A6: refuses to empty a shelf while a buyer holds two of it, and the payment then succeeds', async () => {
    await makeLevel(engine, { units: 2 });
    const request = makeRequest({
      lines: [{ inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity: 2 }],
    });
    await engine.reserve(request);
    expect(await engine.adjust({ ...level, ...change(), countedOnHand: 0 })).toMatchObject({
      outcome: 'refused',
    });
    expect(await engine.claim({ ...request, orderId: uuidv7() })).toMatchObject({ outcome: 'claimed' });
  });

  it('takes unpooled stock first and then the pool', async () => {
    await makeLevel(engine, { units: 50, poolCap: 20, lowWaterMark: 5, isPooled: false });
    await engine.replenish(level);
    expect(await engine.adjust({ ...level, ...change(), delta: -40 })).toEqual({
      outcome: 'done',
      onHand: 10,
    });
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ unpooled: 0, pooled: 10 }]);
    expect(await engine.adjust({ ...level, ...change(), delta: 5 })).toEqual({ outcome: 'done', onHand: 15 });
  });

  it('does nothing for a count that is right, and once per reference', async () => {
    await makeLevel(engine, { units: 5 });
    expect(await engine.adjust({ ...level, ...change(), countedOnHand: 5 })).toEqual({
      outcome: 'done',
      onHand: 5,
    });
    const request = { ...level, ...change(), delta: -1 };
    expect(await engine.adjust(request)).toEqual({ outcome: 'done', onHand: 4 });
    expect(await engine.adjust(request)).toEqual({ outcome: 'repeated' });
    expect(await engine.adjust({ ...level, inventoryItemId: 999, ...change(), delta: 1 })).toEqual({
      outcome: 'not_found',
    });
  });

  it('says busy, and does not wait, when a checkout is just taking the units', async () => {
    await makeLevel(engine, { units: 3 });
    const checkout = await connect(shop);
    try {
      await checkout.query('START TRANSACTION; SELECT id FROM available_units FOR UPDATE');
      expect(await engine.adjust({ ...level, ...change(), delta: -1 })).toEqual({ outcome: 'busy' });
    } finally {
      await checkout.query('ROLLBACK');
      await checkout.end();
    }
  });

  it('races with reserves without a deadlock and without going below the holds', async () => {
    await makeLevel(engine, { units: 60 });
    const retries: unknown[] = [];
    engine.events.on('retry', (retry) => retries.push(retry));
    const [adjusts, reserves] = await Promise.all([
      Promise.all(Array.from({ length: 30 }, () => engine.adjust({ ...level, ...change(), delta: -1 }))),
      Promise.all(Array.from({ length: 60 }, () => engine.reserve(makeRequest()))),
    ]);
    const taken = countOutcomes(adjusts).done ?? 0;
    const held = countOutcomes(reserves).reserved ?? 0;
    expect(taken + held).toBeLessThanOrEqual(60);
    expect(retries).toEqual([]);
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ onHand: 60 - taken, held }]);
  });
});

describe('transfer', () => {
  const transfer = (quantity: number, referenceId = uuidv7()) =>
    engine.transfer({
      shopId: SHOP,
      inventoryItemId: ITEM,
      fromGroupId: BERLIN,
      toGroupId: PORTO,
      toLocationId: PORTO,
      quantity,
      referenceId,
      actor: 'test',
    });

  it('B16: moves available units only; the holds stay and can be paid', async () => {
    await makeLevel(engine, { units: 5 });
    const request = makeRequest({
      lines: [{ inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity: 4 }],
    });
    await engine.reserve(request);
    expect(await transfer(3)).toEqual({ outcome: 'refused', unpooled: 0, pooled: 1, held: 4 });
    expect(await transfer(1)).toEqual({ outcome: 'done', onHand: 4 });
    expect(await engine.claim({ ...request, orderId: uuidv7() })).toMatchObject({ outcome: 'claimed' });
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([
      { onHand: 0 },
      { onHand: 1, unpooled: 1 },
    ]);
  });

  it('B17: of two transfers of the same two units one wins', async () => {
    await makeLevel(engine, { units: 2 });
    const results = await Promise.all([transfer(2), transfer(2)]);
    expect(countOutcomes(results)).toEqual({ done: 1, refused: 1 });
    expect(await transfer(4)).toMatchObject({ outcome: 'refused' });
  });

  it('goes both ways at once without a deadlock', async () => {
    await makeLevel(engine, { units: 50 });
    await makeLevel(engine, { units: 50, inventoryGroupId: PORTO });
    const retries: unknown[] = [];
    engine.events.on('retry', (retry) => retries.push(retry));
    const back = () =>
      engine.transfer({
        shopId: SHOP,
        inventoryItemId: ITEM,
        fromGroupId: PORTO,
        toGroupId: BERLIN,
        toLocationId: BERLIN,
        quantity: 1,
        ...change(),
      });
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? transfer(1) : back())),
    );
    expect(countOutcomes(results)).toEqual({ done: 40 });
    expect(retries).toEqual([]);
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ onHand: 50 }, { onHand: 50 }]);
  });

  it('moves once per reference and refuses what makes no sense', async () => {
    await makeLevel(engine, { units: 5 });
    const referenceId = uuidv7();
    expect(await transfer(2, referenceId)).toMatchObject({ outcome: 'done' });
    expect(await transfer(2, referenceId)).toEqual({ outcome: 'repeated' });
    await expect(transfer(0)).rejects.toThrow(RangeError);
  });
});

describe('return', () => {
  it('B14: takes sold units back where they came from, once, under new ids', async () => {
    await makeLevel(engine, { units: 3 });
    const request = makeRequest({
      lines: [{ inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity: 3 }],
    });
    await engine.reserve(request);
    const orderId = uuidv7();
    await engine.claim({ ...request, orderId });
    const returned = { ...level, ...change(), orderId, quantity: 2 };
    expect(await engine.returnSold(returned)).toEqual({ outcome: 'done', onHand: 2 });
    expect(await engine.returnSold(returned)).toEqual({ outcome: 'repeated' });
    expect(await engine.returnSold({ ...returned, ...change() })).toMatchObject({ outcome: 'refused' });
    expect(await engine.returnSold({ ...returned, ...change(), quantity: 1 })).toMatchObject({ onHand: 3 });
    const again = await hold(3);
    expect(again.outcome === 'reserved' && again.units.map(({ id }) => id)).toEqual([4, 5, 6]);
  });
});

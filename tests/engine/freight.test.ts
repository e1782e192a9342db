/** Corrections and moves of stock: what is held stays where it is, and the ledger adds up at every step. */
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { expectConservation } from '@/tests/support/conservation';
import { openTestShop } from '@/tests/support/database';
import { BERLIN, countOutcomes, ITEM, makeLevel, makeRequest, PORTO, SHOP } from '@/tests/support/factories';

const { engine, database } = openTestShop();
const berlin = { shopId: SHOP, inventoryItemId: ITEM, inventoryGroupId: BERLIN };
const change = () => ({ referenceId: uuidv7(), actor: 'test' });
const shipment = (quantity: number) => ({
  ...change(),
  shopId: SHOP,
  fromGroupId: BERLIN,
  lines: [{ inventoryItemId: ITEM, quantity }],
});
const delivery = (quantity: number, missing = 0) => ({
  ...change(),
  shopId: SHOP,
  toGroupId: PORTO,
  toLocationId: PORTO,
  lines: [{ inventoryItemId: ITEM, quantity, missing }],
});

async function hold(quantity: number) {
  const request = makeRequest({ lines: [{ inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity }] });
  expect(await engine.reserve(request)).toMatchObject({ outcome: 'reserved' });
  return request;
}

async function onHandByGroup(): Promise<Record<number, number>> {
  const levels = await engine.availability(SHOP, [ITEM]);
  return Object.fromEntries(levels.map((level) => [level.inventoryGroupId, level.onHand]));
}

describe('a count', () => {
  it('is not applied when on hand is no longer what it was entered for', async () => {
    await makeLevel(engine, { units: 5 });
    const sold = await hold(1);
    await engine.claim({ ...sold, orderId: uuidv7() });
    expect(
      await engine.adjust({ ...berlin, ...change(), countedOnHand: 7, expectedOnHand: 5 }),
    ).toMatchObject({ outcome: 'changed', unpooled: 0, pooled: 4, held: 0 });
    expect(await engine.adjust({ ...berlin, ...change(), countedOnHand: 7, expectedOnHand: 4 })).toEqual({
      outcome: 'done',
      onHand: 7,
    });
  });

  it('B7: below what is held is refused and ends no hold, with one hold of 6 and with 4 + 2', async () => {
    for (const holds of [[6], [4, 2]]) {
      const level = await makeLevel(engine, { units: 10, inventoryItemId: ITEM + holds.length });
      for (const quantity of holds) {
        await engine.reserve(makeRequest({ lines: [{ ...level, quantity }] }));
      }
      expect(await engine.adjust({ ...level, ...change(), countedOnHand: 5 })).toEqual({
        outcome: 'refused',
        unpooled: 0,
        pooled: 4,
        held: 6,
      });
      expect(await engine.availability(SHOP, [level.inventoryItemId])).toMatchObject([
        { held: 6, onHand: 10 },
      ]);
    }
  });

  it('B6: 5 on hand with 3 held takes 3, but neither 2 nor 3 less', async () => {
    await makeLevel(engine, { units: 5 });
    await hold(3);
    const figures = { unpooled: 0, pooled: 2, held: 3 };
    const adjust = (wanted: { delta: number } | { countedOnHand: number }) =>
      engine.adjust({ ...berlin, ...change(), ...wanted });
    expect(await adjust({ countedOnHand: 2 })).toEqual({ outcome: 'refused', ...figures });
    expect(await adjust({ delta: -3 })).toEqual({ outcome: 'refused', ...figures });
    expect(await adjust({ countedOnHand: 3 })).toEqual({ outcome: 'done', onHand: 3 });
  });
});

describe('a transfer', () => {
  it('B16: moves only what nobody holds, and the held units can be paid for at the source', async () => {
    await makeLevel(engine, { units: 5 });
    const held = await hold(4);
    expect(await engine.ship(shipment(3))).toMatchObject({
      outcome: 'refused',
      short: [{ inventoryItemId: ITEM, quantity: 3, pooled: 1, held: 4 }],
    });
    expect(await engine.ship(shipment(1))).toEqual({ outcome: 'done' });
    await expectConservation(engine);
    expect(await onHandByGroup()).toEqual({ [BERLIN]: 4 });
    expect(await engine.land(delivery(1))).toEqual({ outcome: 'done' });
    await expectConservation(engine);
    expect(await onHandByGroup()).toEqual({ [BERLIN]: 4, [PORTO]: 1 });
    expect(await engine.claim({ ...held, orderId: uuidv7() })).toMatchObject({ outcome: 'claimed' });
    expect(await onHandByGroup()).toEqual({ [BERLIN]: 0, [PORTO]: 1 });
  });

  it('B17: of 4 with 2 on hand is refused, and of two transfers of 2 one leaves', async () => {
    await makeLevel(engine, { units: 2 });
    expect((await engine.ship(shipment(4))).outcome).toBe('refused');
    const results = await Promise.all([engine.ship(shipment(2)), engine.ship(shipment(2))]);
    expect(countOutcomes(results)).toEqual({ done: 1, refused: 1 });
    expect(await onHandByGroup()).toEqual({ [BERLIN]: 0 });
  });

  it('leaves and lands once per reference, however often it is sent', async () => {
    await makeLevel(engine, { units: 5 });
    const shipped = shipment(5);
    const left = await Promise.all([engine.ship(shipped), engine.ship(shipped), engine.ship(shipped)]);
    expect(countOutcomes(left)).toEqual({ done: 1, repeated: 2 });
    const arriving = delivery(5);
    const landed = await Promise.all([engine.land(arriving), engine.land(arriving), engine.land(arriving)]);
    expect(countOutcomes(landed)).toEqual({ done: 1, repeated: 2 });
    expect(await onHandByGroup()).toEqual({ [BERLIN]: 0, [PORTO]: 5 });
  });

  it('books what is lost on the way as an adjustment where it should have arrived', async () => {
    await makeLevel(engine, { units: 5 });
    await engine.ship(shipment(5));
    expect(await engine.land(delivery(3, 2))).toEqual({ outcome: 'done' });
    expect(await onHandByGroup()).toEqual({ [BERLIN]: 0, [PORTO]: 3 });
    const entries = await database.session('test', async ({ connection }) => {
      const [rows] = await connection.query(
        'SELECT reason, delta FROM inventory_ledger WHERE inventory_group_id = ? ORDER BY reason',
        [PORTO],
      );
      return rows;
    });
    expect(entries).toEqual([
      { reason: 'adjusted', delta: -2 },
      { reason: 'transferred', delta: 5 },
    ]);
  });

  it('of several items leaves whole or not at all', async () => {
    await makeLevel(engine, { units: 5 });
    await makeLevel(engine, { units: 1, inventoryItemId: ITEM + 1 });
    const lines = [
      { inventoryItemId: ITEM + 1, quantity: 2 },
      { inventoryItemId: ITEM, quantity: 5 },
    ];
    expect(await engine.ship({ ...shipment(1), lines })).toMatchObject({
      outcome: 'refused',
      short: [{ inventoryItemId: ITEM + 1 }],
    });
    expect(await onHandByGroup()).toEqual({ [BERLIN]: 5 });
  });

  it('is neither shipped nor landed when what is written beside it fails', async () => {
    await makeLevel(engine, { units: 5 });
    const failing = async () => {
      throw new Error('the transfer could not be written');
    };
    await expect(engine.ship(shipment(2), failing)).rejects.toThrow('could not be written');
    await engine.ship(shipment(2));
    await expect(engine.land(delivery(2), failing)).rejects.toThrow('could not be written');
    expect(await onHandByGroup()).toEqual({ [BERLIN]: 3, [PORTO]: 0 });
  });
});

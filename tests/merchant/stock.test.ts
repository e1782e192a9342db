import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { setLocationStatus } from '@/merchant/locations';
import { adjustStock, countStock, moveStock, receiveStock } from '@/merchant/stock';
import { openTestShop } from '@/tests/support/database';
import { BERLIN, countOutcomes, ITEM, makeLevel, makeRequest, PORTO, SHOP } from '@/tests/support/factories';
import { makeCatalogue, rowsOf } from '@/tests/support/merchant';

const { engine, database } = openTestShop();
const author = { shopId: SHOP, actor: 'Ines' };

const request = (locationId = BERLIN) => ({
  shopId: SHOP,
  inventoryItemId: ITEM,
  locationId,
  referenceId: uuidv7(),
  actor: 'Ines',
  note: 'test',
});

async function hold(quantity: number, inventoryGroupId = BERLIN) {
  const hold = makeRequest({ lines: [{ inventoryItemId: ITEM, inventoryGroupId, quantity }] });
  expect(await engine.reserve(hold)).toMatchObject({ outcome: 'reserved' });
  return hold;
}

beforeEach(() => makeCatalogue(engine));

describe('changes of stock', () => {
  it('name who and why in the ledger, and are made once however often they are sent', async () => {
    const delivery = { ...request(), quantity: 5 };
    const answers = await Promise.all([1, 2, 3].map(() => receiveStock(engine, delivery)));
    expect(countOutcomes(answers)).toEqual({ done: 1, repeated: 2 });
    expect(await rowsOf(engine, 'SELECT reason, delta, actor, note FROM inventory_ledger')).toEqual([
      { reason: 'received', delta: 5, actor: 'Ines', note: 'test' },
    ]);
  });

  it("refuse another shop's item and location with nothing written", async () => {
    await makeCatalogue(engine, 2);
    await rowsOf(engine, 'UPDATE inventory_items SET inventory_item_id = 777 WHERE shop_id = 2');
    await rowsOf(engine, 'UPDATE locations SET location_id = 77 WHERE shop_id = 2 AND location_id = ?', [
      PORTO,
    ]);
    const foreign = [
      { ...request(), inventoryItemId: 777 },
      { ...request(), locationId: 77 },
    ];
    for (const place of foreign) {
      expect(await receiveStock(engine, { ...place, quantity: 1 })).toEqual({ outcome: 'not_found' });
      expect(await adjustStock(engine, { ...place, delta: 1 })).toEqual({ outcome: 'not_found' });
      expect(await moveStock(engine, { ...place, quantity: 1, toLocationId: PORTO })).toEqual({
        outcome: 'not_found',
      });
    }
    expect(await rowsOf(engine, 'SELECT * FROM inventory_ledger')).toEqual([]);
    expect(await rowsOf(engine, 'SELECT * FROM inventory_levels')).toEqual([]);
  });

  it('tell the second of two counters what changed, and apply only the first', async () => {
    await makeLevel(engine, { units: 5 });
    const count = (countedOnHand: number) =>
      countStock(engine, { ...request(), countedOnHand, expectedOnHand: 5 });
    const answers = await Promise.all([count(7), count(4)]);
    expect(countOutcomes(answers)).toEqual({ done: 1, changed: 1 });
  });

  it('B6: a hold that arrives between the form and its sending is named, and the stock stays', async () => {
    await makeLevel(engine, { units: 5 });
    // The form is opened here, with 5 on hand and nothing held.
    await hold(3);
    expect(await countStock(engine, { ...request(), countedOnHand: 2, expectedOnHand: 5 })).toEqual({
      outcome: 'refused',
      unpooled: 0,
      pooled: 2,
      held: 3,
    });
    expect(await adjustStock(engine, { ...request(), delta: -3 })).toMatchObject({
      outcome: 'refused',
      held: 3,
    });
    expect(await countStock(engine, { ...request(), countedOnHand: 3, expectedOnHand: 5 })).toEqual({
      outcome: 'done',
      onHand: 3,
    });
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ available: 0, held: 3 }]);
  });

  it('B6: of corrections and holds that race for 5 units, what is done never exceeds them', async () => {
    await makeLevel(engine, { units: 5 });
    const holds = Array.from({ length: 4 }, () => engine.reserve(makeRequest()));
    const cuts = Array.from({ length: 4 }, () => adjustStock(engine, { ...request(), delta: -1 }));
    const held = (await Promise.all(holds)).filter(({ outcome }) => outcome === 'reserved').length;
    const cut = (await Promise.all(cuts)).filter(({ outcome }) => outcome === 'done').length;
    expect(held + cut).toBeLessThanOrEqual(5);
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ held, onHand: 5 - cut }]);
  });

  it('B7: there is no forced count: below the holds it is refused, and every hold can still be paid', async () => {
    await makeLevel(engine, { units: 10 });
    const holds = [await hold(4), await hold(2)];
    expect(await countStock(engine, { ...request(), countedOnHand: 5, expectedOnHand: 10 })).toMatchObject({
      outcome: 'refused',
      held: 6,
    });
    for (const held of holds) {
      expect(await engine.claim({ ...held, orderId: uuidv7() })).toMatchObject({ outcome: 'claimed' });
    }
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ onHand: 4, held: 0 }]);
  });

  it('B4: held units are not moved to another location, and a refusal leaves both as they were', async () => {
    await makeLevel(engine, { units: 10 });
    await makeLevel(engine, { units: 1, inventoryGroupId: PORTO });
    const held = await hold(10);
    expect(await moveStock(engine, { ...request(), toLocationId: PORTO, quantity: 10 })).toMatchObject({
      outcome: 'refused',
      held: 10,
    });
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([
      { inventoryGroupId: BERLIN, onHand: 10, held: 10 },
      { inventoryGroupId: PORTO, onHand: 1, available: 1 },
    ]);
    expect(await engine.claim({ ...held, orderId: uuidv7() })).toMatchObject({ outcome: 'claimed' });
  });

  it('are not brought into a location that is inactive', async () => {
    await makeLevel(engine, { units: 2 });
    expect(await setLocationStatus(database, author, { locationId: PORTO, version: 1 }, 'inactive')).toEqual({
      outcome: 'done',
    });
    const refused = { outcome: 'location_inactive' };
    expect(await receiveStock(engine, { ...request(PORTO), quantity: 1 })).toEqual(refused);
    expect(await moveStock(engine, { ...request(), toLocationId: PORTO, quantity: 1 })).toEqual(refused);
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([
      { inventoryGroupId: BERLIN, onHand: 2 },
      { inventoryGroupId: PORTO, onHand: 0 },
    ]);
  });
});

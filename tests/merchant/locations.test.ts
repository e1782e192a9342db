import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLocation, editLocation, setLocationStatus } from '@/merchant/locations';
import { keepLocationOpen } from '@/merchant/locked-location';
import { connect, openTestShop } from '@/tests/support/database';
import { BERLIN, ITEM, makeLevel, makeOverdue, makeRequest, PORTO, SHOP } from '@/tests/support/factories';
import { makeGate } from '@/tests/support/gate';
import { untilWaitingFor } from '@/tests/support/locks';
import { makeCatalogue, rowsOf } from '@/tests/support/merchant';

const shop = openTestShop();
const { engine, database } = shop;
const author = { shopId: SHOP, actor: 'Ines' };
const porto = (version: number) => ({ locationId: PORTO, version });
const request = () =>
  makeRequest({ lines: [{ inventoryItemId: ITEM, inventoryGroupId: PORTO, quantity: 1 }] });

beforeEach(() => makeCatalogue(engine));

describe('a location', () => {
  it('B19: with stock and holds is not closed but can drain, and its holds end as they would have', async () => {
    await makeLevel(engine, { units: 5, inventoryGroupId: PORTO });
    const [paid, expiring] = [request(), request()];
    await engine.reserve(paid);
    await engine.reserve(expiring);
    expect(await setLocationStatus(database, author, porto(1), 'inactive')).toEqual({
      outcome: 'not_empty',
      onHand: 5,
      held: 2,
      onTheWay: 0,
      planned: 0,
    });
    expect(await setLocationStatus(database, author, porto(1), 'draining')).toEqual({ outcome: 'done' });
    expect(await engine.claim({ ...paid, orderId: uuidv7() })).toMatchObject({ outcome: 'claimed' });
    await makeOverdue(engine, expiring.reservationId);
    expect(await engine.expire(SHOP)).toBe(1);
    expect(await engine.availability(SHOP, [ITEM])).toMatchObject([{ onHand: 4, held: 0 }]);
  });

  it('B19: that holds are being made at while it is closed stays open', async () => {
    await makeLevel(engine, { units: 5, inventoryGroupId: PORTO });
    const [closed, ...reserved] = await Promise.all([
      setLocationStatus(database, author, porto(1), 'inactive'),
      ...Array.from({ length: 8 }, () => engine.reserve(request())),
    ]);
    expect(closed).toMatchObject({ outcome: 'not_empty', onHand: 5 });
    expect(reserved.filter(({ outcome }) => outcome === 'reserved')).toHaveLength(5);
  });

  it('B19: into which units are just being received is not closed before they are in', async () => {
    const observer = await connect(shop);
    const gate = makeGate();
    // The delivery has found the location open, and stands there before it commits.
    const delivery = engine.receive(
      {
        shopId: SHOP,
        inventoryItemId: ITEM,
        inventoryGroupId: PORTO,
        locationId: PORTO,
        quantity: 3,
        referenceId: uuidv7(),
        actor: 'Tove',
      },
      async (tx) => {
        await keepLocationOpen(tx, SHOP, PORTO);
        await gate.pass();
      },
    );
    await gate.reached;
    const closing = setLocationStatus(database, author, porto(1), 'inactive');
    await untilWaitingFor(observer, 'locations');
    gate.open();
    expect(await delivery).toEqual({ outcome: 'done', onHand: 3 });
    expect(await closing).toMatchObject({ outcome: 'not_empty', onHand: 3 });
    await observer.end();
  });

  it('can be closed once it is empty, and opened again', async () => {
    expect(await setLocationStatus(database, author, porto(1), 'inactive')).toEqual({ outcome: 'done' });
    expect(await setLocationStatus(database, author, porto(2), 'active')).toEqual({ outcome: 'done' });
    expect(
      await rowsOf(engine, 'SELECT subject_name, action, actor FROM audit_trail ORDER BY entry_id'),
    ).toEqual([
      { subject_name: 'Porto', action: 'set to inactive', actor: 'Ines' },
      { subject_name: 'Porto', action: 'set to active', actor: 'Ines' },
    ]);
  });

  it('tells the second of two editors what the first one changed', async () => {
    const regions = [{ regionCode: 'europe', priority: 1 }];
    const first = { name: 'Porto North', countryCode: 'PT', regions };
    expect(await editLocation(database, author, porto(1), first)).toEqual({ outcome: 'done' });
    const second = { name: 'Porto South', countryCode: 'PT', regions: [] };
    expect(await editLocation(database, { ...author, actor: 'Tove' }, porto(1), second)).toMatchObject({
      outcome: 'changed',
      since: [
        {
          actor: 'Ines',
          changes: [
            { field: 'name', from: 'Porto', to: 'Porto North' },
            { field: 'regions', from: '', to: 'europe (1)' },
          ],
        },
      ],
    });
    expect(await rowsOf(engine, 'SELECT name FROM locations WHERE location_id = ?', [PORTO])).toEqual([
      { name: 'Porto North' },
    ]);
  });

  it('needs a name of its own, also when two are made at once', async () => {
    const fields = { name: 'Lyon', countryCode: 'FR', regions: [] };
    const answers = await Promise.all([
      createLocation(database, author, fields),
      createLocation(database, author, { ...fields, name: 'Gent' }),
    ]);
    expect(answers.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    expect(await createLocation(database, author, fields)).toEqual({ outcome: 'name_taken' });
    expect(await editLocation(database, author, { locationId: BERLIN, version: 1 }, fields)).toEqual({
      outcome: 'name_taken',
    });
  });
});

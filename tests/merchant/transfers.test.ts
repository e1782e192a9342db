import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { setLocationStatus } from '@/merchant/locations';
import {
  cancelTransfer,
  planTransfer,
  recallTransfer,
  receiveTransfer,
  shipTransfer,
} from '@/merchant/transfers';
import { expectConservation } from '@/tests/support/conservation';
import { openTestShop } from '@/tests/support/database';
import { BERLIN, countOutcomes, ITEM, makeLevel, makeRequest, PORTO, SHOP } from '@/tests/support/factories';
import { makeCatalogue, rowsOf } from '@/tests/support/merchant';

const { engine, database } = openTestShop();
const author = { shopId: SHOP, actor: 'Ines' };

beforeEach(() => makeCatalogue(engine));

async function plan(quantity: number): Promise<string> {
  const planned = await planTransfer(engine, author, {
    fromLocationId: BERLIN,
    toLocationId: PORTO,
    note: '',
    lines: [{ inventoryItemId: ITEM, quantity }],
  });
  if (planned.outcome !== 'done') throw new Error(planned.outcome);
  return planned.transferId;
}

/** On hand at both ends, and what is on the way by the transfers and by the ledger. */
async function where() {
  const levels = await engine.availability(SHOP, [ITEM]);
  const at = (group: number) => levels.find((level) => level.inventoryGroupId === group)?.onHand ?? 0;
  const [way] = await rowsOf<{ byTransfers: number; byLedger: number }>(
    engine,
    `SELECT (SELECT COALESCE(SUM(line.quantity - line.received - line.missing - line.returned), 0)
               FROM transfer_lines AS line
                    JOIN transfers AS head USING (shop_id, transfer_id)
              WHERE head.status = 'shipped') AS byTransfers,
            (SELECT COALESCE(-SUM(delta), 0) FROM inventory_ledger WHERE reason = 'transferred') AS byLedger`,
  );
  await expectConservation(engine);
  return { berlin: at(BERLIN), porto: at(PORTO), ...way };
}

const receive = (
  transferId: string,
  version: number,
  quantity: number,
  missing = 0,
  referenceId = uuidv7(),
) =>
  receiveTransfer(engine, author, {
    transferId,
    version,
    referenceId,
    lines: [{ inventoryItemId: ITEM, quantity, missing }],
  });

describe('a transfer', () => {
  it('is nowhere between shipping and arriving, and ledger and transfers agree at every step', async () => {
    await makeLevel(engine, { units: 10 });
    const transferId = await plan(6);
    expect(await where()).toEqual({ berlin: 10, porto: 0, byTransfers: 0, byLedger: 0 });
    expect(await shipTransfer(engine, author, { transferId, version: 1 })).toEqual({ outcome: 'done' });
    expect(await where()).toEqual({ berlin: 4, porto: 0, byTransfers: 6, byLedger: 6 });
    expect(await receive(transferId, 2, 3)).toEqual({ outcome: 'done' });
    expect(await where()).toEqual({ berlin: 4, porto: 3, byTransfers: 3, byLedger: 3 });
    expect(await receive(transferId, 3, 2, 1)).toEqual({ outcome: 'done' });
    expect(await where()).toEqual({ berlin: 4, porto: 5, byTransfers: 0, byLedger: 0 });
    expect(await rowsOf(engine, 'SELECT status FROM transfers')).toEqual([{ status: 'received' }]);
    expect(await rowsOf(engine, 'SELECT action, actor FROM audit_trail ORDER BY entry_id')).toEqual(
      ['planned', 'shipped', 'received in part', 'received'].map((action) => ({ action, actor: 'Ines' })),
    );
  });

  it('can be recalled with what has not arrived', async () => {
    await makeLevel(engine, { units: 10 });
    const transferId = await plan(6);
    await shipTransfer(engine, author, { transferId, version: 1 });
    await receive(transferId, 2, 2);
    const recall = { transferId, version: 3, referenceId: uuidv7() };
    expect(await recallTransfer(engine, author, recall)).toEqual({ outcome: 'done' });
    expect(await where()).toEqual({ berlin: 8, porto: 2, byTransfers: 0, byLedger: 0 });
    expect(await recallTransfer(engine, author, recall)).toEqual({ outcome: 'changed' });
  });

  it('is shipped and received once when two people press at once', async () => {
    await makeLevel(engine, { units: 10 });
    const transferId = await plan(6);
    const ship = () => shipTransfer(engine, author, { transferId, version: 1 });
    expect(countOutcomes(await Promise.all([ship(), ship()]))).toEqual({ done: 1, changed: 1 });
    const arrived = await Promise.all([receive(transferId, 2, 3), receive(transferId, 2, 3)]);
    expect(countOutcomes(arrived)).toEqual({ done: 1, changed: 1 });
    const referenceId = uuidv7();
    const twice = await Promise.all([1, 2].map(() => receive(transferId, 3, 1, 0, referenceId)));
    expect(countOutcomes(twice)).toEqual({ done: 1, already_done: 1 });
    expect(await where()).toEqual({ berlin: 4, porto: 4, byTransfers: 2, byLedger: 2 });
  });

  it('is not received beyond what is on the way', async () => {
    await makeLevel(engine, { units: 10 });
    const transferId = await plan(2);
    await shipTransfer(engine, author, { transferId, version: 1 });
    expect(await receive(transferId, 2, 2, 1)).toEqual({ outcome: 'too_many' });
    expect(await where()).toEqual({ berlin: 8, porto: 0, byTransfers: 2, byLedger: 2 });
  });

  it('B16: of units that are held is refused with the figures and stays planned', async () => {
    await makeLevel(engine, { units: 5 });
    const held = makeRequest({ lines: [{ inventoryItemId: ITEM, inventoryGroupId: BERLIN, quantity: 4 }] });
    await engine.reserve(held);
    const transferId = await plan(3);
    expect(await shipTransfer(engine, author, { transferId, version: 1 })).toMatchObject({
      outcome: 'short',
      short: [{ inventoryItemId: ITEM, quantity: 3, pooled: 1, held: 4 }],
    });
    expect(await where()).toEqual({ berlin: 5, porto: 0, byTransfers: 0, byLedger: 0 });
    expect(await engine.claim({ ...held, orderId: uuidv7() })).toMatchObject({ outcome: 'claimed' });
    expect(await cancelTransfer(engine, author, { transferId, version: 1 })).toEqual({ outcome: 'done' });
  });

  it('B17: two transfers of the same two units: one is shipped, the other one refused', async () => {
    await makeLevel(engine, { units: 2 });
    const [one, other] = [await plan(2), await plan(2)];
    const shipped = await Promise.all(
      [one, other].map((transferId) => shipTransfer(engine, author, { transferId, version: 1 })),
    );
    expect(countOutcomes(shipped)).toEqual({ done: 1, short: 1 });
    expect(await where()).toEqual({ berlin: 0, porto: 0, byTransfers: 2, byLedger: 2 });
  });

  it('keeps its destination from being closed while it is planned or on the way', async () => {
    await makeLevel(engine, { units: 5 });
    const transferId = await plan(5);
    const close = () => setLocationStatus(database, author, { locationId: PORTO, version: 1 }, 'inactive');
    expect(await close()).toMatchObject({ outcome: 'not_empty', planned: 1 });
    await shipTransfer(engine, author, { transferId, version: 1 });
    expect(await close()).toMatchObject({ outcome: 'not_empty', onTheWay: 5 });
  });

  it("of another shop's item, location or transfer is not found", async () => {
    await makeCatalogue(engine, 2);
    await makeLevel(engine, { units: 5 });
    const transferId = await plan(1);
    const stranger = { shopId: 2, actor: 'Zoe' };
    expect(await shipTransfer(engine, stranger, { transferId, version: 1 })).toEqual({
      outcome: 'not_found',
    });
    expect(await cancelTransfer(engine, stranger, { transferId, version: 1 })).toEqual({
      outcome: 'not_found',
    });
    const lines = [{ inventoryItemId: 4711, quantity: 1 }];
    const foreign = { fromLocationId: BERLIN, toLocationId: PORTO, note: '', lines };
    expect(await planTransfer(engine, author, foreign)).toEqual({ outcome: 'not_found' });
  });
});

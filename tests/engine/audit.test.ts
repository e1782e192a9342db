import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { openTestShop } from '@/tests/support/database';
import { ITEM, makeLevel, makeRequest, SHOP } from '@/tests/support/factories';

const { engine, database } = openTestShop();

async function change(sql: string): Promise<void> {
  await database.session('test', ({ connection }) => connection.query(sql));
}

/** A level with every kind of unit: 2 sold, 1 held, 5 in the pool, 12 unpooled. */
async function makeMixedLevel(): Promise<void> {
  await makeLevel(engine, { units: 20, poolCap: 8, lowWaterMark: 1, isPooled: false });
  await engine.replenish({ shopId: SHOP, inventoryItemId: ITEM, inventoryGroupId: 1 });
  const sold = makeRequest({ lines: [{ inventoryItemId: ITEM, inventoryGroupId: 1, quantity: 2 }] });
  await engine.reserve(sold);
  await engine.claim({ ...sold, orderId: uuidv7() });
  await engine.reserve(makeRequest());
}

/** [what is broken, how, the undoing, what the audit says] */
const BREAKS: [string, string, string, RegExp][] = [
  [
    'a unit that vanished from the pool',
    'DELETE FROM available_units WHERE inventory_item_id = 100 ORDER BY id DESC LIMIT 1',
    `INSERT INTO available_units SELECT 1, ${ITEM}, 1, MAX(id) + 1 FROM available_units WHERE inventory_item_id = ${ITEM}`,
    /the ledger has 18 units, unpooled \+ pool \+ reserved are 17/,
  ],
  [
    'a unit both in the pool and in a hold',
    'INSERT INTO available_units SELECT shop_id, inventory_item_id, inventory_group_id, id FROM reserved_units',
    'DELETE unit FROM available_units AS unit JOIN reserved_units USING (shop_id, inventory_item_id, inventory_group_id, id)',
    /1 units are in the pool and in a hold/,
  ],
  [
    'a unit both in the pool and sold',
    'INSERT INTO available_units SELECT shop_id, inventory_item_id, inventory_group_id, id FROM sold_units',
    'DELETE unit FROM available_units AS unit JOIN sold_units USING (shop_id, inventory_item_id, inventory_group_id, id)',
    /2 units are in the pool and sold/,
  ],
  [
    'a sale that the ledger does not know',
    'UPDATE inventory_ledger SET delta = -1 WHERE reason = "sold"',
    'UPDATE inventory_ledger SET delta = -2 WHERE reason = "sold"',
    /the ledger sold 1, 2 units are sold/,
  ],
  [
    'a unit with an id that was never given out',
    'UPDATE available_units SET id = 900 WHERE inventory_item_id = 100 ORDER BY id DESC LIMIT 1',
    'UPDATE available_units SET id = 8 WHERE id = 900',
    /1 units have an id that the level has not given out/,
  ],
  [
    'a unit kept by a hold that has ended',
    'UPDATE reservations SET status = "released", ended_at = NOW(3) WHERE status = "held"',
    'UPDATE reservations SET status = "held", ended_at = NULL WHERE status = "released"',
    /1 units are kept by a hold that has ended/,
  ],
  [
    'stock moved out of the level without a ledger entry',
    'UPDATE inventory_levels SET unpooled = unpooled - 1 WHERE inventory_item_id = 100',
    'UPDATE inventory_levels SET unpooled = unpooled + 1 WHERE inventory_item_id = 100',
    /the ledger has 18 units/,
  ],
];

describe('audit', () => {
  it.each(BREAKS)('finds %s and names the row', async (_, breakIt, mendIt, sentence) => {
    await makeMixedLevel();
    await makeLevel(engine, { inventoryItemId: ITEM + 1 });
    expect(await engine.audit(SHOP)).toMatchObject({ ok: true, levels: 2 });
    await change(breakIt);
    const report = await engine.audit(SHOP);
    await change(mendIt);
    expect(report).toMatchObject({ ok: false, levels: 2 });
    expect(report.broken).toHaveLength(1);
    expect(report.broken[0]).toMatchObject({ shopId: SHOP, inventoryItemId: ITEM, inventoryGroupId: 1 });
    expect(report.broken[0]?.problems.join('\n')).toMatch(sentence);
  });

  it('is right in the middle of a sale', async () => {
    await makeLevel(engine, { units: 300, poolCap: 50, lowWaterMark: 10 });
    let isOver = false;
    const selling = Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const request = makeRequest();
        await engine.reserve(request);
        await (index % 2
          ? engine.release(request)
          : engine.claim({ ...request, orderId: request.checkoutId }));
      }),
    ).finally(() => {
      isOver = true;
    });
    let audits = 0;
    while (!isOver) {
      expect((await engine.audit(SHOP)).broken).toEqual([]);
      audits += 1;
    }
    await selling;
    expect(audits).toBeGreaterThan(1);
  });

  it('comes to the same with a checkpoint and reads only what came after it', async () => {
    await makeMixedLevel();
    await change('UPDATE inventory_ledger SET created_at = NOW(3) - INTERVAL 2 HOUR');
    await engine.writeCheckpoints(SHOP);
    const request = makeRequest();
    await engine.reserve(request);
    await engine.claim({ ...request, orderId: uuidv7() });
    expect(await engine.audit(SHOP)).toMatchObject({ ok: true });
    expect(await engine.auditLevels(SHOP, ITEM)).toMatchObject([{ ledger: 17 }]);
    await engine.writeCheckpoints(SHOP);
    expect(await engine.audit(SHOP)).toMatchObject({ ok: true });
  });
});

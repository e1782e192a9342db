import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type Database } from '@/db/database';
import { createEngine, type Engine } from '@/engine/index';
import { CountingWire } from '@/tests/support/counting-wire';
import { openTestShop } from '@/tests/support/database';
import { ITEM, makeLevel, makeRequest } from '@/tests/support/factories';

const shop = openTestShop();
let wire: CountingWire;
let database: Database;
let engine: Engine;

beforeAll(async () => {
  const opened = await CountingWire.to(shop.url);
  wire = opened.wire;
  database = createDatabase({ url: opened.url, connectionLimit: 1 });
  engine = createEngine(database);
});
afterAll(async () => {
  await database.close();
  await wire.close();
});

/** Packets that `work` sent, BEGIN, isolation level and COMMIT included. */
async function packets(work: () => Promise<unknown>): Promise<number> {
  const [count] = await wire.packetsOf(database, work);
  return count;
}

it('a reserve takes two round trips, whatever the number of lines and units', async () => {
  await makeLevel(shop.engine, { units: 100 });
  await makeLevel(shop.engine, { units: 100, inventoryItemId: ITEM + 1 });
  expect(await packets(() => engine.reserve(makeRequest()))).toBe(2);
  const lines = [0, 1].map((offset) => ({
    inventoryItemId: ITEM + offset,
    inventoryGroupId: 1,
    quantity: 30,
  }));
  expect(await packets(() => engine.reserve(makeRequest({ lines })))).toBe(2);
});

it('a claim takes two, and two more statements of an order cost two more', async () => {
  await makeLevel(shop.engine);
  const first = makeRequest();
  const second = makeRequest();
  await engine.reserve(first);
  await engine.reserve(second);
  expect(await packets(() => engine.claim({ ...first, orderId: uuidv7() }))).toBe(2);
  const claimed = packets(() =>
    engine.claim({ ...second, orderId: uuidv7() }, async (tx) => {
      const builder = await tx.builder();
      await builder.execute('SELECT 1');
    }),
  );
  // Claim, the one statement of the order, commit.
  expect(await claimed).toBe(4);
});

it('a release and an extension take one', async () => {
  await makeLevel(shop.engine);
  const request = makeRequest();
  await engine.reserve(request);
  expect(await packets(() => engine.extend({ ...request, extensionSeconds: 60 }))).toBe(1);
  expect(await packets(() => engine.release(request))).toBe(1);
});

/** What a product page asks of MySQL: four statements in two waits, whatever the number of variants and locations. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRoutingOf } from '@/checkout/routing';
import { createDatabase, type Database } from '@/db/database';
import { readProduct, readShop } from '@/db/queries/storefront';
import { createEngine } from '@/engine/index';
import { CountingWire } from '@/tests/support/counting-wire';
import { openTestShop } from '@/tests/support/database';
import { SHOP } from '@/tests/support/factories';
import { EUROPE, makeStore, rowsOf } from '@/tests/support/store';

const shop = openTestShop();
let wire: CountingWire;
let database: Database;

beforeAll(async () => {
  const opened = await CountingWire.to(shop.url);
  wire = opened.wire;
  database = createDatabase({ url: opened.url, connectionLimit: 1 });
});
afterAll(async () => {
  await database.close();
  await wire.close();
});

const packets = <T>(work: () => Promise<T>) => wire.packetsOf(database, work);

/** Of the one shop and its one product. */
async function readSlugs(): Promise<{ shopSlug: string; slug: string }> {
  const [slugs] = await rowsOf<{ shopSlug: string; slug: string }>(
    shop.engine,
    `SELECT shop.slug AS shopSlug, product.slug
       FROM products AS product JOIN shops AS shop ON shop.shop_id = product.shop_id LIMIT 1`,
  );
  if (!slugs) throw new Error('there is no product');
  return slugs;
}

test('a shop with its regions, a product with its variants, and their stock are one packet each', async () => {
  await makeStore(shop.engine, {
    locations: [
      { id: 1, regions: { [EUROPE]: 1 } },
      { id: 2, regions: { [EUROPE]: 2 } },
    ],
    items: [{ id: 100, stock: { 1: 5, 2: 5 } }],
  });
  const { shopSlug, slug } = await readSlugs();
  const [forShop, found] = await packets(() => readShop(database, shopSlug));
  expect(found?.regions.map(({ code }) => code)).toContain(EUROPE);
  const [forProduct, product] = await packets(() => readProduct(database, shopSlug, slug));
  expect(product?.variants).toHaveLength(1);
  // Shop and product are asked for at the same time, and then both of these.
  const [forStock, routing] = await packets(() =>
    readRoutingOf(createEngine(database), { shopId: SHOP, regionCode: EUROPE, inventoryItemIds: [100] }),
  );
  expect(routing.stock).toHaveLength(2);
  expect([forShop, forProduct, forStock]).toEqual([1, 1, 2]);
});

test('an unknown shop, an unknown product and one without a variant on sale are nothing', async () => {
  await makeStore(shop.engine);
  const { shopSlug, slug } = await readSlugs();
  expect(await readShop(database, 'nowhere')).toBeUndefined();
  expect(await readProduct(database, 'nowhere', slug)).toBeUndefined();
  expect(await readProduct(database, shopSlug, 'nothing')).toBeUndefined();
  await rowsOf(shop.engine, "UPDATE variants SET status = 'archived'");
  expect(await readProduct(database, shopSlug, slug)).toBeUndefined();
});

import { beforeEach, describe, expect, it } from 'vitest';
import { createProduct, editProduct, setProductStatus } from '@/merchant/products';
import { applyToLevels, editSettings } from '@/merchant/settings';
import { createVariant, editVariant, setVariantStatus } from '@/merchant/variants';
import { openTestShop } from '@/tests/support/database';
import { countOutcomes, makeLevel, SHOP } from '@/tests/support/factories';
import { makeCatalogue, rowsOf } from '@/tests/support/merchant';

const { engine, database } = openTestShop();
const author = { shopId: SHOP, actor: 'Ines' };
const lamp = { title: 'Lamp', slug: 'lamp', tagline: '', description: '', category: '', image: '' };
const brass = { productId: 1, variantId: 1, version: 1 };

beforeEach(() => makeCatalogue(engine));

describe('the catalogue', () => {
  it('takes a product with its first variant, and many at once without mixing up their ids', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        createProduct(
          database,
          author,
          { ...lamp, title: `Lamp ${index}`, slug: `lamp-${index}` },
          { title: 'Steel', sku: `ST-${index}`, priceMinor: 100 },
        ),
      ),
    );
    expect(countOutcomes(answers)).toEqual({ done: 6 });
    expect(
      await rowsOf(
        engine,
        `SELECT COUNT(*) AS n, COUNT(DISTINCT inventory_item_id) AS items FROM variants WHERE title = 'Steel'`,
      ),
    ).toEqual([{ n: 6, items: 6 }]);
  });

  it('refuses an address or a SKU that exists, with nothing written', async () => {
    const steel = { title: 'Steel', sku: 'ST', priceMinor: 100 };
    expect(await createProduct(database, author, lamp, steel)).toEqual({ outcome: 'name_taken' });
    expect(
      await createProduct(database, author, { ...lamp, slug: 'other' }, { ...steel, sku: 'LAMP-1' }),
    ).toEqual({ outcome: 'sku_taken' });
    expect(await rowsOf(engine, 'SELECT * FROM audit_trail')).toEqual([]);
    expect(await rowsOf(engine, 'SELECT COUNT(*) AS n FROM products')).toEqual([{ n: 1 }]);
  });

  it('tells the second of two editors of a product what changed, and keeps the first edit', async () => {
    const edit = (title: string) =>
      editProduct(database, author, { productId: 1, version: 1 }, { ...lamp, title });
    const answers = await Promise.all([edit('Desk lamp'), edit('Floor lamp')]);
    expect(countOutcomes(answers)).toEqual({ done: 1, changed: 1 });
    const [row] = await rowsOf<{ title: string }>(engine, 'SELECT title FROM products');
    expect(answers.find(({ outcome }) => outcome === 'changed')).toMatchObject({
      since: [{ actor: 'Ines', changes: [{ field: 'title', from: 'Lamp', to: row?.title }] }],
    });
  });

  it('archives and puts back, and says when there is nothing to change', async () => {
    const set = (version: number, status: 'active' | 'archived') =>
      setProductStatus(database, author, { productId: 1, version }, status);
    expect(await set(1, 'archived')).toEqual({ outcome: 'done' });
    expect(await set(2, 'archived')).toEqual({ outcome: 'unchanged' });
    expect(await set(2, 'active')).toEqual({ outcome: 'done' });
    expect(await setVariantStatus(database, author, brass, 'archived')).toEqual({ outcome: 'done' });
    expect(await rowsOf(engine, 'SELECT status FROM variants')).toEqual([{ status: 'archived' }]);
  });

  it('changes a variant with its price and SKU, and records what they were', async () => {
    const fields = { title: 'Brass', sku: 'LAMP-BR', priceMinor: 4400 };
    expect(await editVariant(database, author, brass, fields)).toEqual({ outcome: 'done' });
    expect(await rowsOf(engine, 'SELECT changes FROM audit_trail')).toEqual([
      {
        changes: [
          { field: 'sku', from: 'LAMP-1', to: 'LAMP-BR' },
          { field: 'priceMinor', from: 4200, to: 4400 },
        ],
      },
    ]);
  });

  it("does not find another shop's product or variant", async () => {
    const stranger = { shopId: 2, actor: 'Zoe' };
    await makeCatalogue(engine, 2);
    await rowsOf(engine, 'UPDATE products SET product_id = 9 WHERE shop_id = 2');
    expect(await editProduct(database, stranger, { productId: 1, version: 1 }, lamp)).toEqual({
      outcome: 'not_found',
    });
    const steel = { title: 'Steel', sku: 'ST', priceMinor: 100 };
    expect(await createVariant(database, stranger, 1, steel)).toEqual({ outcome: 'not_found' });
    expect(await editVariant(database, author, { ...brass, productId: 9 }, steel)).toEqual({
      outcome: 'not_found',
    });
  });
});

describe('the settings', () => {
  const seen = { holdSeconds: 300, paymentExtensionSeconds: 120, poolCap: 1000, lowWaterMark: 200 };

  it('are changed once, and the second of two writers is told what they are now', async () => {
    const edit = (holdSeconds: number) => editSettings(database, author, seen, { ...seen, holdSeconds });
    const answers = await Promise.all([edit(600), edit(60)]);
    expect(countOutcomes(answers)).toEqual({ done: 1, changed: 1 });
    const [row] = await rowsOf<{ n: number }>(engine, 'SELECT hold_seconds AS n FROM shops');
    expect(answers.find(({ outcome }) => outcome === 'changed')).toEqual({
      outcome: 'changed',
      now: { ...seen, holdSeconds: row?.n },
    });
  });

  it('reach the levels only when that is asked for', async () => {
    await makeLevel(engine, { units: 5 });
    await editSettings(database, author, seen, { ...seen, poolCap: 50, lowWaterMark: 10 });
    const read = () => rowsOf(engine, 'SELECT pool_cap AS cap, low_water_mark AS mark FROM inventory_levels');
    expect(await read()).toEqual([{ cap: 1000, mark: 200 }]);
    expect(await applyToLevels(database, author)).toBe(1);
    expect(await read()).toEqual([{ cap: 50, mark: 10 }]);
  });
});

/** A shop with two locations and one item, as the merchant's verbs need it. */
import type { Engine } from '@/engine/index';
import { BERLIN, ITEM, makeShop, PORTO, SHOP } from './factories';

/** Writes shop, locations Berlin and Porto, and a product whose variant is the usual item. */
export async function makeCatalogue(engine: Engine, shopId = SHOP): Promise<void> {
  await makeShop(engine, shopId);
  await engine.database.session('test', async ({ connection }) => {
    await connection.query('INSERT INTO locations (shop_id, location_id, name, country_code) VALUES ?', [
      [
        [shopId, BERLIN, 'Berlin', 'DE'],
        [shopId, PORTO, 'Porto', 'PT'],
      ],
    ]);
    await connection.query(
      "INSERT INTO regions (shop_id, region_code, name) VALUES (?, 'europe', 'Europe')",
      [shopId],
    );
    await connection.query(
      "INSERT INTO products (shop_id, product_id, slug, title, description) VALUES (?, 1, 'lamp', 'Lamp', '')",
      [shopId],
    );
    await connection.query('INSERT INTO inventory_items (shop_id, inventory_item_id, sku) VALUES (?, ?, ?)', [
      shopId,
      ITEM,
      `LAMP-${shopId}`,
    ]);
    await connection.query(
      "INSERT INTO variants (shop_id, variant_id, product_id, inventory_item_id, title, price_minor) VALUES (?, 1, 1, ?, 'Brass', 4200)",
      [shopId, ITEM],
    );
  });
}

/** Rows of a query, for assertions about what was written. */
export async function rowsOf<T>(engine: Engine, sql: string, values: unknown[] = []): Promise<T[]> {
  return engine.database.session('test', async ({ connection }) => {
    const [rows] = await connection.query(sql, values);
    return rows as T[];
  });
}

import { expect, it } from 'vitest';
import { seedLarge } from '@/db/large/index';
import { openTestShop } from '@/tests/support/database';

const { engine, database } = openTestShop();

it('writes a large shop whose books balance, and replaces it when asked again', async () => {
  const size = { products: 60, ledgerEntries: 3_000, holds: 10 };
  const shopId = await seedLarge(database, size);
  expect(await engine.audit(shopId)).toEqual({ ok: true, levels: 177, broken: [] });
  expect(await seedLarge(database, { ...size, products: 50 })).toBe(shopId);
  const figures = await database.session('test', async ({ connection }) => {
    const [rows] = await connection.query(
      `SELECT (SELECT COUNT(*) FROM products) AS products,
              (SELECT COUNT(*) FROM inventory_ledger) AS entries,
              (SELECT COUNT(*) FROM reservations WHERE status = 'held') AS holds`,
    );
    return rows;
  });
  expect(figures).toEqual([{ products: 50, entries: 3_000, holds: 10 }]);
});

/** The schema in which the neighbours and the checkouts beside them work: made when they start, dropped when they end. */
import { createConnection } from 'mysql2/promise';
import { migrate } from '@/db/migrate';
import type { Engine } from '@/engine/index';
import { RUN_SHOP, type StockLevel } from '../stock';
import { openShop, receiveStock } from '../strategies/engine-stock';

/** More than can be sold while it lasts. */
const level: StockLevel = {
  shopId: RUN_SHOP,
  inventoryItemId: 1001,
  inventoryGroupId: 1,
  units: 1_000_000,
};

export const trafficLine = { inventoryItemId: 1001, inventoryGroupId: 1, quantity: 1 };
export const PROMOTIONS = 12;

const tables = [
  `CREATE TABLE neighbour_carts (
     cart_id INT UNSIGNED NOT NULL PRIMARY KEY,
     quantity INT UNSIGNED NOT NULL,
     tax_minor INT UNSIGNED NOT NULL
   )`,
  `CREATE TABLE neighbour_promotions (
     promotion_id INT UNSIGNED NOT NULL PRIMARY KEY,
     percent_off TINYINT UNSIGNED NOT NULL
   )`,
  `CREATE TABLE neighbour_rates (
     region_code CHAR(2) NOT NULL,
     from_grams INT UNSIGNED NOT NULL,
     price_minor INT UNSIGNED NOT NULL,
     PRIMARY KEY (region_code, from_grams)
   )`,
];

export function trafficUrl(mainUrl: string): string {
  const url = new URL(mainUrl);
  url.pathname = `${url.pathname}_neighbours`;
  return url.href;
}

/** Makes the schema anew; what a process that was killed left behind goes first. */
export async function makeTrafficSchema(url: string, carts: number): Promise<void> {
  await dropTrafficSchema(url);
  await migrate(url);
  const connection = await createConnection(url);
  try {
    for (const table of tables) await connection.query(table);
    const numbered = (count: number, row: (index: number) => unknown[]) => [
      Array.from({ length: count }, (_, index) => row(index)),
    ];
    await connection.query(
      'INSERT INTO neighbour_carts (cart_id, quantity, tax_minor) VALUES ?',
      numbered(carts, (index) => [index, 1, 0]),
    );
    await connection.query(
      'INSERT INTO neighbour_promotions (promotion_id, percent_off) VALUES ?',
      numbered(PROMOTIONS, (index) => [index + 1, 5 + index]),
    );
    await connection.query(
      'INSERT INTO neighbour_rates (region_code, from_grams, price_minor) VALUES ?',
      numbered(20, (index) => ['eu', index * 500, 490 + index * 110]),
    );
  } finally {
    await connection.end();
  }
}

export async function layOutTraffic(engine: Engine): Promise<void> {
  await openShop(engine, 1_000);
  await receiveStock(engine, level);
  const { units: _, ...key } = level;
  await engine.replenish(key);
}

export async function dropTrafficSchema(url: string): Promise<void> {
  const server = new URL(url);
  server.pathname = '/';
  const connection = await createConnection(server.href);
  try {
    await connection.query('SET SESSION lock_wait_timeout = 5');
    await connection.query('DROP DATABASE IF EXISTS ??', [
      decodeURIComponent(new URL(url).pathname.slice(1)),
    ]);
  } finally {
    await connection.end();
  }
}

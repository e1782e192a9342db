/** A shop that is looked at through the panel: its stock, its engine in the test's process, sessions of the test's own. */
import type { Page } from '@playwright/test';
import mysql from 'mysql2/promise';
import { v7 as uuidv7 } from 'uuid';
import { createDatabase } from '@/db/database';
import { createEngine, type Engine } from '@/engine/index';
import { expect, readState, type TestStore, test } from './playwright';

export interface Stage {
  readonly store: TestStore;
  readonly engine: Engine;
  readonly item: number;
  readonly group: number;
  /** A session of the test's own. */
  connect(): Promise<mysql.Connection>;
}

/** A shop with 60 units in Berlin, and its engine in this process. */
export const panelTest = test.extend<{ stage: Stage }>({
  stage: async ({ makeStore, rows }, use) => {
    const store = await makeStore({
      products: [{ title: 'Brass Ruler', stock: { Berlin: 60 } }],
    });
    const item = store.products[0]?.inventoryItemId ?? 0;
    const [level] = await rows<{ group: number }>(
      'SELECT inventory_group_id AS `group` FROM inventory_levels WHERE shop_id = ? AND inventory_item_id = ?',
      [store.shopId, item],
    );
    const database = createDatabase({
      url: readState().databaseUrl,
      connectionLimit: 6,
      lockWaitTimeoutSeconds: 60,
    });
    const engine = createEngine(database);
    const sessions: mysql.Connection[] = [];
    const connect = async () => {
      const session = await mysql.createConnection({
        uri: readState().databaseUrl,
        multipleStatements: true,
      });
      sessions.push(session);
      return session;
    };
    await engine.replenish({
      shopId: store.shopId,
      inventoryItemId: item,
      inventoryGroupId: level?.group ?? 0,
    });
    await use({ store, engine, item, group: level?.group ?? 0, connect });
    for (const session of sessions) session.destroy();
    await engine.settled();
    await database.close();
  },
});

/** Opens the panel on the shop, at the server of `origin` where that is another one. */
export async function openPanel(page: Page, { shopId }: TestStore, origin = ''): Promise<void> {
  await page.goto(`${origin}/live?shop=${shopId}`);
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible();
}

/** Puts one unit on hold for a checkout of its own, and returns the key of the hold. */
export async function holdOne({ engine, store, item, group }: Stage) {
  const reservationId = uuidv7();
  const key = { shopId: store.shopId, reservationId };
  const line = { inventoryItemId: item, inventoryGroupId: group, quantity: 1 };
  const held = await engine.reserve({ ...key, checkoutId: reservationId, holdSeconds: 300, lines: [line] });
  expect(held.outcome).toBe('reserved');
  return key;
}

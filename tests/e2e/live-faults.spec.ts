/** The panel's page when MySQL goes away, or keeps from the app's account what the panel reads; on a MySQL of the test's own. */
import mysql from 'mysql2/promise';
import { createDatabase } from '@/db/database';
import { migrate } from '@/db/migrate';
import { createEngine, type Engine } from '@/engine/index';
import { accessibilityFaults } from '@/tests/support/accessibility';
import { makeLevel, makeRequest, SHOP } from '@/tests/support/factories';
import { type OtherServer, startOtherServer, untilUp } from '@/tests/support/other-server';
import { makeOwnMysqld, type OwnMysqld } from '@/tests/support/own-mysqld';
import { test as base, expect } from '@/tests/support/playwright';

interface Stage {
  readonly mysqld: OwnMysqld;
  readonly engine: Engine;
  /** A web server on that MySQL, as the account of `url`. */
  serve(url: string): Promise<OtherServer>;
}

const test = base.extend<{ stage: Stage }>({
  /** 60 units in one pool, on a mysqld of the test's own. */
  stage: async ({ playwright: _ }, use) => {
    const mysqld = await makeOwnMysqld();
    await mysqld.start();
    await migrate(mysqld.url);
    const database = createDatabase({ url: mysqld.url, connectionLimit: 2 });
    const engine = createEngine(database, { refillsInBackground: false });
    await makeLevel(engine, { units: 60 });
    const servers: OtherServer[] = [];
    const serve = async (url: string) => {
      const server = await startOtherServer(['-H', '127.0.0.1'], { DATABASE_URL: url });
      servers.push(server);
      await untilUp(server);
      return server;
    };
    await use({ mysqld, engine, serve });
    for (const server of servers) await server.stop();
    await database.close();
    await mysqld.remove();
  },
});

test.describe.configure({ timeout: 180_000 });

test('MySQL ends: the page says so and keeps what it showed; MySQL starts: the page says since when, and goes on', async ({
  page,
  stage: { mysqld, engine, serve },
}) => {
  const { url } = await serve(mysqld.url);
  await page.goto(`${url}/live?shop=${SHOP}`);
  const pooled = page.getByTestId('level-100:1').getByRole('cell').nth(1);
  await expect(pooled).toHaveText('60');
  await mysqld.stop();
  const lost = page.getByRole('status').filter({ hasText: 'MySQL doesn’t answer' });
  await expect(lost).toBeVisible();
  await expect(pooled).toHaveText('60');
  await mysqld.start();
  await expect(page.getByText(/^MySQL was restarted at \d\d:\d\d:\d\d UTC/)).toBeVisible({ timeout: 30_000 });
  expect((await engine.reserve(makeRequest())).outcome).toBe('reserved');
  await expect(pooled).toHaveText('59');
  await expect(lost).toHaveCount(0);
});

test('an account with rights on its schema alone: each part says what is missing and how to grant it, stock and books are shown', async ({
  page,
  stage: { mysqld, serve },
}) => {
  const root = await mysql.createConnection({ uri: mysqld.url, multipleStatements: true });
  await root.query(
    `CREATE USER 'shop'@'127.0.0.1' IDENTIFIED BY 'shop-password'; GRANT ALL ON lastunit.* TO 'shop'@'127.0.0.1'`,
  );
  await root.end();
  const { url } = await serve(mysqld.url.replace('own:own-password', 'shop:shop-password'));
  await page.goto(`${url}/live?shop=${SHOP}`);
  await expect(page.getByTestId('level-100:1').getByRole('cell').nth(1)).toHaveText('60');
  await expect(page.getByTestId('books-light')).toContainText('Every unit is accounted for');
  for (const [title, missing, grant] of [
    ['Who waits for whom', 'SELECT on performance_schema', 'GRANT SELECT ON performance_schema.*'],
    ['Who holds the connections', 'SELECT on performance_schema', 'GRANT SELECT ON performance_schema.*'],
    ['Last deadlock', 'the PROCESS privilege', 'GRANT PROCESS ON *.*'],
  ] as const) {
    const part = page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
    await expect(part.last()).toContainText(`the app’s account lacks ${missing}`);
    await expect(part.last()).toContainText(`${grant} TO 'shop'@'127.0.0.1'`);
  }
  expect(await accessibilityFaults(page)).toEqual([]);
});

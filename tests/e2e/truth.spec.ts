/** How a shop leaves Redis, told on the page: why, in the shadow, over to MySQL in the middle of a sale, and back and forth. */
import type { Page } from '@playwright/test';
import { LEAST_COMPARED } from '@/legacy/truth/states';
import { expectAccessible } from '@/tests/support/admin-pages';
import { countOutcomes } from '@/tests/support/factories';
import { expect, fillAddress, putInCart, test } from '@/tests/support/playwright';
import { beginSale } from '@/tests/support/sales';
import { openCrowd } from '@/tests/support/truth-crowd';

test.describe.configure({ timeout: 180_000 });

const isAt = (page: Page, state: string) =>
  expect(page.getByTestId(`state-${state}`)).toHaveAttribute('aria-current', 'step');

async function goTo(page: Page, name: string, why = ''): Promise<void> {
  await page.getByLabel('Why').fill(why);
  await page.getByRole('button', { name: `Go to ${name}` }).click();
}

async function throwKillSwitch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Back to Redis now' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Back to Redis' }).click();
  await isAt(page, 'redis');
}

test('a crash between Redis and the ledger sells a unit twice, and the verdict shows which', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const press = async () => {
    await page.goto('/sales');
    await page
      .locator('label')
      .filter({ has: page.getByRole('radio', { name: 'A crash between two systems' }) })
      .click();
    for (const other of [/^Redis count, ledger first/, /^Redis scripts/, /^Unit pool One row/]) {
      await page.getByRole('checkbox', { name: other }).uncheck({ force: true });
    }
    await page.getByRole('button', { name: 'Start the sale' }).click();
  };
  await beginSale(page, press, 200_000);
  const verdict = page.getByTestId('verdict');
  await expect(verdict).toHaveAttribute('data-verdict', 'oversold', { timeout: 60_000 });
});

test('a shop leaves Redis in the middle of a sale, and the kill switch brings it back: nothing is sold twice', async ({
  page,
  makeStore,
  rows,
}) => {
  const store = await makeStore({
    locations: [{ name: 'Berlin', regions: { europe: 1 } }],
    products: [
      { title: 'Many', stock: { Berlin: 190 } },
      { title: 'Last One', stock: { Berlin: 1 } },
    ],
  });
  const crowd = await openCrowd(store);
  const answers: string[] = [];
  const buyDuring = async (count: number, act: () => Promise<void>) => {
    const buyers = await crowd.arrive(count, 'Many');
    const [given] = await Promise.all([crowd.buy(buyers), act()]);
    answers.push(...given);
  };
  try {
    const address = `/admin/${store.slug}/truth`;
    await page.goto(address);
    await isAt(page, 'mysql');
    await expect(page.getByText('Nothing has been compared yet.')).toBeVisible();
    await expectAccessible(page);

    await test.step('the years with Redis: a purchase in the browser', async () => {
      await throwKillSwitch(page);
      await expect(page.getByText('Redis decides about every new reserve.')).toBeVisible();
      await putInCart(page, store, 'Many');
      await page.goto(`/${store.slug}/cart`);
      await page.getByRole('button', { name: 'Check out' }).click();
      await fillAddress(page);
      await page.getByRole('button', { name: 'Go on to the parcels' }).click();
      await page.getByRole('button', { name: 'Complete purchase' }).click();
      await expect(page.getByRole('heading', { name: 'Payment', level: 1 })).toBeVisible();
      // A promise of Redis: no unit is taken before it is paid for.
      expect(
        await rows('SELECT COUNT(*) AS units FROM reserved_units WHERE shop_id = ?', [store.shopId]),
      ).toEqual([{ units: 0 }]);
      await page.getByRole('button', { name: 'Use 4242 4242 4242 4242' }).click();
      await page.getByRole('button', { name: /^Pay/ }).click();
      await expect(page).toHaveURL(/\/orders\//);
    });

    await test.step('in the shadow a spoilt counter is found and explained', async () => {
      await page.goto(address);
      await buyDuring(10, async () => {
        await goTo(page, 'Shadow', 'week 1');
        await isAt(page, 'shadow');
      });
      await crowd.spoil('Last One');
      const two = await crowd.arrive(2, 'Last One');
      expect(countOutcomes((await crowd.buy(two)).map((outcome) => ({ outcome })))).toEqual({ held: 2 });
      await crowd.settled();
      // Another difference is of the same promise: it is paid for, and the worker finds no unit.
      await expect
        .poll(() => rows('SELECT COUNT(*) AS n FROM truth_differences WHERE shop_id = ?', [store.shopId]))
        .toEqual([{ n: 2 }]);
      const row = page.getByRole('row').filter({ hasText: 'bug' }).first();
      await expect(row).toContainText('reserved');
      await expect(row).toContainText('sold out');
      // Redis counts a unit that MySQL doesn't have, wherever the two looks found the others.
      const [redis, mysql] = [...((await row.textContent()) ?? '').matchAll(/held = (\d+)/g)].map(([, sum]) =>
        Number(sum),
      );
      expect(redis).toBe(Number(mysql) + 1);
      await expect(page.getByText('2 differences that nothing explains, of at most 0')).toBeVisible();
      await goTo(page, 'MySQL, Redis written');
      await expect(page.getByRole('alert').filter({ hasText: 'Not yet' })).toContainText(
        '2 differences that nothing explains',
      );
      await isAt(page, 'shadow');
      await expectAccessible(page);
    });

    await test.step('loaded anew the stores agree, and MySQL takes over during a sale', async () => {
      await throwKillSwitch(page);
      await goTo(page, 'Shadow', 'counters loaded anew');
      await isAt(page, 'shadow');
      await buyDuring(LEAST_COMPARED + 5, async () => undefined);
      await crowd.settled();
      await expect(page.getByRole('list', { name: 'Gates' }).getByText(': closed')).toHaveCount(0);
      await buyDuring(30, async () => {
        await goTo(page, 'MySQL, Redis written', 'agreed');
        await isAt(page, 'mysql_redis_written');
      });
    });

    await test.step('the kill switch back and forth during the rest of the sale', async () => {
      await buyDuring(30, () => throwKillSwitch(page));
      await buyDuring(30, async () => {
        await goTo(page, 'Shadow', 'once more');
        await isAt(page, 'shadow');
        await throwKillSwitch(page);
      });
    });

    await test.step('every unit was sold once', async () => {
      // 190 units, one of them sold in the browser. The others are told no, while the last ones are held or after.
      const held = answers.filter((outcome) => outcome === 'held');
      const refused = answers.filter((outcome) => outcome === 'sold_out' || outcome === 'all_held');
      expect([held.length, refused.length]).toEqual([189, 16]);
      await expect(async () => {
        const [count] = await rows<{ orders: number; refunded: number }>(
          `SELECT (SELECT COUNT(*) FROM orders WHERE shop_id = ? AND status = 'open') AS orders,
                  (SELECT COUNT(*) FROM payment_attempts WHERE shop_id = ? AND status = 'refunded') AS refunded`,
          [store.shopId, store.shopId],
        );
        // The promise that the spoilt counter made was paid back.
        expect(count).toEqual({ orders: 191, refunded: 1 });
      }).toPass({ timeout: 30_000 });
      const books = await page.request.get(`/api/conservation?shop=${store.shopId}`);
      expect(await books.json()).toMatchObject({ ok: true });
      await page.reload();
      await expect(
        page.getByRole('listitem').filter({ hasText: 'Redis only → Shadow' }).first(),
      ).toContainText('once more');
    });
  } finally {
    await crowd.leave();
  }
});

test('the second of two admins is told, and pressing twice is one switch', async ({
  page,
  context,
  makeStore,
  rows,
}) => {
  const store = await makeStore();
  const address = `/admin/${store.slug}/truth`;
  await page.goto(address);
  await throwKillSwitch(page);
  const other = await context.newPage();
  await other.goto(address);
  // Neither page learns what the other did.
  for (const one of [page, other]) await one.route('**/truth/state', (route) => route.abort());
  await goTo(page, 'Shadow', 'first');
  await isAt(page, 'shadow');
  await goTo(other, 'Shadow', 'second');
  await expect(other.getByText('The shop was in this state already: Shadow.')).toBeVisible();
  expect(await rows('SELECT COUNT(*) AS n FROM truth_switches WHERE shop_id = ?', [store.shopId])).toEqual([
    { n: 2 },
  ]);
  await page.getByRole('button', { name: 'Back to Redis now' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Back to Redis' }).click();
  await isAt(page, 'redis');
  await goTo(other, 'MySQL, Redis written', 'third');
  await expect(other.getByText(/ has switched the shop to “Redis only” meanwhile/).first()).toBeVisible();
});

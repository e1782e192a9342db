import { type ChildProcess, spawn } from 'node:child_process';
import { nextCommand } from '@/db/launch/build';
import { freePort } from '@/db/server/ports';
import { cards, expect, goToPayment, payWith, readState, test } from '@/tests/support/playwright';

/** A web server of the test's own on the same build and database, which may be killed. */
function serve(port: number): ChildProcess {
  const [file = '', ...args] = nextCommand;
  return spawn(file, [...args, 'start', '-H', '127.0.0.1', '-p', String(port)], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: readState().databaseUrl },
    stdio: 'ignore',
  });
}

async function kill(server: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGKILL');
  await closed;
}

test('A29: the server is killed while the bank works and started again: the address of the payment leads to the order', async ({
  browser,
  makeStore,
  hook,
  rows,
}) => {
  const store = await makeStore();
  const port = await freePort();
  const home = `http://127.0.0.1:${port}`;
  const isUp = (path: string) =>
    expect(async () => expect((await fetch(`${home}${path}`)).status).toBe(200)).toPass({ timeout: 30_000 });
  let server = serve(port);
  try {
    await isUp(`/${store.slug}`);
    const context = await browser.newContext({ baseURL: home });
    const page = await context.newPage();
    await goToPayment(page, store);
    const address = page.url();
    await hook('next-payment', {
      shopId: store.shopId,
      deliveries: [{ kind: 'approved', eventKey: 'approved', afterMs: 3_600_000 }],
    });
    await payWith(page, cards.slow);
    await expect(page.getByText('Paying. The bank is working on it.')).toBeVisible();

    await kill(server);
    await expect(page.goto(address)).rejects.toThrow(/ERR_CONNECTION_REFUSED/);
    // The bank's answer is due while nobody is there.
    await rows('UPDATE gateway_deliveries SET due_at = NOW(3) WHERE shop_id = ?', [store.shopId]);

    server = serve(port);
    await isUp(`/${store.slug}`);
    await page.goto(address);
    await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible();
    await context.close();
  } finally {
    await kill(server);
  }
  expect(await rows('SELECT status FROM payment_attempts WHERE shop_id = ?', [store.shopId])).toEqual([
    { status: 'approved' },
  ]);
});

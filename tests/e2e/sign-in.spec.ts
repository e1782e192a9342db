/** Beyond this machine everything but the shop asks for the password; every door is tried, not only those that have a link. */
import { hkdfSync } from 'node:crypto';
import { sealData } from 'iron-session';
import { type OtherServer, startOtherServer } from '@/tests/support/other-server';
import { test as base, expect, readState } from '@/tests/support/playwright';
import { callAction, routes, serverActions } from '@/tests/support/routes';

const PASSWORD = 'a password of the tests';

const test = base.extend<object, { guarded: OtherServer }>({
  /** A server that listens on every address, with a password. */
  guarded: [
    async ({ playwright: _ }, use) => {
      const server = await startOtherServer(['-H', '0.0.0.0'], {
        ADMIN_PASSWORD: PASSWORD,
        TEST_HOOKS: '1',
        TEST_HOOKS_TOKEN: readState().testHooksToken,
      });
      await expect(async () => {
        expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
      }).toPass();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

/** Each test comes from an address of its own, since tries are counted by address. */
let visitors = 0;
test.use({
  extraHTTPHeaders: async ({ browserName: _ }, use) => {
    visitors += 1;
    await use({ 'x-forwarded-for': `203.0.113.${visitors}` });
  },
});

/** The session cookie as the server seals it. */
async function sealed(password: string): Promise<string> {
  const key = Buffer.from(hkdfSync('sha256', password, 'lastunit', 'session', 32)).toString('hex');
  return sealData({ isSignedIn: true }, { password: key, ttl: 24 * 3600 });
}

const openToAll = {
  actions: ['app/(store)/', 'app/sign-in/'],
  pages: ['/page', '/_not-found/page', '/_global-error/page', '/sign-in/page'],
  handlers: [
    '/icon.svg/route',
    '/api/health/route',
    '/api/webhooks/[shop]/route',
    '/api/test-hooks/[hook]/route',
  ],
};
const isOfTheShop = (file: string) => file.startsWith('/(store)/');

test('no server action of the merchant, the sales or the lab does anything for a visitor who is not signed in', async ({
  guarded,
  request,
  rows,
}) => {
  const actions = serverActions().filter(
    ({ file }) => !openToAll.actions.some((open) => file.startsWith(open)),
  );
  expect(actions.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'receive',
      'adjust',
      'refund',
      'release',
      'saveVariant',
      'setStatus',
      'proveItAction',
    ]),
  );
  // Of the shop that the forms name; other tests have shops of their own.
  const count = async () =>
    rows(`SELECT (SELECT COUNT(*) FROM audit_trail WHERE shop_id = 1) AS changes,
                 (SELECT COUNT(*) FROM inventory_ledger WHERE shop_id = 1 AND actor = 'Merchant') AS entries`);
  const before = await count();
  for (const action of actions) {
    const what = `${action.file} ${action.name}`;
    const response = await callAction(request, action, { shop: 'foil-and-stock' }, guarded.url);
    expect(response.headers()['x-action-redirect'] ?? response.headers().location, what).toMatch(
      /^\/sign-in\?to=/,
    );
  }
  expect(await count()).toEqual(before);
});

test('no handler and no page but those of the shop answers a visitor who is not signed in', async ({
  guarded,
  request,
}) => {
  const handlers = routes('route').filter(
    ({ file }) => !openToAll.handlers.includes(file) && !isOfTheShop(file),
  );
  expect(handlers.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/api/live', '/api/lab', '/api/metrics', '/admin/1/inventory/1/ledger/export']),
  );
  for (const { path } of handlers) {
    const statuses = [
      await request.get(guarded.url + path, { maxRedirects: 0 }),
      await request.post(guarded.url + path, { maxRedirects: 0, data: {} }),
    ].map((response) => response.status());
    expect(statuses, path).toContain(401);
    expect(
      statuses.filter((status) => status !== 401 && status !== 405),
      path,
    ).toEqual([]);
  }
  const pages = routes('page').filter(({ file }) => !openToAll.pages.includes(file) && !isOfTheShop(file));
  expect(pages.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/admin', '/sales', '/live', '/lab']),
  );
  for (const { path } of pages) {
    const response = await request.get(guarded.url + path, { maxRedirects: 0 });
    // A scenario that isn't there is a page that isn't there.
    if (path.startsWith('/lab/1')) expect(response.status(), path).toBe(404);
    else expect(response.headers().location, path).toMatch(/^\/sign-in\?to=/);
  }
  const scenario = await request.get(`${guarded.url}/lab/skip-locked`, { maxRedirects: 0 });
  expect(scenario.headers().location).toBe('/sign-in?to=%2Flab%2Fskip-locked');
});

test('a visitor is led to the sign-in and back, stays in, and is out after signing out', async ({
  guarded,
  page,
  makeStore,
}) => {
  const store = await makeStore();
  const wanted = `${guarded.url}/admin/${store.slug}/inventory`;
  await page.goto(wanted);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Password').fill('not this one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('That is not the password.')).toBeVisible();
  expect(await page.context().cookies(guarded.url)).toEqual([]);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/${store.slug}$`));
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
  const [cookie] = await page.context().cookies(guarded.url);
  expect(cookie).toMatchObject({ name: 'lastunit-sign-in', httpOnly: true, sameSite: 'Lax' });
  expect(cookie?.value).not.toContain(PASSWORD);
  await page.goto(`${guarded.url}/live`);
  await expect(page.getByRole('heading', { name: 'Live panel' })).toBeVisible();

  await page.goto(wanted);
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await expect(page).toHaveURL(`${guarded.url}/`);
  await page.goBack();
  await page.goto(wanted);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('a form that was open when the session ended changes nothing and leads to the sign-in', async ({
  guarded,
  page,
  context,
  makeStore,
  rows,
}) => {
  const store = await makeStore();
  await context.addCookies([{ name: 'lastunit-sign-in', value: await sealed(PASSWORD), url: guarded.url }]);
  await page.goto(`${guarded.url}/admin/${store.slug}/settings`);
  await page.getByLabel('Pool cap, in unit rows').fill('77');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const [shop] = await rows('SELECT pool_cap AS cap FROM shops WHERE shop_id = ?', [store.shopId]);
  expect(shop).not.toEqual({ cap: 77 });
});

test('a session ends after a day, with a changed password, and where it was tampered with', async ({
  guarded,
  request,
}) => {
  const statusWith = async (value: string) => {
    const headers = { cookie: `lastunit-sign-in=${value}` };
    return (await request.get(`${guarded.url}/api/metrics`, { headers })).status();
  };
  const good = await sealed(PASSWORD);
  expect(await statusWith(good)).toBe(200);
  expect(await statusWith(await sealed('another password'))).toBe(401);
  expect(await statusWith(`${good.slice(0, -8)}AAAAAAAA`)).toBe(401);
  const now = Date.now;
  Date.now = () => now() - 25 * 3_600_000;
  try {
    expect(await statusWith(await sealed(PASSWORD))).toBe(401);
  } finally {
    Date.now = now;
  }
});

test('after six tries within a minute even the right password waits, and the page says how long', async ({
  guarded,
  page,
}) => {
  await page.goto(`${guarded.url}/sign-in`);
  const tryWith = async (password: string) => {
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    // The form is emptied with the answer.
    await expect(page.getByLabel('Password')).toHaveValue('');
  };
  for (let attempt = 0; attempt < 6; attempt += 1) await tryWith(`guess ${attempt}`);
  await expect(page.getByText('That is not the password.')).toBeVisible();
  await tryWith(PASSWORD);
  await expect(page.getByText(/^Too many tries\. Wait \d+ s, then try again\.$/)).toBeVisible();
  await expect(page).toHaveURL(/sign-in/);
});

test('the sign-in leads back to this site only', async ({ guarded, page }) => {
  await page.goto(`${guarded.url}/sign-in?to=//evil.example/admin`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(new RegExp(`^${guarded.url}/admin`));
});

test('test hooks ask for the token and, beyond this machine, for a session too', async ({
  guarded,
  request,
}) => {
  const call = async (base: string, headers: Record<string, string>) =>
    (await request.post(`${base}/api/test-hooks/sweep`, { headers, data: { shopId: 1 } })).status();
  const token = { authorization: `Bearer ${readState().testHooksToken}` };
  expect(await call('', {})).toBe(401);
  expect(await call('', { authorization: 'Bearer not this one' })).toBe(401);
  expect(await call('', token)).toBe(200);
  expect(await call(guarded.url, token)).toBe(401);
  expect(await call(guarded.url, { ...token, cookie: `lastunit-sign-in=${await sealed(PASSWORD)}` })).toBe(
    200,
  );
});

test('without a password a server keeps to this machine: it does not start beyond it, nor answer under another name', async ({
  request,
  makeStore,
}) => {
  const everywhere = await startOtherServer([], {});
  expect(await everywhere.ended).toBe('ended with code 1');
  expect(everywhere.lines.join('\n')).toContain('ADMIN_PASSWORD is needed before HOST may be');

  const store = await makeStore();
  const path = `/admin/${store.slug}`;
  expect((await request.get(path)).status()).toBe(200);
  const renamed = await request.get(path, { headers: { host: 'shop.example' }, maxRedirects: 0 });
  expect(renamed.headers().location).toMatch(/^\/sign-in/);
});

/** Traps of the framework, tried on the build that is served. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openItem, withEngine } from '@/tests/support/admin-pages';
import { startOtherServer } from '@/tests/support/other-server';
import { expect, readState, test } from '@/tests/support/playwright';
import { callAction, serverActions } from '@/tests/support/routes';

const action = (file: string, name: string) => {
  const found = serverActions().find((one) => one.file === file && one.name === name);
  if (!found) throw new Error(`no action ${name} in ${file}`);
  return found;
};

test('E11: nothing with stock in it was made at build time: what changes in the database is on the next page', async ({
  page,
  request,
  makeStore,
}) => {
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../.next/prerender-manifest.json'), 'utf8'),
  ) as { routes: object; dynamicRoutes: object };
  expect(Object.keys(manifest.dynamicRoutes)).toEqual([]);
  expect(
    Object.keys(manifest.routes).filter((path) => !/^\/(_not-found|_global-error|icon\.svg)$/.test(path)),
  ).toEqual([]);

  const store = await makeStore({ products: [{ title: 'Lamp', stock: { Berlin: 2 } }] });
  const shelf = `/${store.slug}/${store.products[0]?.slug}`;
  const first = await request.get(shelf);
  expect(first.headers()['cache-control']).toContain('no-store');
  expect(await first.text()).toContain('2 left');
  await withEngine(async (engine) => {
    const inventoryItemId = store.products[0]?.inventoryItemId ?? 0;
    const [level] = await engine.availability(store.shopId, [inventoryItemId]);
    await engine.adjust({
      shopId: store.shopId,
      inventoryItemId,
      inventoryGroupId: level?.inventoryGroupId ?? 0,
      delta: -1,
      referenceId: '0192f0c0-0000-7000-8000-000000000011',
      actor: 'Test',
      note: 'Broken',
    });
  });
  expect(await (await request.get(shelf)).text()).toContain('1 left');
  await openItem(page, store);
  await expect(page.getByRole('table', { name: 'Ledger entries, newest first' })).toContainText('Broken');
});

test('E6: behind a proxy, forms are taken under the names that are allowed, and under no other', async ({
  request,
}) => {
  const server = await startOtherServer(['-H', '127.0.0.1'], { ALLOWED_ORIGINS: 'shop.example' });
  try {
    await expect(async () => {
      expect((await request.get(`${server.url}/api/health`)).status()).toBe(200);
    }).toPass();
    const release = action('app/admin/[shop]/holds/actions.ts', 'release');
    const fields = { shop: 'foil-and-stock', reservationId: 'x' };
    const from = async (origin: string) =>
      (
        await callAction(request, release, fields, server.url, { origin, 'x-forwarded-host': 'inside:8080' })
      ).status();
    expect(await from('https://shop.example')).toBe(200);
    expect(await from('https://elsewhere.example')).toBe(500);
  } finally {
    await server.stop();
  }
});

test('E7: a stream is neither compressed nor collected: readings arrive while it stays open', async () => {
  const { appUrl } = readState();
  const leaving = new AbortController();
  const response = await fetch(`${appUrl}/api/live?shop=1`, {
    headers: { 'accept-encoding': 'gzip, br' },
    signal: leaving.signal,
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(response.headers.get('cache-control')).toContain('no-transform');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (text.split('event: snapshot').length < 4) text += (await reader?.read())?.value ?? '';
  leaving.abort();
  expect(text).toContain('data: {');
});

test('E14: seven tabs of the panel load, since a hidden tab gives its line back', async ({ context }) => {
  test.slow();
  await context.addInitScript(() => {
    let state: DocumentVisibilityState = 'visible';
    Object.defineProperty(document, 'visibilityState', { get: () => state });
    Object.assign(window, {
      hideTab: () => {
        state = 'hidden';
        document.dispatchEvent(new Event('visibilitychange'));
      },
    });
  });
  for (let tab = 0; tab < 7; tab += 1) {
    const page = await context.newPage();
    await page.goto('/live');
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await page.evaluate(() => (window as unknown as { hideTab(): void }).hideTab());
  }
});

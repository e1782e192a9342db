/** Who may read the metrics: a scraper brings a token along where one is set, in place of a sign-in that it can't do. */
import { type OtherServer, startOtherServer, untilUp } from '@/tests/support/other-server';
import { test as base, expect } from '@/tests/support/playwright';

const TOKEN = 'a token of the tests';

const test = base.extend<object, { guarded: OtherServer }>({
  /** A server that listens on every address, with a password for people and a token for the scraper. */
  guarded: [
    async ({ playwright: _ }, use) => {
      const env = { ADMIN_PASSWORD: 'a password of the tests', METRICS_TOKEN: TOKEN };
      const server = await startOtherServer(['-H', '0.0.0.0'], env);
      await untilUp(server);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

test('the right token reads the metrics without a sign-in; without it, or with a wrong one, the answer says what to send', async ({
  guarded,
}) => {
  const ask = (headers: Record<string, string>) => fetch(`${guarded.url}/api/metrics`, { headers });
  const right = { authorization: `Bearer ${TOKEN}` };
  const given = await ask(right);
  expect(given.status).toBe(200);
  expect(given.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  expect(await given.text()).toMatch(/^lastunit_connections\{state="limit"\} 20$/m);

  const none = await ask({});
  expect(none.status).toBe(401);
  expect(none.headers.get('www-authenticate')).toBe('Bearer realm="metrics"');
  expect((await none.json()).message).toContain('METRICS_TOKEN');
  for (const header of [`Bearer ${TOKEN}!`, `Bearer ${TOKEN.slice(1)}`, TOKEN, `Basic ${TOKEN}`, 'Bearer ']) {
    const refused = await ask({ authorization: header });
    expect(refused.status, header).toBe(401);
    const text = await refused.text();
    expect(text, header).toContain('That is not the token.');
    expect(text, header).not.toContain(TOKEN);
  }
  // Six wrong ones within a minute are as many as are looked at; who has the right one doesn't notice.
  const statuses = await Promise.all(
    [1, 2, 3].map(async () => (await ask({ authorization: 'Bearer x' })).status),
  );
  expect(statuses).toContain(429);
  expect((await ask(right)).status).toBe(200);
  // The token opens nothing else.
  expect((await fetch(`${guarded.url}/api/conservation?shop=1`, { headers: right })).status).toBe(401);
});

test('without a token the metrics are open on this machine, and to this machine only', async ({
  request,
}) => {
  expect((await request.get('/api/metrics')).status()).toBe(200);
  const renamed = await request.get('/api/metrics', { headers: { host: 'shop.example' } });
  expect(renamed.status()).toBe(401);
});

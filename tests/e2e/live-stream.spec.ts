/** The panel's stream on a production server of its own: unbuffered, taken up again, ended cleanly, with nobody left behind. */
import { freePort } from '@/db/server/ports';
import { openStream, type StreamReader, snapshotIn } from '@/tests/support/event-stream';
import { holdOne, openPanel, panelTest } from '@/tests/support/live-stage';
import { type OtherServer, startOtherServer, untilUp, viewersOf } from '@/tests/support/other-server';
import { expect } from '@/tests/support/playwright';

const HOME = ['-H', '127.0.0.1'];

const test = panelTest.extend<{ own: OtherServer }>({
  own: async ({ playwright: _ }, use) => {
    const server = await startOtherServer(HOME, {});
    await untilUp(server);
    await use(server);
    await server.stop();
  },
});

test.describe.configure({ timeout: 180_000 });

async function nextSequence(stream: StreamReader): Promise<number> {
  for (;;) {
    const block = await stream.next();
    if (block === undefined) throw new Error('The stream ended.');
    const snapshot = snapshotIn(block);
    if (snapshot) return snapshot.sequence;
  }
}

test('readings come one by one, uncompressed, without a gap while nothing changes, and heartbeats between them', async ({
  own,
  stage,
}) => {
  const stream = await openStream(`${own.url}/api/live?shop=${stage.store.shopId}`);
  try {
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(stream.headers['content-encoding']).toBeUndefined();
    expect(stream.headers['content-length']).toBeUndefined();
    expect(await stream.next()).toBe('retry: 2000');
    // Fifteen seconds of a shop in which nothing happens: a reading each second, then the heartbeat, then the next reading.
    const sequences: number[] = [];
    let block = await stream.next();
    while (block !== ': still here') {
      const snapshot = snapshotIn(block ?? '');
      if (!snapshot) throw new Error(`neither reading nor heartbeat: ${block}`);
      expect(snapshot.isFull).toBe(sequences.length === 0);
      sequences.push(snapshot.sequence);
      block = await stream.next();
    }
    const [first = 0] = sequences;
    expect(sequences.length).toBeGreaterThan(1);
    expect(sequences).toEqual(sequences.map((_, place) => first + place));
    expect(await nextSequence(stream)).toBe(first + sequences.length);
  } finally {
    stream.close();
  }
});

test('a reading is on the line before the next is taken: whoever leaves after one has had the last', async ({
  own,
  stage,
}) => {
  const taken: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const stream = await openStream(`${own.url}/api/live?shop=${stage.store.shopId}`);
    taken.push(await nextSequence(stream));
    stream.close();
    // Without a viewer nobody reads, so the next viewer's first reading tells how many the one before has missed.
    await expect.poll(() => viewersOf(own)).toBe(0);
  }
  const [first = 0] = taken;
  expect(taken.at(-1)).toBeLessThan(first + 2 * taken.length);
});

test('a page whose server is gone says so, and goes on by itself when it is back', async ({
  page,
  stage,
}) => {
  const port = await freePort();
  let server = await startOtherServer(HOME, {}, port);
  try {
    await untilUp(server);
    await openPanel(page, stage.store, server.url);
    const row = page.getByTestId(`level-${stage.item}:${stage.group}`);
    await expect(row.getByRole('cell').nth(1)).toHaveText('60');
    await server.stop();
    await expect(page.getByRole('status').filter({ hasText: /Reconnecting|trying again/ })).toBeVisible();
    // What was read last stays on the screen.
    await expect(row.getByRole('cell').nth(1)).toHaveText('60');
    await holdOne(stage);
    server = await startOtherServer(HOME, {}, port);
    await untilUp(server);
    await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible({ timeout: 60_000 });
    await expect(row.getByRole('cell').nth(1)).toHaveText('59');
    await expect(row.getByRole('cell').nth(3)).toHaveText('1');
  } finally {
    await server.stop();
  }
});

test('a server that is asked to end does so with viewers connected, and ends their streams', async ({
  own,
  page,
  stage,
}) => {
  const address = `${own.url}/api/live?shop=${stage.store.shopId}`;
  const streams = await Promise.all([1, 2, 3].map(() => openStream(address)));
  await openPanel(page, stage.store, own.url);
  for (const stream of streams) await nextSequence(stream);
  expect(await viewersOf(own)).toBe(4);
  const ends = streams.map(async (stream) => {
    while ((await stream.next()) !== undefined);
    return 'ended by the server';
  });
  await own.stop();
  // 128 + SIGTERM, by itself: one that hung would have been killed.
  expect(await own.ended).toBe('ended with code 143');
  expect(await Promise.all(ends)).toEqual(streams.map(() => 'ended by the server'));
});

test('F7: fifty viewers come and go, and both page and metrics count them down to none', async ({
  own,
  page,
  stage,
}) => {
  await openPanel(page, stage.store, own.url);
  await expect(page.getByText(/ · 1 viewer · /)).toBeVisible();
  const address = `${own.url}/api/live?shop=${stage.store.shopId}`;
  const streams = await Promise.all(Array.from({ length: 50 }, () => openStream(address)));
  for (const stream of streams) await nextSequence(stream);
  expect(await viewersOf(own)).toBe(51);
  await expect(page.getByText(/ · 51 viewers · /)).toBeVisible();
  for (const stream of streams) stream.close();
  await expect(page.getByText(/ · 1 viewer · /)).toBeVisible();
  await page.goto('about:blank');
  await expect.poll(() => viewersOf(own)).toBe(0);
});

/** The panel when something is missing or breaks: privileges, the server itself, too many locks to list. */
import mysql from 'mysql2/promise';
import { createElement, type ReactElement } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { measurePanelCost } from '@/app/api/live/own-cost';
import type { Snapshot } from '@/app/api/live/snapshot';
import { formatDuration } from '@/components/format';
import { OwnCost } from '@/components/live/own-cost';
import { PartView } from '@/components/live/part-view';
import { createDatabase } from '@/db/database';
import { migrate } from '@/db/migrate';
import type { Part } from '@/db/panel/part';
import { MOST_ROW_LOCKS } from '@/db/panel/row-locks';
import { createEngine } from '@/engine/index';
import { makeLevel, makeRequest } from '@/tests/support/factories';
import { makeOwnMysqld, type OwnMysqld } from '@/tests/support/own-mysqld';
import { openPanel, readOf, type TestPanel, textOf } from '@/tests/support/panel';

let server: OwnMysqld;
let panel: TestPanel | undefined;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  server = await makeOwnMysqld();
  await server.start();
  await migrate(server.url);
});
afterEach(async () => {
  await panel?.close();
  panel = undefined;
  for (const close of closers.splice(0)) await close();
});
afterAll(() => server.remove());

/** An engine of the test's own on the server, as the account that `url` names. */
function openEngine(url = server.url) {
  const database = createDatabase({ url, connectionLimit: 10 });
  closers.push(() => database.close());
  return createEngine(database, { refillsInBackground: false });
}

async function asRoot(): Promise<mysql.Connection> {
  const connection = await mysql.createConnection({ uri: server.url, multipleStatements: true });
  closers.push(() => connection.end());
  return connection;
}

const shown = <T>(part: Part<T>) => textOf(PartView<T>({ part, children: () => 'was read' }) as ReactElement);

describe('an account with the rights on its own schema only', () => {
  it('is told what is missing and what to grant; what it may read is read, and the rest once it was granted', async () => {
    const root = await asRoot();
    await root.query(
      `CREATE USER 'shop'@'127.0.0.1' IDENTIFIED BY 'shop-password'; GRANT ALL ON lastunit.* TO 'shop'@'127.0.0.1'`,
    );
    await makeLevel(openEngine(), { units: 5 });
    const url = server.url.replace('own:own-password', 'shop:shop-password');
    panel = openPanel({ engine: openEngine(url) });
    const { server: seen, locks, stock } = await panel.until(({ stock }) => stock.state === 'read');
    expect(readOf(stock).totals).toEqual({ pooled: 5, unpooled: 0, held: 0 });
    expect(readOf(seen.counters).maxConnections).toBeGreaterThan(0);
    const performanceSchema =
      "Not shown: the app’s account lacks SELECT on performance_schema. An administrator can add it: GRANT SELECT ON performance_schema.* TO 'shop'@'127.0.0.1'";
    expect(shown(seen.transactions)).toBe(performanceSchema);
    expect(shown(seen.sessions)).toBe(performanceSchema);
    const process =
      "Not shown: the app’s account lacks the PROCESS privilege. An administrator can add it: GRANT PROCESS ON *.* TO 'shop'@'127.0.0.1'";
    expect(shown(seen.metrics)).toBe(process);
    expect(shown(seen.status)).toBe(process);
    expect(locks.state).toBe('denied');

    for (const part of [seen.transactions, seen.metrics]) {
      if (part.state === 'denied') await root.query(part.grant);
    }
    // PROCESS counts from the next connection on.
    await panel.close();
    panel = openPanel({ engine: openEngine(url) });
    const isAllRead = ({ server: { metrics, transactions, status, sessions }, locks: all }: Snapshot) =>
      [metrics, transactions, status, sessions, all].every(({ state }) => state === 'read');
    expect(isAllRead(await panel.until(isAllRead))).toBe(true);
  });
});

describe('a session with a million row locks', () => {
  it('C24: makes the lock lists skipped, while buyers are served and readings go on without overlapping', async () => {
    const engine = openEngine();
    await makeLevel(engine, { units: 200, inventoryItemId: 200 });
    const hog = await asRoot();
    await hog.query(
      `CREATE TABLE many (id INT UNSIGNED PRIMARY KEY);
       SET SESSION cte_max_recursion_depth = 1000;
       INSERT INTO many
       WITH RECURSIVE n AS (SELECT 0 AS n UNION ALL SELECT n + 1 FROM n WHERE n < 999)
       SELECT a.n * 1000 + b.n FROM n AS a CROSS JOIN n AS b;
       START TRANSACTION;
       SELECT COUNT(*) FROM (SELECT id FROM many FOR UPDATE) AS locked`,
    );
    const root = await asRoot();
    await root.query('TRUNCATE TABLE performance_schema.events_statements_summary_by_digest');
    panel = openPanel({ engine });
    const first = await panel.until(({ locks }) => locks.state === 'skipped' && locks.at !== '');
    expect(shown(first.locks)).toMatch(
      /^Skipped: open transactions hold about 1,\d{3},\d{3} row locks, and listing them would slow the shop\.$/,
    );
    const line = { inventoryItemId: 200, inventoryGroupId: 1, quantity: 1 };
    const reserves = await Promise.all(
      Array.from({ length: 100 }, () => engine.reserve(makeRequest({ lines: [line] }))),
    );
    expect(reserves.every(({ outcome }) => outcome === 'reserved')).toBe(true);
    const later = await panel.until(({ sequence }) => sequence >= first.sequence + 5);
    expect(later.locks.state).toBe('skipped');
    const [lists] = await root.query<mysql.RowDataPacket[]>(
      `SELECT DIGEST_TEXT, COUNT_STAR FROM performance_schema.events_statements_summary_by_digest
        WHERE DIGEST_TEXT LIKE '%\`data_lock%'`,
    );
    expect(lists, 'reads of the lock lists').toEqual([]);
    await hog.query('ROLLBACK');
    const after = await panel.until(({ locks }) => locks.state === 'read');
    expect(after.locks.state).toBe('read');
    await root.query('DROP TABLE many');
  });

  it('C24: the p95 of a checkout with the panel stands beside that without it, measured while the locks are held', async () => {
    const database = createDatabase({ url: server.url, connectionLimit: 4 });
    closers.push(() => database.close());
    const cost = await measurePanelCost(database, {
      pairs: 2,
      rowLocks: MOST_ROW_LOCKS,
      inputs: { stock: 100, buyers: 100, connections: 8 },
    });
    expect(cost).toMatchObject({ pairs: 2, rowLocks: 1_000_000 });
    const { on, off } = cost.answerP95Ms;
    expect(Math.min(on, off, cost.p95OnVsOff)).toBeGreaterThan(0);
    const origin = { measuredAt: '2026-12-07T09:00:00.000Z', machine: '', mysql: '', node: '', command: '' };
    const text = textOf(
      createElement(OwnCost, {
        cost: { share: 0, lastMs: 1, viewers: 1 },
        measured: { ...cost, ...origin },
      }),
    );
    expect(text).toContain(
      `A checkout was answered within ${formatDuration(on)} (p95) with it and ${formatDuration(off)} without, while an idle session held 1,000,000 row locks.`,
    );
    const root = await asRoot();
    const [left] = await root.query<mysql.RowDataPacket[]>("SHOW TABLES LIKE 'panel_cost%'");
    expect(left).toEqual([]);
  });
});

describe('a server that goes away', () => {
  it('is said to be away, and to have been restarted once it is back', async () => {
    panel = openPanel({ engine: openEngine() });
    // Somebody keeps looking all the while.
    const leave = panel.sampler.watch({
      target: { shopId: 1, runId: null },
      isReady: () => true,
      send: () => {},
      close: () => {},
    });
    await panel.until(({ server: seen }) => seen.state === 'up');
    await server.stop();
    const lost = await panel.until(({ server: seen }) => seen.state === 'lost');
    expect(lost.server.note).toBeTruthy();
    expect(lost.server.counters).toMatchObject({ state: 'skipped', reason: 'MySQL does not answer' });
    await server.start();
    const back = await panel.until(({ server: seen }) => seen.state === 'up');
    expect(back.server.note).toMatch(/^MySQL was restarted at \d\d:\d\d:\d\d UTC$/);
    const whole = await panel.until(({ stock, locks }) => stock.state === 'read' && locks.state === 'read');
    expect(readOf(whole.stock).levelCount).toBeGreaterThan(0);
    await leave?.();
  });

  it('came back without performance_schema: what needs it says so, the rest works', async () => {
    await server.stop();
    await server.start('--performance-schema=OFF');
    panel = openPanel({ engine: openEngine() });
    const { server: seen, locks, stock } = await panel.until((snapshot) => snapshot.stock.state === 'read');
    expect(readOf(stock).levelCount).toBeGreaterThan(0);
    expect(readOf(seen.metrics).deadlocks).toBeGreaterThanOrEqual(0);
    for (const part of [seen.transactions, seen.sessions, locks]) {
      expect(shown(part as Part<unknown>)).toContain(
        'performance_schema, which is switched off on this server. An administrator can add it: Start mysqld with --performance-schema=ON',
      );
    }
  });
});

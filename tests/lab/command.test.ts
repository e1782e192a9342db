/** `npm run lab` as a process: what it prints and what it exits with. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutFolder } from '@/db/server/paths';
import { openTestServer, type TestServer } from '@/db/server/test-server';
import type { RepeatedReport } from '@/lab/repeat';
import { scenarios } from '@/lab/scenarios/all';

/** A server of its own, since a global setting is changed. */
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await server.stop();
});

interface Ended {
  code: number;
  out: string;
  err: string;
}

function lab(...args: string[]): Promise<Ended> {
  const run = [join(checkoutFolder, 'db/launch/run.mjs'), join(checkoutFolder, 'lab/command.ts'), ...args];
  const env = { ...process.env, DATABASE_URL: server.url };
  return new Promise((resolve) => {
    execFile(process.execPath, run, { env, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

async function onServer(sql: string): Promise<unknown> {
  const connection = await createConnection({ uri: server.url });
  const [result] = await connection.query(sql);
  await connection.end();
  return result;
}

async function withoutDeadlockDetection<T>(work: () => Promise<T>): Promise<T> {
  await onServer('SET GLOBAL innodb_deadlock_detect = OFF');
  try {
    return await work();
  } finally {
    await onServer('SET GLOBAL innodb_deadlock_detect = ON');
  }
}

describe('npm run lab', () => {
  it('lists every scenario with its id', async () => {
    const { code, out } = await lab('--list');
    expect(code).toBe(0);
    for (const { id, title } of scenarios) expect(out).toContain(`${id.padEnd(26)}  ${title}`);
  });

  it('runs one several times, compares the runs, and exits 0', async () => {
    const { code, out } = await lab('skip-locked', '--repeat', '3', '--json');
    const report: RepeatedReport = JSON.parse(out);
    expect(code).toBe(0);
    expect(report).toMatchObject({ id: 'skip-locked', held: true, runs: 3, unlike: [] });
    expect(report.steps).toHaveLength(5);
    expect(report.server).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('exits 1 with --all when a claim does not hold on this server, and says which and how', async () => {
    const { code, out } = await withoutDeadlockDetection(() => lab('--all', '--json'));
    const reports: RepeatedReport[] = JSON.parse(out);
    expect(code).toBe(1);
    expect(reports.map(({ id }) => id)).toEqual(scenarios.map(({ id }) => id));
    const deadlocks = reports.find(({ id }) => id === 'opposite-order');
    expect(deadlocks?.held).toBe(false);
    expect(deadlocks?.steps[3]?.differences.join()).toContain('T2: expected error, was blocked');
    expect(reports.find(({ id }) => id === 'quantity-row')?.held).toBe(true);
    for (const { held, reason } of reports.filter(({ steps }) => steps.length === 0)) {
      expect(held).toBe(null);
      expect(reason).toBeTruthy();
    }
  });

  it('leaves no schema, no user and no session', async () => {
    expect(
      await onServer(`
        SELECT SCHEMA_NAME AS what FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE 'lastunit\\_lab\\_%'
         UNION ALL SELECT User FROM mysql.user WHERE User LIKE 'lastunit\\_lab\\_%'
         UNION ALL SELECT PROCESSLIST_DB FROM performance_schema.threads WHERE PROCESSLIST_DB LIKE 'lastunit\\_lab\\_%'`),
    ).toEqual([]);
  });

  it.each([
    [[], 'Name one scenario'],
    [['no-such'], 'There is no scenario "no-such"'],
    [['--all', 'nowait'], 'Name one scenario'],
    [['--all', '--repeat', '0'], 'from 1 to 1,000'],
    [['--al'], 'Unknown option'],
  ])('exits 2 for %j', async (args, part) => {
    const { code, err } = await lab(...args);
    expect(code).toBe(2);
    expect(err).toContain(part);
  });
});

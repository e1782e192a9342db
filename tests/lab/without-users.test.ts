/** A server on which the app may not make users: scenarios are stepped all the same, free play is shut and says why. */
import { randomUUID } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { act, closeLab, findScenario, openLab } from '@/lab/index';
import type { SteppedScenario } from '@/lab/scenario';

const USER = `lastunit_test_plain_${process.env.VITEST_POOL_ID ?? '0'}`;

async function asRoot(...statements: readonly string[]): Promise<unknown[]> {
  const connection = await createConnection({ uri: inject('serverUrl') });
  const results: unknown[] = [];
  for (const sql of statements) results.push((await connection.query(sql))[0]);
  await connection.end();
  return results;
}

beforeAll(async () => {
  await asRoot(
    `DROP USER IF EXISTS '${USER}'@'%'`,
    `CREATE USER '${USER}'@'%' IDENTIFIED BY 'plain'`,
    // What the app needs: its schemas, the sandboxes' schemas, and the lists of locks.
    `GRANT ALL ON \`lastunit\\_%\`.* TO '${USER}'@'%'`,
    `GRANT SELECT ON performance_schema.* TO '${USER}'@'%'`,
    `GRANT PROCESS ON *.* TO '${USER}'@'%'`,
  );
  const url = new URL(inject('serverUrl'));
  url.username = USER;
  url.password = 'plain';
  url.pathname = '';
  process.env.DATABASE_URL = url.href;
});

afterAll(async () => {
  await asRoot(`DROP USER '${USER}'@'%'`);
});

it('steps a scenario to its end, refuses free play with the reason, and leaves nothing', async () => {
  const visitor = randomUUID();
  const scenario = findScenario('quantity-row') as SteppedScenario;
  const opened = await openLab(visitor, scenario);
  if (opened.outcome !== 'open') throw new Error(JSON.stringify(opened));
  const { id } = opened.lab;
  expect(opened.lab.hasFreePlay).toBe(false);

  const refused = await act(visitor, id, { do: 'send', session: 'T1', sql: 'SELECT 1' });
  expect(refused).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('CREATE USER') });

  for (const _ of scenario.steps) await act(visitor, id, { do: 'step' });
  const done = await act(visitor, id, { do: 'step' });
  if (done.outcome !== 'open') throw new Error(JSON.stringify(done));
  expect(done.lab.isOver).toBe(true);
  expect(done.lab.steps.flatMap((step) => step.differences)).toEqual([]);

  await closeLab(visitor, id);
  const [schemas, sessions] = await asRoot(
    `SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE 'lastunit\\_lab\\_%'
        AND SCHEMA_NAME IN (SELECT PROCESSLIST_DB FROM performance_schema.threads WHERE PROCESSLIST_USER = '${USER}')`,
    `SELECT 1 FROM performance_schema.threads WHERE PROCESSLIST_USER = '${USER}' AND PROCESSLIST_DB LIKE 'lastunit\\_lab\\_%'`,
  );
  expect([schemas, sessions]).toEqual([[], []]);
});

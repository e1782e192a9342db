/** What `npm run reset` empties and drops, on a schema of the test's own beside others that are none of its business. */
import mysql from 'mysql2/promise';
import { afterAll, expect, inject, it } from 'vitest';
import { createDatabase } from '@/db/database';
import { migrate } from '@/db/migrate';
import { planReset, reset } from '@/db/reset';

/** An underscore is a wildcard of LIKE: a schema that differs by it must stay. */
const MINE = 'lastunit_reset_test';
const DROPPED = [`${MINE}_run_3`, `${MINE}_neighbours`];
const OTHERS = [
  'lastunit_resetxtest_run_3',
  'lastunit_resetxtest_neighbours',
  `${MINE}_neighbours_of_others`,
];

const url = new URL(inject('serverUrl'));
url.pathname = `/${MINE}`;

async function onServer(statement: string): Promise<mysql.RowDataPacket[]> {
  const connection = await mysql.createConnection({ uri: inject('serverUrl'), database: '' });
  try {
    return (await connection.query<mysql.RowDataPacket[]>(statement))[0];
  } finally {
    await connection.end();
  }
}

const schemas = async () =>
  (await onServer("SHOW DATABASES LIKE 'lastunit\\_reset%'")).map((row) => String(Object.values(row)[0]));

afterAll(async () => {
  for (const name of await schemas()) await onServer(`DROP DATABASE \`${name}\``);
});

it('drops kept runs and the neighbours of a process that was killed, leaves other schemas alone, and seeds', async () => {
  await migrate(url.href);
  for (const name of [...DROPPED, ...OTHERS]) await onServer(`CREATE DATABASE \`${name}\``);
  const database = createDatabase({ url: url.href, connectionLimit: 2 });
  try {
    const plan = await planReset(database);
    expect([...plan.schemas].sort()).toEqual([...DROPPED].sort());
    await reset(database, plan);
    expect((await schemas()).sort()).toEqual([MINE, ...OTHERS].sort());
    expect(await planReset(database)).toMatchObject({ schemas: [] });
    const [shops] = await database.session('test', ({ connection }) =>
      connection.query<mysql.RowDataPacket[]>('SELECT COUNT(*) AS shops FROM shops'),
    );
    expect(shops[0]?.shops).toBeGreaterThan(0);
  } finally {
    await database.close();
  }
});

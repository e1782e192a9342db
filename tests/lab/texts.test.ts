/** The tables that scenarios build are the app's, and what is copied does what is shown. */
import { type Connection, createConnection } from 'mysql2/promise';
import { describe, expect, inject, it } from 'vitest';
import { migrate } from '@/db/migrate';
import { PASTE_SCHEMA, pasteBlocks } from '@/lab/copy-sql';
import { observe } from '@/lab/observer';
import { lockLine, type SteppedScenario } from '@/lab/scenario';
import { scenarios } from '@/lab/scenarios/all';
import * as tables from '@/lab/tables';
import { openLabStage } from './stage';

const stage = openLabStage();

describe('tables', () => {
  const copies = {
    available_units: tables.availableUnits,
    reserved_units: tables.reservedUnits,
    reservations: tables.reservations,
    reservation_lines: tables.reservationLines,
    inventory_levels: tables.inventoryLevels,
    sold_units: tables.soldUnits,
    inventory_ledger: tables.inventoryLedger,
  };

  it.each(Object.entries(copies))('%s is the table of the app', async (name, text) => {
    const url = new URL(inject('serverUrl'));
    url.pathname = `/lastunit_test_lab_${process.env.VITEST_POOL_ID ?? '0'}`;
    await migrate(url.href);
    const connection = await createConnection({ uri: url.href });
    await connection.query('DROP DATABASE IF EXISTS lastunit_test_lab_copy');
    await connection.query('CREATE DATABASE lastunit_test_lab_copy');
    await connection.query('USE lastunit_test_lab_copy');
    await connection.query(text);
    const copy = await definition(connection, `lastunit_test_lab_copy.${name}`);
    const original = await definition(connection, `${url.pathname.slice(1)}.${name}`);
    await connection.query('DROP DATABASE lastunit_test_lab_copy');
    await connection.end();
    expect(copy).toBe(original);
  });
});

async function definition(connection: Connection, table: string): Promise<string> {
  const [rows] = await connection.query(`SHOW CREATE TABLE ${table}`);
  return (rows as Record<string, string>[])[0]?.['Create Table'] ?? '';
}

/** One of each kind: a wait, a deadlock, an error, three sessions, a wait that ends by itself. */
const pasted = [
  'for-update',
  'opposite-order',
  'nowait',
  'refill',
  'lock-wait-timeout',
  'repeatable-read-supremum',
];

describe('copied as SQL', () => {
  it.each(pasted)('%s does the same in plain clients', async (id) => {
    const scenario = scenarios.find((candidate) => candidate.id === id) as SteppedScenario;
    const clients = new Map<string, Connection>();
    const client = async (name: string) => {
      const known = clients.get(name);
      if (known) return known;
      const connection = await createConnection({ uri: inject('serverUrl'), multipleStatements: true });
      clients.set(name, connection);
      return connection;
    };
    const blocks = pasteBlocks(scenario);
    const running: Promise<unknown>[] = [];
    let steps = 0;
    for (const { client: name, sql } of blocks.slice(0, -1)) {
      const connection = await client(name);
      // A client at a terminal goes on after an error.
      for (const statement of sql.split(/;\n|;$/).filter((text) => text.replace(/^--.*$/gm, '').trim())) {
        running.push(connection.query(statement).catch((error: unknown) => error));
      }
      // The next block is pasted when this one has ended or waits; before the first step nothing waits.
      if (steps === 0 && !/^-- 1\. /m.test(sql)) await Promise.all(running);
      steps += sql.match(/^-- \d+\. /gm)?.length ?? 0;
      const expected = scenario.steps[steps - 1]?.expect;
      const sessions = scenario.sessions.map((session) => ({
        name: session.name,
        connectionId: clients.get(session.name)?.threadId ?? 0,
      }));
      await expect
        .poll(
          async () => {
            const { locks } = await observe(stage.database, PASTE_SCHEMA, sessions as never);
            return locks.map(lockLine).sort();
          },
          { timeout: 20_000, interval: 5 },
        )
        .toEqual([...(expected?.locks ?? [])].sort());
    }
    for (const connection of clients.values()) connection.destroy();
    await Promise.all(running);
    const last = await createConnection({ uri: inject('serverUrl') });
    await last.query(blocks.at(-1)?.sql ?? '');
    await last.end();
  });
});

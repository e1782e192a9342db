/** A lab on the test server, for tests: a database of the lab's own, an owner, and small scenarios. */
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { createDatabase, type Database } from '@/db/database';
import { Lab } from '@/lab/lab';
import { Owner } from '@/lab/owner';
import type { SessionName, SteppedScenario } from '@/lab/scenario';
import { fillPool, session } from '@/lab/stock';
import { availableUnits } from '@/lab/tables';

export interface LabStage {
  readonly database: Database;
  readonly owner: Owner;
  open(scenario?: SteppedScenario): Promise<Lab>;
}

/** Registers the hooks; after each test no schema, user or session of a sandbox may be left. */
export function openLabStage(): LabStage {
  const stage = {} as { database: Database; owner: Owner; open: LabStage['open'] };
  const labs: Lab[] = [];
  stage.open = async (scenario = makeScenario()) => {
    const lab = await Lab.open(stage.database, stage.owner.name, scenario);
    labs.push(lab);
    return lab;
  };
  beforeAll(async () => {
    // Forty labs that open at once stand in line for six connections: how long that takes is the machine's business.
    stage.database = createDatabase({
      url: inject('serverUrl'),
      connectionLimit: 6,
      acquireTimeoutMs: 60_000,
    });
    stage.owner = await Owner.sign(inject('serverUrl'));
  });
  afterEach(async () => {
    for (const lab of labs.splice(0)) await lab.close();
    expect(await leftOf(stage.database, stage.owner.name)).toEqual([]);
  });
  afterAll(async () => {
    await stage.owner.release();
    await stage.database.close();
  });
  return stage;
}

/** Schemas, users and sessions of an owner's sandboxes that are there now. */
export async function leftOf(database: Database, owner: string): Promise<string[]> {
  return database.session('test', async ({ connection }) => {
    const [rows] = await connection.query(
      `SELECT CONCAT('schema ', SCHEMA_NAME) AS what FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE :name
       UNION ALL
       SELECT CONCAT('user ', User) FROM mysql.user WHERE User LIKE :name
       UNION ALL
       SELECT CONCAT('session ', PROCESSLIST_ID) FROM performance_schema.threads WHERE PROCESSLIST_DB LIKE :name`.replaceAll(
        ':name',
        `'lastunit\\_lab\\_${owner}%'`,
      ),
    );
    return (rows as unknown as { what: string }[]).map(({ what }) => what);
  });
}

/** Three units of one item and as many sessions as asked for, each in a READ COMMITTED transaction. */
export function makeScenario(overrides: Partial<SteppedScenario> = {}): SteppedScenario {
  const names: SessionName[] = ['T1', 'T2'];
  return {
    kind: 'stepped',
    id: 'test',
    number: 0,
    topic: 'contention',
    title: 'A test',
    story: 'A test.',
    setup: [availableUnits, fillPool(3)],
    draws: [],
    sessions: names.map((name) => session(name, name)),
    steps: [],
    conclusion: 'A test.',
    manual: [],
    ...overrides,
  };
}

export const lockUnit = (id: number, clause = 'FOR UPDATE') =>
  `SELECT id FROM available_units WHERE shop_id = 1 AND inventory_item_id = 41 AND inventory_group_id = 1 AND id = ${id} ${clause}`;

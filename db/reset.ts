/** Empties the shop's schema, drops the schemas that were made beside it and writes the demo shop anew. */
import type { RowDataPacket } from 'mysql2';
import type { Database } from './database';
import { seed } from './seed';

export interface ResetPlan {
  /** Tables of the shop's schema that have rows. */
  readonly tables: readonly string[];
  /** Schemas of kept runs, and that of the panel's neighbours when a process was killed with it. */
  readonly schemas: readonly string[];
}

/** What a reset would empty and drop. */
export async function planReset(database: Database): Promise<ResetPlan> {
  return database.session('reset', async ({ connection }) => {
    const [tables] = await connection.query<RowDataPacket[]>(
      `SELECT TABLE_NAME AS name
         FROM information_schema.TABLES
        WHERE TABLE_SCHEMA = DATABASE()
          AND TABLE_TYPE = 'BASE TABLE'
          AND TABLE_NAME NOT LIKE '\\_\\_drizzle%'`,
    );
    const [schemas] = await connection.query<RowDataPacket[]>(
      `SELECT SCHEMA_NAME AS name
         FROM information_schema.SCHEMATA
        WHERE SCHEMA_NAME LIKE CONCAT(REPLACE(DATABASE(), '_', '\\\\_'), '\\_run\\_%')
           OR SCHEMA_NAME = CONCAT(DATABASE(), '_neighbours')`,
    );
    return { tables: tables.map(({ name }) => name), schemas: schemas.map(({ name }) => name) };
  });
}

/** Carries the plan out and seeds. Other processes may be running: what they hold is waited for as any DDL waits. */
export async function reset(database: Database, plan: ResetPlan): Promise<void> {
  await database.session('reset', async ({ connection }) => {
    await connection.query('SET lock_wait_timeout = 5, foreign_key_checks = 0');
    try {
      for (const schema of plan.schemas) await connection.query('DROP DATABASE IF EXISTS ??', [schema]);
      for (const table of plan.tables) await connection.query('TRUNCATE TABLE ??', [table]);
    } finally {
      await connection.query('SET lock_wait_timeout = DEFAULT, foreign_key_checks = DEFAULT');
    }
  });
  await seed(database);
}

/**
 * Brings a schema to the newest migration of drizzle/.
 *
 * DDL in MySQL is not transactional, and it waits behind idle transactions. So: one process at a time per schema, a
 * short `lock_wait_timeout`, a journal entry as soon as a migration is done, and errors that say who was in the way or
 * at which statement a migration stopped. The files and the journal are drizzle's, so that its own tools read them too.
 */
import { join } from 'node:path';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { DatabaseError, errorCode } from './errors';

/** Longest wait for a metadata lock, in seconds; MySQL's own default is a year. */
const METADATA_WAIT_SECONDS = 5;
/** Longest wait for another process that migrates the same schema, in seconds. */
const TURN_WAIT_SECONDS = 60;
// Not by this file's own address: in the built app it lies elsewhere. Every command of this project runs in the checkout's folder.
const MIGRATIONS = join(process.cwd(), 'drizzle');

/**
 * Creates the schema of `url` when it is missing and applies what it lacks. Idempotent.
 *
 * Throws: DatabaseError `MIGRATION_BLOCKED` naming the open transactions that hold the metadata locks, or saying that
 * another process migrates; `MIGRATION_STOPPED` naming the statement that MySQL refused. A schema that is half
 * migrated stops there again at each start until it is put right.
 */
export async function migrate(url: string, folder = MIGRATIONS): Promise<void> {
  const target = new URL(url);
  const schema = decodeURIComponent(target.pathname.slice(1));
  target.pathname = '/';
  const connection = await createConnection({ uri: target.toString(), multipleStatements: false });
  try {
    await connection.query(`SET lock_wait_timeout = ${METADATA_WAIT_SECONDS}, time_zone = '+00:00'`);
    // CREATE DATABASE IF NOT EXISTS would wait for every open transaction on a schema that is there.
    const [there] = await connection.query<RowDataPacket[]>(
      'SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?',
      [schema],
    );
    if (there.length === 0) {
      await connection.query('CREATE DATABASE IF NOT EXISTS ?? CHARACTER SET utf8mb4', [schema]);
    }
    await connection.query('USE ??', [schema]);
    // Ends with the connection. A lock's name has 64 characters at most, as a schema's has.
    const [[turn]] = await connection.query<RowDataPacket[]>(
      `SELECT GET_LOCK(SHA2(CONCAT('lastunit migrate ', ?), 224), ${TURN_WAIT_SECONDS}) AS isOurs`,
      [schema],
    );
    if (turn?.isOurs !== 1) {
      throw new DatabaseError(
        'MIGRATION_BLOCKED',
        `Another process has been migrating ${schema} for a minute.`,
      );
    }
    await applyMissing(connection, schema, readMigrationFiles({ migrationsFolder: folder }));
  } finally {
    await connection.end();
  }
}

async function applyMissing(
  connection: Connection,
  schema: string,
  migrations: readonly MigrationMeta[],
): Promise<void> {
  await connection.query(`
    CREATE TABLE IF NOT EXISTS __drizzle_migrations (
      id SERIAL PRIMARY KEY,
      hash TEXT NOT NULL,
      created_at BIGINT
    )`);
  const [[newest]] = await connection.query<RowDataPacket[]>(
    'SELECT COALESCE(MAX(created_at), 0) AS createdAt FROM __drizzle_migrations',
  );
  for (const [index, { sql, hash, folderMillis }] of migrations.entries()) {
    if (folderMillis <= Number(newest?.createdAt)) continue;
    for (const [done, statement] of sql.entries()) {
      try {
        await connection.query(statement);
      } catch (error) {
        const place = `migration ${index + 1} of ${schema}, statement ${done + 1} of ${sql.length}`;
        throw await explained(connection, schema, place, error);
      }
    }
    await connection.query('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)', [
      hash,
      folderMillis,
    ]);
  }
}

async function explained(
  connection: Connection,
  schema: string,
  place: string,
  cause: unknown,
): Promise<DatabaseError> {
  if (errorCode(cause) === 'ER_LOCK_WAIT_TIMEOUT') {
    return new DatabaseError(
      'MIGRATION_BLOCKED',
      `A migration waited ${METADATA_WAIT_SECONDS} s for a table that others use (${place}): ${await blockers(connection, schema)}. End them and start again.`,
      { cause },
    );
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DatabaseError(
    'MIGRATION_STOPPED',
    `MySQL refused a change of the tables (${place}): ${reason}. It keeps what the statements before did, so nothing starts on this schema until they are taken back by hand or the schema is emptied with \`npm run reset\`.`,
    { cause },
  );
}

async function blockers(connection: Connection, schema: string): Promise<string> {
  const [rows] = await connection.query(
    `SELECT DISTINCT thread.PROCESSLIST_ID AS id, metadata.OBJECT_NAME AS tableName, thread.PROCESSLIST_TIME AS seconds
       FROM performance_schema.metadata_locks AS metadata
       JOIN performance_schema.threads AS thread ON thread.THREAD_ID = metadata.OWNER_THREAD_ID
      WHERE metadata.OBJECT_SCHEMA = ?
        AND metadata.LOCK_STATUS = 'GRANTED'
        AND thread.PROCESSLIST_ID <> CONNECTION_ID()
      ORDER BY thread.PROCESSLIST_ID`,
    [schema],
  );
  const list = rows as { id: number; tableName: string; seconds: number }[];
  if (list.length === 0) return 'they are gone by now';
  return list.map((row) => `connection ${row.id} (idle ${row.seconds} s) holds ${row.tableName}`).join(', ');
}

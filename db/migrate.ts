/**
 * Brings a schema to the newest migration of drizzle/.
 *
 * DDL in MySQL is not transactional, and it waits behind idle transactions. So: one migration at a time per schema
 * (drizzle's own journal), a short `lock_wait_timeout`, and an error that names who was in the way.
 */
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/mysql2';
import { migrate as applyMigrations } from 'drizzle-orm/mysql2/migrator';
import { type Connection, createConnection } from 'mysql2/promise';
import { DatabaseError, errorCode } from './errors';

/** Longest wait for a metadata lock, in seconds; MySQL's own default is a year. */
const METADATA_WAIT_SECONDS = 5;
// Not by this file's own address: in the built app it lies elsewhere. Every command of this project runs in the checkout's folder.
const MIGRATIONS = join(process.cwd(), 'drizzle');

/**
 * Creates the schema of `url` when it is missing and applies what it lacks. Idempotent.
 *
 * Throws: DatabaseError `MIGRATION_BLOCKED` naming the open transactions that hold the metadata locks.
 */
export async function migrate(url: string): Promise<void> {
  const target = new URL(url);
  const schema = decodeURIComponent(target.pathname.slice(1));
  target.pathname = '/';
  const connection = await createConnection({ uri: target.toString(), multipleStatements: false });
  try {
    await connection.query('CREATE DATABASE IF NOT EXISTS ?? CHARACTER SET utf8mb4', [schema]);
    await connection.query('USE ??', [schema]);
    await connection.query(`SET lock_wait_timeout = ${METADATA_WAIT_SECONDS}, time_zone = '+00:00'`);
    await applyMigrations(drizzle(connection), { migrationsFolder: MIGRATIONS });
  } catch (error) {
    if (errorCode(error) !== 'ER_LOCK_WAIT_TIMEOUT') throw error;
    throw new DatabaseError(
      'MIGRATION_BLOCKED',
      `A migration of ${schema} waited ${METADATA_WAIT_SECONDS} s for a table that others use: ${await blockers(connection, schema)}. End them and start again.`,
      { cause: error },
    );
  } finally {
    await connection.end();
  }
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

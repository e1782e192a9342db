/**
 * A schema for one visitor, and a MySQL user that can reach nothing else.
 *
 * Promise: what a sandbox made is gone after `dropSandbox`, its sessions included, also those that wait for a lock. One whose
 * process died is found by its name and dropped by the next process: the owner keeps a user-level lock of that name for
 * as long as it lives.
 */
import { randomBytes } from 'node:crypto';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import type { Database } from '@/db/database';
import { errorCode } from '@/db/errors';
import { pause } from '@/db/retry';
import { limits } from './limits';

export interface Account {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

export interface Sandbox {
  readonly schema: string;
  /** Whom its sessions log in as. */
  readonly account: Account;
  /** Whether that user is the sandbox's own; free play needs that. */
  readonly hasOwnUser: boolean;
}

const PREFIX = 'lastunit_lab_';

/** Rights of a sandbox's user on its schema; none anywhere else. */
const RIGHTS = 'SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, ALTER, INDEX, REFERENCES';

const DENIED = new Set([
  'ER_SPECIFIC_ACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_CANNOT_USER',
]);

export const newOwner = () => randomBytes(4).toString('hex');
export const ownerLockName = (owner: string) => `${PREFIX}${owner}`;

/**
 * Makes an empty schema with a user of its own, or with the app's user where that one may not create users.
 *
 * Throws: what MySQL says when the schema can't be made.
 */
export async function createSandbox(database: Database, owner: string): Promise<Sandbox> {
  const schema = `${PREFIX}${owner}_${randomBytes(4).toString('hex')}`;
  const url = new URL(database.options.url);
  const address = { host: url.hostname, port: Number(url.port || 3306) };
  const password = randomBytes(18).toString('base64url');
  // `_` stands for any one character in a GRANT.
  const pattern = schema.replaceAll('_', '\\_');
  const { sessionsPerLab } = limits;
  return database.session('lab', async ({ connection }) => {
    await connection.query(`CREATE DATABASE \`${schema}\``);
    try {
      // One connection more than sessions: the one that stops a statement.
      await connection.query(
        `CREATE USER '${schema}'@'%' IDENTIFIED BY '${password}' WITH MAX_USER_CONNECTIONS ${sessionsPerLab + 1};
         GRANT ${RIGHTS} ON \`${pattern}\`.* TO '${schema}'@'%'`,
      );
      return { schema, hasOwnUser: true, account: { ...address, user: schema, password } };
    } catch (error) {
      if (DENIED.has(errorCode(error) ?? '')) {
        const account = {
          ...address,
          user: decodeURIComponent(url.username),
          password: decodeURIComponent(url.password),
        };
        return { schema, hasOwnUser: false, account };
      }
      await connection.query(`DROP DATABASE \`${schema}\``);
      throw error;
    }
  });
}

/** Ends the sessions of a sandbox, each with a rollback, and drops its schema and its user. */
export async function dropSandbox(database: Database, sandbox: Sandbox): Promise<void> {
  await endSessions(database, sandbox);
  await dropLeavings(database, sandbox.schema);
}

/** Empties a sandbox: no sessions, no tables. Its user stays. */
export async function emptySandbox(database: Database, sandbox: Sandbox): Promise<void> {
  await endSessions(database, sandbox);
  await database.session('lab', ({ connection }) =>
    connection.query(`DROP DATABASE \`${sandbox.schema}\`; CREATE DATABASE \`${sandbox.schema}\``),
  );
}

/** Bytes of the sandbox's tables, as InnoDB estimates them now. */
export async function sizeOf(database: Database, { schema }: Sandbox): Promise<number> {
  return database.session('lab', async ({ connection }) => {
    const [rows] = await connection.query<RowDataPacket[]>(
      `SELECT /*+ SET_VAR(information_schema_stats_expiry = 0) */ COALESCE(SUM(DATA_LENGTH + INDEX_LENGTH), 0) AS bytes
         FROM information_schema.TABLES
        WHERE TABLE_SCHEMA = ?`,
      [schema],
    );
    return Number(rows[0]?.bytes ?? 0);
  });
}

/** The server's version, as it calls itself. */
export async function serverVersion(database: Database): Promise<string> {
  return database.session('lab', async ({ connection }) => {
    const [rows] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS version');
    return String(rows[0]?.version);
  });
}

/** Stops the statement that a session runs; the session and its transaction go on. */
export async function stopStatement(sandbox: Sandbox, connectionId: number): Promise<void> {
  await asSandbox(sandbox, (connection) => connection.query(`KILL QUERY ${connectionId}`).catch(unlessGone));
}

/** Drops sandboxes whose process is gone, and says how many. */
export async function dropOrphans(database: Database): Promise<number> {
  return database.session('lab', async ({ connection }) => {
    const [schemas] = await connection.query<RowDataPacket[]>(
      'SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE ?',
      [`${PREFIX.replaceAll('_', '\\_')}%`],
    );
    let dropped = 0;
    for (const { name } of schemas) {
      const owner = name.slice(PREFIX.length, PREFIX.length + 8);
      const [[lock]] = await connection.query<RowDataPacket[]>('SELECT IS_FREE_LOCK(?) AS isFree', [
        ownerLockName(owner),
      ]);
      if (lock?.isFree !== 1) continue;
      await killSessionsOf(connection, name);
      await dropLeavings(database, name);
      dropped += 1;
    }
    return dropped;
  });
}

async function dropLeavings(database: Database, schema: string): Promise<void> {
  await database.session('lab', async ({ connection }) => {
    await connection.query(`DROP DATABASE IF EXISTS \`${schema}\``);
    await connection.query(`DROP USER IF EXISTS '${schema}'@'%'`).catch((error: unknown) => {
      if (!DENIED.has(errorCode(error) ?? '')) throw error;
    });
  });
}

/**
 * Kills what the sandbox's user has open and waits until it is gone: a closed socket alone doesn't end a session that
 * waits for a lock. A user may always end its own sessions, so no right of the app's user is needed.
 */
async function endSessions(database: Database, sandbox: Sandbox): Promise<void> {
  if (sandbox.hasOwnUser) {
    await asSandbox(sandbox, (connection) => killSessionsOf(connection, sandbox.schema));
  } else {
    await database.session('lab', ({ connection }) => killSessionsOf(connection, sandbox.schema));
  }
}

async function killSessionsOf(connection: Connection, schema: string): Promise<void> {
  for (;;) {
    // Without the right to see others' sessions it lists one's own, which are those that are meant.
    const [rows] = await connection.query<RowDataPacket[]>('SHOW PROCESSLIST');
    const theirs = rows.filter(({ db, Id }) => db === schema && Id !== connection.threadId);
    if (theirs.length === 0) return;
    for (const { Id } of theirs) await connection.query(`KILL ${Id}`).catch(unlessGone);
    await pause(1, 1);
  }
}

async function asSandbox<T>(
  { account, schema, hasOwnUser }: Sandbox,
  work: (connection: Connection) => Promise<T>,
) {
  // Not in the schema: the connection would count as a session of it.
  const connection = await createConnection({ ...account, database: hasOwnUser ? undefined : schema });
  try {
    return await work(connection);
  } finally {
    connection.destroy();
  }
}

function unlessGone(error: unknown): void {
  if (errorCode(error) !== 'ER_NO_SUCH_THREAD') throw error;
}

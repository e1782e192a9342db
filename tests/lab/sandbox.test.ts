/** The second fence: whatever gets past the guard meets a MySQL user that may do nothing outside its schema. */
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { describe, expect, inject, it } from 'vitest';
import { errorCode } from '@/db/errors';
import type { Lab } from '@/lab/lab';
import { limits } from '@/lab/limits';
import { Owner } from '@/lab/owner';
import { createSandbox, dropOrphans } from '@/lab/sandbox';
import { leftOf, lockUnit, makeScenario, openLabStage } from './stage';

const stage = openLabStage();

async function asVisitor<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  const lab = await stage.open();
  const connection = await createConnection({ ...lab.sandbox.account, database: lab.sandbox.schema });
  try {
    return await work(connection);
  } finally {
    connection.destroy();
  }
}

describe("the sandbox's user", () => {
  it.each([
    ['SELECT User FROM mysql.user', 'ER_TABLEACCESS_DENIED_ERROR'],
    ['SELECT * FROM performance_schema.data_locks', 'ER_TABLEACCESS_DENIED_ERROR'],
    ['SELECT * FROM sys.processlist', 'ER_TABLEACCESS_DENIED_ERROR'],
    ["SELECT 1 INTO OUTFILE '/tmp/lastunit-lab-escape'", 'ER_SPECIFIC_ACCESS_DENIED_ERROR'],
    ["LOAD DATA INFILE '/etc/hostname' INTO TABLE available_units", 'ER_ACCESS_DENIED_ERROR'],
    ['SET GLOBAL innodb_lock_wait_timeout = 1', 'ER_SPECIFIC_ACCESS_DENIED_ERROR'],
    ['SET PERSIST max_connections = 1', 'ER_SPECIFIC_ACCESS_DENIED_ERROR'],
    ['GRANT ALL ON *.* TO CURRENT_USER()', 'ER_ACCESS_DENIED_ERROR'],
    ["CREATE USER 'lastunit_lab_escape'@'%'", 'ER_SPECIFIC_ACCESS_DENIED_ERROR'],
    ['CREATE DATABASE lastunit_lab_escape', 'ER_DBACCESS_DENIED_ERROR'],
    ['CREATE PROCEDURE p() SELECT 1', 'ER_DBACCESS_DENIED_ERROR'],
    ['CREATE EVENT e ON SCHEDULE EVERY 1 SECOND DO SELECT 1', 'ER_DBACCESS_DENIED_ERROR'],
    ['CREATE VIEW v AS SELECT 1', 'ER_TABLEACCESS_DENIED_ERROR'],
    ['LOCK TABLES available_units WRITE', 'ER_DBACCESS_DENIED_ERROR'],
    ['FLUSH TABLES', 'ER_SPECIFIC_ACCESS_DENIED_ERROR'],
    ['SHUTDOWN', 'ER_SPECIFIC_ACCESS_DENIED_ERROR'],
    ["INSTALL PLUGIN x SONAME 'x.so'", 'ER_TABLEACCESS_DENIED_ERROR'],
    ['SELECT 1; SELECT 2', 'ER_PARSE_ERROR'],
  ])('may not: %s', async (sql, code) => {
    const error = await asVisitor((connection) =>
      connection.query(sql).then(
        () => undefined,
        (reason) => reason,
      ),
    );
    expect(errorCode(error)).toBe(code);
  });

  it('sees neither the schemas nor the sessions of others', async () => {
    await asVisitor(async (connection) => {
      const [schemas] = await connection.query('SHOW DATABASES');
      const names = (schemas as { Database: string }[]).map(({ Database }) => Database);
      const [[own]] = await connection.query<RowDataPacket[]>('SELECT DATABASE() AS name');
      expect(names.sort()).toEqual(['information_schema', own?.name, 'performance_schema'].sort());
      const [sessions] = await connection.query('SHOW PROCESSLIST');
      const users = new Set((sessions as { User: string }[]).map(({ User }) => User));
      expect([...users]).toEqual([own?.name]);
    });
  });

  it('may not stop the session of another sandbox', async () => {
    const other = await stage.open();
    const theirs = other.sessions[0]?.connectionId;
    const error = await asVisitor((connection) =>
      connection.query(`KILL ${theirs}`).catch((reason) => reason),
    );
    expect(errorCode(error)).toBe('ER_KILL_DENIED_ERROR');
  });

  it('may not reach a sandbox whose name differs by what is a wildcard in GRANT', async () => {
    const lab = await stage.open();
    const twin = `${lab.sandbox.schema.slice(0, 8)}x${lab.sandbox.schema.slice(9)}`;
    await stage.database.session('test', ({ connection }) => connection.query(`CREATE DATABASE \`${twin}\``));
    const connection = await createConnection({ ...lab.sandbox.account });
    const error = await connection.query(`USE \`${twin}\``).catch((reason) => reason);
    connection.destroy();
    await stage.database.session('test', ({ connection: mine }) => mine.query(`DROP DATABASE \`${twin}\``));
    expect(errorCode(error)).toBe('ER_DBACCESS_DENIED_ERROR');
  });

  it('may open one connection more than a lab has sessions, and no others', async () => {
    const lab = await stage.open();
    const open = () => createConnection({ ...lab.sandbox.account, database: lab.sandbox.schema });
    const more = await Promise.all([open(), open()]);
    expect(lab.sessions.length + more.length).toBe(limits.sessionsPerLab + 1);
    expect(errorCode(await open().catch((reason) => reason))).toBe('ER_USER_LIMIT_REACHED');
    for (const connection of more) connection.destroy();
  });
});

describe('limits of a session', () => {
  it('stops a statement that runs too long, by whatever means, and tells why', async () => {
    const lab = await stage.open();
    await lab.send('T1', "SELECT BENCHMARK(1000000000000, SHA2('a', 512))");
    expect(lab.log.at(-1)?.outcome).toMatchObject({ status: 'error' });
    expect(lab.log.at(-1)?.outcome).toHaveProperty('message', expect.stringContaining('may run for 3 s'));
  });

  it('keeps at most 200 rows of a result and says that there were more', async () => {
    const lab = await stage.open();
    await lab.send(
      'T1',
      'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) SELECT i FROM n',
    );
    expect(lab.log.at(-1)?.outcome).toMatchObject({ status: 'done', rowCount: 500, isCut: true });
    const { outcome } = lab.log.at(-1) ?? {};
    expect(outcome?.status === 'done' && outcome.rows.length).toBe(limits.resultRows);
  });

  it('undoes a write that runs too long', async () => {
    const lab = await stage.open();
    await lab.send('T1', 'COMMIT');
    await lab.send('T1', 'CREATE TABLE n (i BIGINT PRIMARY KEY)');
    await lab.send(
      'T1',
      'INSERT INTO n WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 900) SELECT i FROM r',
    );
    await lab.send('T1', 'INSERT INTO n SELECT a.i * 1000000 + b.i * 1000 + c.i FROM n AS a, n AS b, n AS c');
    expect(lab.log.at(-1)?.outcome).toMatchObject({ status: 'error', code: 'ER_QUERY_INTERRUPTED' });
    await lab.send('T1', 'SELECT COUNT(*) FROM n');
    expect(lab.log.at(-1)?.outcome).toMatchObject({ rows: [[900]] });
  });

  describe('a write that changes too many rows', () => {
    const many = 'INSERT INTO n SELECT a.i * 100 + b.i FROM digits AS a, digits AS b';
    const openWide = () =>
      stage.open(
        makeScenario({
          setup: [
            'CREATE TABLE n (i INT PRIMARY KEY)',
            'CREATE TABLE digits (i INT PRIMARY KEY)',
            'INSERT INTO digits WITH RECURSIVE r (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 99) SELECT i FROM r',
          ],
        }),
      );
    const count = async (lab: Lab) => {
      await lab.send('T2', 'SELECT COUNT(*) FROM n');
      const { outcome } = lab.log.at(-1) ?? {};
      return outcome?.status === 'done' ? outcome.rows[0]?.[0] : undefined;
    };

    it('is taken back within an open transaction, which goes on', async () => {
      const lab = await openWide();
      await lab.send('T1', 'INSERT INTO n VALUES (-1)');
      await lab.send('T1', many);
      expect(lab.log.at(-1)?.outcome).toMatchObject({
        code: 'LAB_TOO_MANY_ROWS',
        message: expect.stringContaining('it changed 10,000 rows, and a write of the lab may change 5,000'),
      });
      await lab.send('T1', 'COMMIT');
      await lab.send('T2', 'COMMIT');
      expect(await count(lab)).toBe(1);
    });

    it('is taken back where every statement commits by itself, and a smaller one is kept', async () => {
      const lab = await openWide();
      await lab.send('T1', 'COMMIT');
      await lab.send('T2', 'COMMIT');
      await lab.send('T1', `/* a comment */ ${many}`);
      expect(lab.log.at(-1)?.outcome).toMatchObject({ code: 'LAB_TOO_MANY_ROWS' });
      expect(await count(lab)).toBe(0);
      await lab.send('T1', `${many} WHERE a.i < 50`);
      expect(lab.log.at(-1)?.outcome).toMatchObject({ status: 'done', affected: limits.changedRows });
      expect(await count(lab)).toBe(limits.changedRows);
      expect(lab.observation.locks).toEqual([]);
    });

    it('is taken back with autocommit off, and after a deadlock', async () => {
      const lab = await openWide();
      await lab.send('T1', 'COMMIT');
      await lab.send('T1', 'SET autocommit = 0');
      await lab.send('T1', many);
      expect(lab.log.at(-1)?.outcome).toMatchObject({ code: 'LAB_TOO_MANY_ROWS' });
      await lab.send('T1', 'SET autocommit = 1');
      await lab.send('T1', 'START TRANSACTION');
      await lab.send('T1', 'SELECT i FROM digits WHERE i = 1 FOR UPDATE');
      await lab.send('T2', 'UPDATE digits SET i = 1000 WHERE i = 2');
      await lab.send('T2', 'SELECT i FROM digits WHERE i = 1 FOR UPDATE');
      await lab.send('T1', 'SELECT i FROM digits WHERE i = 2 FOR UPDATE');
      expect(lab.log.at(-1)?.outcome).toMatchObject({ code: 'ER_LOCK_DEADLOCK' });
      await lab.send('T1', many.replace('SELECT', 'SELECT DISTINCT'));
      expect(lab.log.at(-1)?.outcome).toMatchObject({ status: 'error' });
      await lab.send('T2', 'ROLLBACK');
      expect(await count(lab)).toBe(0);
    });
  });

  it('takes no more statements when it has grown too large', async () => {
    const lab = await stage.open(
      makeScenario({ setup: ['CREATE TABLE n (i INT PRIMARY KEY, filler CHAR(250))'] }),
    );
    const { schema } = lab.sandbox;
    await stage.database.session('test', async ({ connection }) => {
      await connection.query(
        `INSERT /*+ SET_VAR(cte_max_recursion_depth = 1000000) */ INTO \`${schema}\`.n
         WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 200000) SELECT i, 'x' FROM r`,
      );
      await connection.query(`ANALYZE TABLE \`${schema}\`.n`);
    });
    await expect(lab.send('T1', 'SELECT 1')).rejects.toThrow('grown beyond its 48 MB');
    await lab.reset();
    await lab.send('T1', 'SELECT 1');
    expect(lab.log.at(-1)?.outcome).toMatchObject({ rows: [[1]] });
  });
});

describe('cleaning up', () => {
  it('leaves nothing when sessions hold locks, wait for locks, and run', async () => {
    const lab = await stage.open();
    await lab.send('T1', lockUnit(1));
    await lab.send('T2', lockUnit(1));
    expect(lab.observation.waits).toHaveLength(1);
    await lab.close();
    expect(await leftOf(stage.database, stage.owner.name)).toEqual([]);
  });

  it('leaves nothing when the setup fails, and says what failed', async () => {
    const scenario = makeScenario({
      setup: ['CREATE TABLE t (id INT PRIMARY KEY)', 'INSERT INTO nowhere VALUES (1)'],
    });
    await expect(stage.open(scenario)).rejects.toThrow(/The setup failed at "INSERT INTO nowhere/);
    expect(await leftOf(stage.database, stage.owner.name)).toEqual([]);
  });

  it('drops what a dead process left, and nothing of a living one', async () => {
    const living = await stage.open();
    const dead = await Owner.sign(inject('serverUrl'));
    const sandbox = await createSandbox(stage.database, dead.name);
    const session = await createConnection({ ...sandbox.account, database: sandbox.schema });
    session.on('error', () => undefined);
    await session.query('CREATE TABLE t (id INT PRIMARY KEY)');
    await session.query('START TRANSACTION');
    await session.query('INSERT INTO t VALUES (1)');
    await dead.release();
    // The server lets go of a closed connection's lock in its own time; until then its owner counts as alive.
    await expect
      .poll(async () => {
        await dropOrphans(stage.database);
        return leftOf(stage.database, dead.name);
      })
      .toEqual([]);
    await living.send('T1', 'SELECT COUNT(*) FROM available_units');
    expect(living.log.at(-1)?.outcome).toMatchObject({ rows: [[3]] });
  });
});

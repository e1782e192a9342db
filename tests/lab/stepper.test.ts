/** Done, blocked or failed: decided by what the server lists. */
import { describe, expect, it } from 'vitest';
import { lockLine } from '@/lab/scenario';
import { isBlocked } from '@/lab/stepper';
import { session } from '@/lab/stock';
import { leftOf, lockUnit, makeScenario, openLabStage } from './stage';

const stage = openLabStage();
const three = makeScenario({ sessions: [session('T1', '1'), session('T2', '2'), session('T3', '3')] });

describe('a step', () => {
  it('is done when its statement has ended', async () => {
    const lab = await stage.open();
    await lab.send('T1', lockUnit(1));
    expect(lab.log.at(-1)).toMatchObject({ wasBlocked: false, outcome: { status: 'done', rows: [[1]] } });
  });

  it('is blocked when data_lock_waits names its session, and is followed when it goes on', async () => {
    const lab = await stage.open();
    await lab.send('T1', lockUnit(1));
    await lab.send('T2', lockUnit(1));
    expect(lab.log.at(-1)).toMatchObject({ session: 'T2', wasBlocked: true, outcome: { status: 'blocked' } });
    expect(lab.observation.waits).toMatchObject([{ waiting: 'T2', blocking: 'T1', kind: 'row' }]);
    await lab.send('T1', 'COMMIT');
    expect(lab.log[1]).toMatchObject({
      session: 'T2',
      wasBlocked: true,
      outcome: { status: 'done', rows: [[1]] },
    });
  });

  it('is an error with its code when it failed', async () => {
    const lab = await stage.open();
    await lab.send('T1', 'SELECT nothing FROM available_units');
    expect(lab.log.at(-1)?.outcome).toMatchObject({ status: 'error', code: 'ER_BAD_FIELD_ERROR' });
  });

  it('refuses a statement for a session that waits', async () => {
    const lab = await stage.open();
    await lab.send('T1', lockUnit(1));
    await lab.send('T2', lockUnit(1));
    await expect(lab.send('T2', 'SELECT 1')).rejects.toThrow('T2 still waits');
  });

  it('does not take a deadlock for a wait', async () => {
    for (let round = 0; round < 10; round += 1) {
      const lab = await stage.open();
      await lab.send('T1', lockUnit(1));
      await lab.send('T2', lockUnit(2));
      await lab.send('T1', lockUnit(2));
      await lab.send('T2', lockUnit(1));
      const statuses = lab.log.slice(-2).map(({ outcome }) => outcome.status);
      expect(statuses.sort()).toEqual(['done', 'error']);
      expect(lab.observation.waits).toEqual([]);
      await lab.close();
    }
  });

  it('shows a chain of waits, and each of its links when it opens', async () => {
    const lab = await stage.open(three);
    await lab.send('T1', lockUnit(1));
    await lab.send('T2', lockUnit(2));
    await lab.send('T3', lockUnit(2));
    await lab.send('T2', lockUnit(1));
    const pairs = () => lab.observation.waits.map(({ waiting, blocking }) => `${waiting} ${blocking}`).sort();
    expect(pairs()).toEqual(['T2 T1', 'T3 T2']);
    await lab.send('T1', 'ROLLBACK');
    expect(pairs()).toEqual(['T3 T2']);
    await lab.send('T2', 'ROLLBACK');
    expect(pairs()).toEqual([]);
  });

  it('knows the wait for the definition of a table', async () => {
    const lab = await stage.open();
    await lab.send('T1', 'SELECT COUNT(*) FROM available_units');
    await lab.send('T2', 'ALTER TABLE available_units ADD COLUMN note INT');
    expect(lab.log.at(-1)?.outcome.status).toBe('blocked');
    expect(lab.observation.waits).toMatchObject([
      { waiting: 'T2', blocking: 'T1', kind: 'table definition' },
    ]);
    await lab.send('T1', 'COMMIT');
    expect(lab.log[1]?.outcome.status).toBe('done');
  });

  it('notices a wait that ended by itself', async () => {
    const lab = await stage.open();
    await lab.send('T1', lockUnit(1));
    await lab.send('T2', 'SET SESSION innodb_lock_wait_timeout = 1');
    await lab.send('T2', lockUnit(1));
    await lab.sessions[1]?.running?.ended;
    await lab.refresh();
    expect(lab.log.at(-1)?.outcome).toMatchObject({ status: 'error', code: 'ER_LOCK_WAIT_TIMEOUT' });
    expect(lab.observation.waits).toEqual([]);
  });

  it('keeps the order of what is asked for at once', async () => {
    const lab = await stage.open();
    await Promise.all([1, 2, 3].map((number) => lab.send('T1', `SELECT ${number}`)));
    expect(lab.log.map(({ sql }) => sql)).toEqual(['SELECT 1', 'SELECT 2', 'SELECT 3']);
    expect(lab.log.every(({ outcome }) => outcome.status === 'done')).toBe(true);
  });
});

describe('locks', () => {
  it("name the owner of an insert's lock, though another session's thread wrote it down", async () => {
    const lab = await stage.open();
    await lab.send('T1', 'INSERT INTO available_units VALUES (1, 41, 1, 9)');
    await lab.send('T2', lockUnit(9, 'FOR SHARE'));
    expect(lab.observation.waits).toMatchObject([{ waiting: 'T2', blocking: 'T1' }]);
    expect(lab.observation.locks.map(lockLine)).toContain(
      'T1 available_units.PRIMARY X,REC_NOT_GAP (1, 41, 1, 9)',
    );
  });
});

describe('the index', () => {
  it('shows what is inserted, deleted and committed, and which record is locked', async () => {
    const draws = [{ table: 'available_units', index: 'PRIMARY' }];
    const lab = await stage.open(makeScenario({ draws }));
    await lab.send(
      'T1',
      'DELETE FROM available_units WHERE shop_id = 1 AND inventory_item_id = 41 AND inventory_group_id = 1 AND id = 2',
    );
    await lab.send('T1', 'INSERT INTO available_units VALUES (1, 41, 1, 4)');
    const [picture] = lab.pictures;
    expect(picture?.records.map(({ shown, state, locks }) => [shown.at(-1), state, locks.length])).toEqual([
      ['1', 'committed', 0],
      ['2', 'deleted', 1],
      ['3', 'committed', 0],
      ['4', 'inserted', 0],
    ]);
    await lab.send('T1', 'COMMIT');
    expect(lab.pictures[0]?.records.map(({ shown }) => shown.at(-1))).toEqual(['1', '3', '4']);
  });
});

describe('back to start', () => {
  it('rolls everything back, also sessions that wait, and begins anew', async () => {
    const lab = await stage.open();
    await lab.send('T1', 'DELETE FROM available_units');
    await lab.send('T1', 'COMMIT');
    await lab.send('T1', 'START TRANSACTION');
    await lab.send('T1', 'CREATE TABLE extra (id INT PRIMARY KEY)');
    await lab.send('T1', 'INSERT INTO extra VALUES (1)');
    await lab.reset();
    expect(lab.log).toEqual([]);
    expect(lab.isAltered).toBe(false);
    await lab.send('T1', 'SELECT COUNT(*) FROM available_units');
    expect(lab.log.at(-1)?.outcome).toMatchObject({ rows: [[3]] });
    await lab.send('T1', 'SELECT * FROM extra');
    expect(lab.log.at(-1)?.outcome).toMatchObject({ code: 'ER_NO_SUCH_TABLE' });
    expect((await leftOf(stage.database, stage.owner.name)).length).toBe(4);
  });
});

it('takes nobody in a circle of waits for blocked', () => {
  const waits = [
    { waiting: 'T1', blocking: 'T2', kind: 'row' as const },
    { waiting: 'T2', blocking: 'T1', kind: 'row' as const },
    { waiting: 'T3', blocking: 'T1', kind: 'row' as const },
  ];
  expect(['T1', 'T2', 'T3'].map((name) => isBlocked(name, waits))).toEqual([false, false, true]);
});

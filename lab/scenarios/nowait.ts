/** NOWAIT turns a wait into an error, and leaves the transaction as it was. */
import { sqlText } from '@/db/statement';
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import { fillPool, POOL, session, unit } from '@/lab/stock';
import { availableUnits } from '@/lab/tables';

const lockOne = (clause: string, item = 41) =>
  sqlText(`
  SELECT id
    FROM available_units
   WHERE shop_id = 1
     AND inventory_item_id = ${item}
     AND inventory_group_id = 1
   ORDER BY shop_id, inventory_item_id, inventory_group_id, id
   LIMIT 1
     ${clause}`);

export const nowait: SteppedScenario = {
  kind: 'stepped',
  id: 'nowait',
  number: 5,
  topic: 'contention',
  title: 'NOWAIT fails at once, and only the statement fails',
  story:
    'Ben has a Field Book in his hands already. For the Tally Counter he would rather hear "no" than wait: that is what NOWAIT is for.',
  setup: [availableUnits, fillPool(3), fillPool(3, 42)],
  draws: [{ table: 'available_units', index: 'PRIMARY', sharedColumns: 1, noun: 'item, group, unit' }],
  sessions: [session('T1', 'Ada, checking out'), session('T2', 'Ben, checking out')],
  steps: [
    {
      session: 'T1',
      sql: lockOne('FOR UPDATE'),
      explanation: 'Ada locks Tally Counter 1. It stays hers until she commits or rolls back.',
      expect: {
        outcome: { status: 'done', rows: [[1]] },
        locks: ['T1 available_units IX', ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', unit(1))],
      },
    },
    {
      session: 'T2',
      sql: lockOne('FOR UPDATE', 42),
      explanation: "Ben locks Field Book 1. It is another item, so he meets nothing of Ada's.",
      expect: {
        outcome: { status: 'done', rows: [[1]] },
        locks: [
          'T1 available_units IX',
          ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', unit(1)),
          'T2 available_units IX',
          ...recordLocks('T2', POOL, 'X,REC_NOT_GAP', unit(1, 42)),
        ],
      },
    },
    {
      session: 'T2',
      sql: lockOne('FOR UPDATE NOWAIT'),
      marked: 'NOWAIT',
      question: {
        ask: 'Tally Counters 2 and 3 are free. What does Ben get?',
        options: [
          { text: 'Unit 2', isRightIf: { status: 'done' } },
          { text: 'An error', isRightIf: { status: 'error' } },
          { text: 'He waits', isRightIf: { status: 'blocked' } },
        ],
      },
      explanation:
        'Error 3572: the first record of the scan is locked, and NOWAIT takes that for a no, though two units are free. His Field Book is still locked: the statement failed, not the transaction.',
      expect: {
        outcome: { status: 'error', code: 'ER_LOCK_NOWAIT' },
        locks: [
          'T1 available_units IX',
          ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', unit(1)),
          'T2 available_units IX',
          ...recordLocks('T2', POOL, 'X,REC_NOT_GAP', unit(1, 42)),
        ],
      },
    },
    {
      session: 'T2',
      sql: lockOne('FOR UPDATE SKIP LOCKED'),
      marked: 'SKIP LOCKED',
      explanation:
        'With SKIP LOCKED the same transaction gets Tally Counter 2 and goes on. The failed statement before it has cost nothing but itself: the Field Book was locked all the time.',
      expect: {
        outcome: { status: 'done', rows: [[2]] },
        locks: [
          'T1 available_units IX',
          ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', unit(1)),
          'T2 available_units IX',
          ...recordLocks('T2', POOL, 'X,REC_NOT_GAP', unit(2), unit(1, 42)),
        ],
      },
    },
  ],
  instead: ['reserve.lock_units'],
  conclusion:
    'NOWAIT answers "is this row free?", SKIP LOCKED answers "which rows are free?". A shop asks the second.',
  manual: ['Locking Reads: Locking Read Concurrency with NOWAIT and SKIP LOCKED'],
};

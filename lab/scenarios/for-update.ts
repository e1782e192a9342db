/** A row per unit is not enough: without SKIP LOCKED everybody asks for the same first row. */
import { sqlText } from '@/db/statement';
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import { drawnPool, fillPool, POOL, session, unit } from '@/lab/stock';
import { availableUnits } from '@/lab/tables';

const lockOne = sqlText(`
  SELECT id
    FROM available_units
   WHERE shop_id = 1
     AND inventory_item_id = 41
     AND inventory_group_id = 1
   ORDER BY shop_id, inventory_item_id, inventory_group_id, id
   LIMIT 1
     FOR UPDATE`);

export const forUpdate: SteppedScenario = {
  kind: 'stepped',
  id: 'for-update',
  number: 3,
  topic: 'contention',
  title: 'With a row per unit and plain FOR UPDATE, the second buyer still waits',
  story:
    'Now each Tally Counter in Berlin is a row of its own: six of them. Ada and Ben want one each, and there is no reason why they should meet.',
  setup: [availableUnits, fillPool(6)],
  draws: [drawnPool],
  sessions: [session('T1', 'Ada, checking out'), session('T2', 'Ben, checking out')],
  steps: [
    {
      session: 'T1',
      sql: lockOne,
      marked: 'FOR UPDATE',
      explanation: 'Ada locks the first unit of the pool, and nothing else. Five are free.',
      expect: {
        outcome: { status: 'done', rows: [[1]] },
        locks: ['T1 available_units IX', ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', unit(1))],
      },
    },
    {
      session: 'T2',
      sql: lockOne,
      marked: 'FOR UPDATE',
      question: {
        ask: 'Five units are free. What happens to Ben?',
        options: [
          { text: 'He gets unit 2', isRightIf: { status: 'done' } },
          { text: 'He waits for unit 1', isRightIf: { status: 'blocked' } },
        ],
      },
      explanation:
        'He waits for unit 1. His scan starts at the head of the index like hers, meets the locked record, and stops there until it knows what becomes of it.',
      expect: {
        outcome: { status: 'blocked' },
        waits: ['T2 waits for T1'],
        locks: [
          'T1 available_units IX',
          ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', unit(1)),
          'T2 available_units IX',
          `T2 ${POOL} X,REC_NOT_GAP (${unit(1)}) waiting`,
        ],
      },
    },
    {
      session: 'T1',
      sql: 'ROLLBACK',
      explanation:
        'Ada gives up. Unit 1 is free, and it is what Ben gets: the queue was for a row that nobody needed.',
      expect: {
        outcome: { status: 'done' },
        resumed: { T2: { status: 'done', rows: [[1]] } },
        locks: ['T2 available_units IX', ...recordLocks('T2', POOL, 'X,REC_NOT_GAP', unit(1))],
      },
    },
    {
      session: 'T2',
      sql: 'ROLLBACK',
      explanation:
        'Ben has nothing any more, and nothing was sold. Rows alone changed nothing: the first row is as hot as the quantity row was.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
  ],
  instead: ['reserve.lock_units'],
  conclusion: 'More rows help only those who may pass over the locked ones.',
  manual: ['Locking Reads: SELECT ... FOR UPDATE', 'InnoDB Locking: Record Locks'],
};

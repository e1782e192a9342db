/** Error 1205 undoes one statement; the transaction, its locks and its writes are still there. */
import { sqlText } from '@/db/statement';
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import { drawnPool, fillPool, POOL, session, unit } from '@/lab/stock';
import { availableUnits, sales } from '@/lab/tables';

const lock = (id: number) =>
  sqlText(`
  SELECT id
    FROM available_units
   WHERE shop_id = 1
     AND inventory_item_id = 41
     AND inventory_group_id = 1
     AND id = ${id}
     FOR UPDATE`);

const adas = ['T1 available_units IX', ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', unit(1))];
const bens = ['T2 sales IX', 'T2 available_units IX', ...recordLocks('T2', POOL, 'X,REC_NOT_GAP', unit(2))];

export const lockWaitTimeout: SteppedScenario = {
  kind: 'stepped',
  id: 'lock-wait-timeout',
  number: 19,
  topic: 'failure',
  title: 'A lock wait timeout rolls back the statement, not the transaction',
  story:
    'Ben has written a sale and locked unit 2; for unit 1 he waits behind Ada, one second at most. His program takes the error for the end of the transaction. It is not.',
  setup: [availableUnits, sales, fillPool(3)],
  draws: [drawnPool, { table: 'sales', index: 'PRIMARY', noun: 'buyer' }],
  sessions: [session('T1', 'Ada, checking out'), session('T2', 'Ben, checking out')],
  steps: [
    {
      session: 'T1',
      sql: lock(1),
      explanation: 'Ada locks unit 1. She takes her time with it.',
      expect: { outcome: { status: 'done', rows: [[1]] }, locks: adas },
    },
    {
      session: 'T2',
      sql: 'SET SESSION innodb_lock_wait_timeout = 1',
      explanation: 'Ben will wait for a lock for one second. The default is 50, longer than any buyer would.',
      expect: { outcome: { status: 'done' }, locks: adas },
    },
    {
      session: 'T2',
      sql: "INSERT INTO sales (buyer, quantity) VALUES ('Ben', 2)",
      explanation:
        'He writes down the sale of two units, before he has them. The row is his until he commits or rolls back.',
      expect: { outcome: { status: 'done', affected: 1 }, locks: [...adas, 'T2 sales IX'] },
    },
    {
      session: 'T2',
      sql: lock(2),
      explanation: 'He locks unit 2, the first of his two. It was free.',
      expect: { outcome: { status: 'done', rows: [[2]] }, locks: [...adas, ...bens] },
    },
    {
      session: 'T2',
      sql: lock(1),
      marked: 'FOR UPDATE',
      explanation: 'For unit 1 he waits. His second is running.',
      expect: {
        outcome: { status: 'blocked' },
        waits: ['T2 waits for T1'],
        locks: [...adas, ...bens, `T2 ${POOL} X,REC_NOT_GAP (${unit(1)}) waiting`],
      },
    },
    {
      session: 'T2',
      question: {
        ask: 'Error 1205 is about to come. Which locks will Ben have then?',
        options: [
          { text: 'None: the transaction is rolled back', isRightIf: { recordLocks: 0 } },
          { text: 'The one on unit 2, as before', isRightIf: { recordLocks: 1 } },
        ],
      },
      explanation:
        'The statement is undone and its wait is gone. Unit 2 is still locked and the sale still written: the transaction is open, and whoever commits it now commits half of what was meant.',
      expect: {
        outcome: { status: 'error', code: 'ER_LOCK_WAIT_TIMEOUT' },
        locks: [...adas, ...bens],
      },
    },
    {
      session: 'T2',
      sql: 'COMMIT',
      explanation:
        "Ben's program commits, as if nothing had happened. It took the error for the end of the transaction, as it is with a deadlock.",
      expect: { outcome: { status: 'done' }, locks: adas },
    },
    {
      session: 'T1',
      sql: 'SELECT buyer, quantity FROM sales',
      explanation:
        'A sale of two is in the books, of which he got neither. The engine rolls back explicitly and starts again.',
      expect: { outcome: { status: 'done', rows: [['Ben', 2]] }, locks: adas },
    },
  ],
  instead: ['transaction.rollback'],
  conclusion:
    'After 1205 send ROLLBACK, always. (A server with innodb_rollback_on_timeout = ON behaves otherwise, and can only be started that way.)',
  manual: [
    'InnoDB Error Handling',
    'InnoDB System Variables: innodb_lock_wait_timeout, innodb_rollback_on_timeout',
  ],
};

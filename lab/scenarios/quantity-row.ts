/** One row with a number makes buyers queue, whatever the number is. */
import { sqlText } from '@/db/statement';
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import { level, session } from '@/lab/stock';
import { quantities } from '@/lab/tables';

const take = sqlText(`
  UPDATE quantities
     SET quantity = quantity - 1
   WHERE shop_id = 1
     AND inventory_item_id = 41
     AND inventory_group_id = 1
     AND quantity >= 1`);

const ROW = 'quantities.PRIMARY';

export const quantityRow: SteppedScenario = {
  kind: 'stepped',
  id: 'quantity-row',
  number: 1,
  topic: 'contention',
  title: 'With one quantity row, the second buyer waits',
  story:
    'Berlin has 500 Tally Counters, kept as one number in one row. Ada and Ben press "Complete purchase" in the same second. There is enough for both.',
  setup: [
    quantities,
    sqlText(`
      INSERT INTO quantities (shop_id, inventory_item_id, inventory_group_id, quantity)
      VALUES (1, 41, 1, 500), (1, 42, 1, 80)`),
  ],
  draws: [{ table: 'quantities', index: 'PRIMARY', sharedColumns: 1, noun: 'item, group' }],
  sessions: [session('T1', 'Ada, checking out'), session('T2', 'Ben, checking out')],
  steps: [
    {
      session: 'T1',
      sql: take,
      marked: 'quantity - 1',
      explanation:
        'Ada takes one. Her transaction holds an exclusive lock on the row until it commits: on the record only, since the WHERE names the whole primary key.',
      expect: {
        outcome: { status: 'done', affected: 1 },
        locks: ['T1 quantities IX', ...recordLocks('T1', ROW, 'X,REC_NOT_GAP', level())],
      },
    },
    {
      session: 'T2',
      sql: take,
      marked: 'quantity - 1',
      question: {
        ask: '499 are left. What happens to Ben?',
        options: [
          { text: 'He gets one at once', isRightIf: { status: 'done' } },
          { text: 'He waits for Ada', isRightIf: { status: 'blocked' } },
          { text: 'He is told that it failed', isRightIf: { status: 'error' } },
        ],
      },
      explanation:
        'Ben waits. He wants one of 499, but all 499 are the same row, and the row is locked. Every buyer of this item in Berlin queues behind Ada, and with a network in between she holds the row for at least one round trip.',
      expect: {
        outcome: { status: 'blocked' },
        waits: ['T2 waits for T1'],
        locks: [
          'T1 quantities IX',
          ...recordLocks('T1', ROW, 'X,REC_NOT_GAP', level()),
          'T2 quantities IX',
          `T2 ${ROW} X,REC_NOT_GAP (${level()}) waiting`,
        ],
      },
    },
    {
      session: 'T1',
      sql: 'COMMIT',
      explanation:
        "Ada's commit lets go of the row, and in the same moment Ben's statement goes on: the lock is his now. Two buyers, one after the other.",
      expect: {
        outcome: { status: 'done' },
        resumed: { T2: { status: 'done', affected: 1 } },
        locks: ['T2 quantities IX', ...recordLocks('T2', ROW, 'X,REC_NOT_GAP', level())],
      },
    },
    {
      session: 'T2',
      sql: 'COMMIT',
      explanation: 'Nothing was sold twice. The price is the queue: the row can be sold once per commit.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
  ],
  instead: ['reserve.lock_units'],
  conclusion:
    'A quantity row is correct and slow: how many sales a second it allows depends on how long a commit and a round trip take, not on how much is left.',
  manual: ['InnoDB Locking: Record Locks', 'Locks Set by Different SQL Statements in InnoDB'],
};

/** ORDER BY on a column without an index: everything has to be read, and what is read is locked. */
import { sqlText } from '@/db/statement';
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import { session, units } from '@/lab/stock';
import { datedUnits } from '@/lab/tables';

const lockOldest = sqlText(`
  SELECT id
    FROM dated_units
   WHERE shop_id = 1
     AND inventory_item_id = 41
     AND inventory_group_id = 1
   ORDER BY received_at
   LIMIT 1
     FOR UPDATE SKIP LOCKED`);

const PLACE = 'dated_units.PRIMARY';

export const orderBy: SteppedScenario = {
  kind: 'stepped',
  id: 'order-by-without-index',
  number: 15,
  topic: 'keys',
  title: 'ORDER BY without a matching index locks everything it reads, whatever the LIMIT',
  story:
    'Somebody wants the oldest Tally Counter to be sold first and sorts by the date it came in. Six are in stock, Ada wants one.',
  setup: [
    datedUnits,
    sqlText(`
      INSERT INTO dated_units (shop_id, inventory_item_id, inventory_group_id, id, received_at)
      VALUES (1, 41, 1, 1, '2026-05-06'), (1, 41, 1, 2, '2026-05-04'), (1, 41, 1, 3, '2026-05-01'),
             (1, 41, 1, 4, '2026-05-03'), (1, 41, 1, 5, '2026-05-02'), (1, 41, 1, 6, '2026-05-05')`),
  ],
  draws: [{ table: 'dated_units', index: 'PRIMARY', sharedColumns: 3, noun: 'unit' }],
  sessions: [session('T1', 'Ada, checking out'), session('T2', 'Ben, checking out')],
  steps: [
    {
      session: 'T1',
      sql: lockOldest,
      marked: 'ORDER BY received_at',
      question: {
        ask: 'LIMIT 1. How many of the six units are locked?',
        options: [
          { text: '1', isRightIf: { recordLocks: 1 } },
          { text: '3', isRightIf: { recordLocks: 3 } },
          { text: 'All 6', isRightIf: { recordLocks: 6 } },
        ],
      },
      explanation:
        'All six. To know which is the oldest, MySQL has to read every unit of the item, and a locking read locks what it reads, before the sort and the LIMIT have their say.',
      expect: {
        outcome: { status: 'done', rows: [[3]] },
        locks: [
          'T1 dated_units IX',
          ...recordLocks('T1', PLACE, 'X,REC_NOT_GAP', ...units(1, 2, 3, 4, 5, 6)),
        ],
      },
    },
    {
      session: 'T2',
      sql: lockOldest,
      marked: 'SKIP LOCKED',
      question: {
        ask: 'Ada bought one unit. What does Ben get, with SKIP LOCKED?',
        options: [
          { text: 'The second oldest', isRightIf: { rows: 1 } },
          { text: 'Nothing', isRightIf: { rows: 0 } },
        ],
      },
      explanation:
        'Nothing: SKIP LOCKED passes over all six, at once and without a word. A shop that took that for "sold out" would send Ben away from five free units.',
      expect: {
        outcome: { status: 'done', rows: [] },
        locks: [
          'T1 dated_units IX',
          ...recordLocks('T1', PLACE, 'X,REC_NOT_GAP', ...units(1, 2, 3, 4, 5, 6)),
          'T2 dated_units IX',
        ],
      },
    },
  ],
  instead: ['reserve.lock_units'],
  conclusion:
    'A locking read needs an index that yields the rows in the order asked for. EXPLAIN must not say "Sort".',
  manual: ['ORDER BY Optimization', 'Locks Set by Different SQL Statements in InnoDB'],
};

/** Reading a number, deciding in the program, and writing the result sells the last unit twice. */
import { sqlText } from '@/db/statement';
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import { level, session } from '@/lab/stock';
import { quantities, sales } from '@/lab/tables';

const read = sqlText(`
  SELECT quantity
    FROM quantities
   WHERE shop_id = 1
     AND inventory_item_id = 41
     AND inventory_group_id = 1`);

const write = sqlText(`
  UPDATE quantities
     SET quantity = 0
   WHERE shop_id = 1
     AND inventory_item_id = 41
     AND inventory_group_id = 1`);

const sell = (buyer: string) => `INSERT INTO sales (buyer, quantity) VALUES ('${buyer}', 1)`;

const ROW = 'quantities.PRIMARY';

export const readThenWrite: SteppedScenario = {
  kind: 'stepped',
  id: 'read-then-write',
  number: 2,
  topic: 'contention',
  title: 'Reading first and writing then sells the last unit twice',
  story:
    'One Tally Counter is left in Berlin. The checkout reads the quantity, sees that one is enough, and writes what is left. Ada and Ben do so at the same time.',
  setup: [
    quantities,
    sales,
    sqlText(`
      INSERT INTO quantities (shop_id, inventory_item_id, inventory_group_id, quantity)
      VALUES (1, 41, 1, 1)`),
  ],
  draws: [
    { table: 'quantities', index: 'PRIMARY', sharedColumns: 1, noun: 'item, group' },
    { table: 'sales', index: 'PRIMARY', noun: 'buyer' },
  ],
  sessions: [session('T1', 'Ada, checking out'), session('T2', 'Ben, checking out')],
  steps: [
    {
      session: 'T1',
      sql: read,
      explanation: 'Ada reads 1. A plain SELECT takes no lock: nobody learns that she has looked.',
      expect: { outcome: { status: 'done', rows: [[1]] }, locks: [] },
    },
    {
      session: 'T2',
      sql: read,
      explanation:
        'Ben reads 1 as well. From here on both programs hold a number in memory that only one of them may act on.',
      expect: { outcome: { status: 'done', rows: [[1]] }, locks: [] },
    },
    {
      session: 'T1',
      sql: write,
      marked: 'quantity = 0',
      explanation:
        "Ada's program has computed 1 - 1 and writes 0. The row is locked from now on, too late to help.",
      expect: {
        outcome: { status: 'done', affected: 1 },
        locks: ['T1 quantities IX', ...recordLocks('T1', ROW, 'X,REC_NOT_GAP', level())],
      },
    },
    {
      session: 'T1',
      sql: sell('Ada'),
      explanation:
        'The sale is written down. The new record is locked too, though no lock is listed: an insert locks implicitly, and InnoDB writes that lock down only when somebody runs into it.',
      expect: {
        outcome: { status: 'done', affected: 1 },
        locks: ['T1 quantities IX', ...recordLocks('T1', ROW, 'X,REC_NOT_GAP', level()), 'T1 sales IX'],
      },
    },
    {
      session: 'T1',
      sql: 'COMMIT',
      explanation:
        "Ada has bought the last one. Her row locks are gone, and with them everything that Ben's statements could have met.",
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T2',
      sql: write,
      marked: 'quantity = 0',
      question: {
        ask: 'The quantity is 0 by now. What does MySQL answer Ben?',
        options: [
          { text: 'An error: none is left', isRightIf: { status: 'error' } },
          { text: 'It waits', isRightIf: { status: 'blocked' } },
          { text: 'It does as told', isRightIf: { status: 'done' } },
        ],
      },
      explanation:
        "MySQL does as told: it finds the row and sets it to 0, which it already is. The statement doesn't say what Ben relied on, that one is left, so nothing can contradict it.",
      expect: {
        outcome: { status: 'done', affected: 1 },
        locks: ['T2 quantities IX', ...recordLocks('T2', ROW, 'X,REC_NOT_GAP', level())],
      },
    },
    {
      session: 'T2',
      sql: sell('Ben'),
      explanation:
        'A second sale of the one unit is written. No lock and no key forbids it: to MySQL it is just another row.',
      expect: {
        outcome: { status: 'done', affected: 1 },
        locks: ['T2 quantities IX', ...recordLocks('T2', ROW, 'X,REC_NOT_GAP', level()), 'T2 sales IX'],
      },
    },
    {
      session: 'T2',
      sql: 'COMMIT',
      explanation:
        "Two sales, one unit, and no error anywhere. Ben's program decided from a number that was read before Ada's commit, and MySQL can't know what a program has in mind.",
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T1',
      sql: 'SELECT SUM(quantity) AS sold FROM sales',
      explanation: 'Two sold of one. The quantity column says 0 and looks as if all were well.',
      expect: { outcome: { status: 'done', rows: [['2']] }, locks: [] },
    },
  ],
  instead: ['reserve.lock_units', 'reserve.take_units'],
  conclusion:
    'Put the condition into the statement that writes (… AND quantity >= 1) and look at the number of changed rows; or lock before you decide.',
  manual: ['Consistent Nonlocking Reads', 'Locking Reads'],
};

/** The primary key begins with what is searched for: one record lock a unit. */
import { lockUnits } from '@/engine/sql/lock-units';
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import { BOOK, drawnPool, engineStep, fillPool, levelValues, POOL, session, units } from '@/lab/stock';
import { availableUnits } from '@/lab/tables';

const lockTwo = {
  ...engineStep(lockUnits, { ...levelValues(), fromUnitId: 1, quantity: 2 }),
  marked: 'ORDER BY',
};

export const compositeKey: SteppedScenario = {
  kind: 'stepped',
  id: 'composite-key',
  number: 8,
  topic: 'keys',
  title: 'With a composite primary key, a locked unit costs one record lock',
  story:
    'The same two carts on the table of the engine. Its primary key is (shop, item, group, id): the units of one item in one location lie side by side, and there is no second index.',
  setup: [availableUnits, fillPool(4), fillPool(1, BOOK)],
  draws: [{ ...drawnPool, sharedColumns: 1, noun: 'item, group, unit' }],
  sessions: [session('T1', 'Ada, checking out'), session('T2', 'Ben, checking out')],
  steps: [
    {
      session: 'T1',
      ...lockTwo,
      question: {
        ask: 'How many record locks are two units now?',
        options: [
          { text: '2', isRightIf: { recordLocks: 2 } },
          { text: '4', isRightIf: { recordLocks: 4 } },
        ],
      },
      explanation:
        'Two. The index that finds the unit is the row itself. ORDER BY repeats the whole key, so the rows come in key order and nothing has to be sorted or read ahead.',
      expect: {
        outcome: {
          status: 'done',
          rows: [
            [41, 1, 1],
            [41, 1, 2],
          ],
        },
        locks: ['T1 available_units IX', ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', ...units(1, 2))],
      },
    },
    {
      session: 'T2',
      ...lockTwo,
      explanation:
        "Four units, four record locks, where the auto-increment key took eight. Ben's scan passed over Ada's two records and stopped at his second.",
      expect: {
        outcome: {
          status: 'done',
          rows: [
            [41, 1, 3],
            [41, 1, 4],
          ],
        },
        locks: [
          'T1 available_units IX',
          ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', ...units(1, 2)),
          'T2 available_units IX',
          ...recordLocks('T2', POOL, 'X,REC_NOT_GAP', ...units(3, 4)),
        ],
      },
    },
  ],
  conclusion:
    'Choose the primary key by how rows are locked. The id needs no auto-increment: it comes from a sequence of its level.',
  manual: ['Clustered and Secondary Indexes', 'InnoDB Locking: Record Locks'],
};

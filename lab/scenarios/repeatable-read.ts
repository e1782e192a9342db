/** Under REPEATABLE READ a scan that runs off the end of the pool locks what lies behind it. */
import { insertUnits } from '@/engine/sql/insert-units';
import { lockUnits } from '@/engine/sql/lock-units';
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import { drawnPool, engineStep, fillPool, levelValues, POOL, SUPREMUM, session, units } from '@/lab/stock';
import { availableUnits } from '@/lab/tables';

export const lockThree = {
  ...engineStep(lockUnits, { ...levelValues(), fromUnitId: 1, quantity: 3 }),
  marked: 'LIMIT',
};
export const refillTwo = {
  ...engineStep(insertUnits, { ...levelValues(), firstUnitId: 3, quantity: 2 }),
  marked: 'INSERT',
};

const adasLocks = [
  'T1 available_units IX',
  // The search begins at a whole key that exists, so no gap before it is locked.
  ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', ...units(1)),
  ...recordLocks('T1', POOL, 'X', ...units(2), SUPREMUM),
];

export const repeatableRead: SteppedScenario = {
  kind: 'stepped',
  id: 'repeatable-read-supremum',
  number: 9,
  topic: 'isolation',
  title: 'REPEATABLE READ near the end of the pool locks the supremum and blocks the refill',
  story:
    "Two Tally Counters are in Berlin's pool, more are in the ledger, and a refill is about to lay them out. Ada wants three. Her session uses REPEATABLE READ, which is MySQL's default.",
  setup: [availableUnits, fillPool(2)],
  draws: [drawnPool],
  sessions: [
    session('T1', 'Ada, checking out', 'REPEATABLE READ'),
    session('T2', 'The refill', 'REPEATABLE READ'),
  ],
  steps: [
    {
      session: 'T1',
      ...lockThree,
      question: {
        ask: 'Two units exist, Ada asks for three. How many record locks will be listed?',
        options: [
          { text: '2, one a unit', isRightIf: { recordLocks: 2 } },
          { text: '3: one more, on no unit at all', isRightIf: { recordLocks: 3 } },
        ],
      },
      explanation:
        'Three. The scan ran off the end of the index, and REPEATABLE READ must make sure that it finds the same again, so it locks the supremum, an imaginary record behind the last one. The plain X locks are next-key locks, a record and the gap before it; unit 1, where the search began, is locked without its gap.',
      expect: {
        outcome: {
          status: 'done',
          rows: [
            [41, 1, 1],
            [41, 1, 2],
          ],
        },
        locks: adasLocks,
      },
    },
    {
      session: 'T2',
      ...refillTwo,
      question: {
        ask: 'The refill inserts units 3 and 4, which nobody has locked. Will it wait?',
        options: [
          { text: 'Yes', isRightIf: { status: 'blocked' } },
          { text: 'No', isRightIf: { status: 'done' } },
        ],
      },
      explanation:
        'It waits to insert behind the last record, where Ada has locked the gap. She waits for units, the units wait for her: until she gives up, no buyer of this item gets anything.',
      expect: {
        outcome: { status: 'blocked' },
        waits: ['T2 waits for T1'],
        locks: [...adasLocks, 'T2 available_units IX', `T2 ${POOL} X,INSERT_INTENTION (${SUPREMUM}) waiting`],
      },
    },
    {
      session: 'T1',
      sql: 'ROLLBACK',
      explanation:
        'Only when Ada gives up can the refill insert. The insert intention that it waited with stays listed, granted now, until the refill commits.',
      expect: {
        outcome: { status: 'done' },
        resumed: { T2: { status: 'done', affected: 2 } },
        locks: ['T2 available_units IX', `T2 ${POOL} X,INSERT_INTENTION (${SUPREMUM})`],
      },
    },
  ],
  conclusion:
    'A gap lock protects a reader from new rows. A shop that sells from a pool wants new rows: this protection is what it must do without.',
  manual: ['InnoDB Locking: Gap Locks, Next-Key Locks, Insert Intention Locks', 'Phantom Rows'],
};

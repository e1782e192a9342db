/** A short result of SKIP LOCKED says that rows are locked, not that they are gone. */

import { countPool } from '@/engine/sql/count-pool';
import { lockUnits } from '@/engine/sql/lock-units';
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import { drawnPool, engineStep, fillPool, levelValues, POOL, session, unit, units } from '@/lab/stock';
import { availableUnits } from '@/lab/tables';

const lockTwo = {
  ...engineStep(lockUnits, { ...levelValues(), fromUnitId: 1, quantity: 2 }),
  marked: 'LIMIT',
};

export const fewerIsNotSoldOut: SteppedScenario = {
  kind: 'stepped',
  id: 'fewer-is-not-sold-out',
  number: 6,
  topic: 'contention',
  title: 'LIMIT with SKIP LOCKED may return fewer rows than exist, and that is not "sold out"',
  story:
    'Three Tally Counters are left in Berlin. Ada has two of them locked while her reserve is under way; it may still be rolled back. Ben wants two.',
  setup: [availableUnits, fillPool(3)],
  draws: [drawnPool],
  sessions: [session('T1', 'Ada, checking out'), session('T2', 'Ben, checking out')],
  steps: [
    {
      session: 'T1',
      ...lockTwo,
      explanation: 'Ada locks units 1 and 2. They are still in the pool: nothing is deleted yet.',
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
      question: {
        ask: 'Three rows exist, two are locked. Ben asks for two. How many does he get?',
        options: [
          { text: 'None', isRightIf: { rows: 0 } },
          { text: 'One', isRightIf: { rows: 1 } },
          { text: 'Two', isRightIf: { rows: 2 } },
        ],
      },
      explanation:
        'One row for LIMIT 2. It would be easy to read that as "one left, sold out for two", and it would be wrong: three exist, and nobody has bought any of them.',
      expect: {
        outcome: { status: 'done', rows: [[41, 1, 3]] },
        locks: [
          'T1 available_units IX',
          ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', ...units(1, 2)),
          'T2 available_units IX',
          ...recordLocks('T2', POOL, 'X,REC_NOT_GAP', unit(3)),
        ],
      },
    },
    {
      session: 'T2',
      ...engineStep(countPool, levelValues()),
      marked: 'COUNT(*)',
      explanation:
        'A plain count says 3, locked rows included. It is no better an answer: by the time Ben acts on it, Ada may have taken two. Neither number alone may decide; the engine rolls back, looks why it is short, and starts again.',
      expect: {
        outcome: { status: 'done', rows: [[3]] },
        locks: [
          'T1 available_units IX',
          ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', ...units(1, 2)),
          'T2 available_units IX',
          ...recordLocks('T2', POOL, 'X,REC_NOT_GAP', unit(3)),
        ],
      },
    },
    {
      session: 'T1',
      sql: 'ROLLBACK',
      explanation: "Ada's card was refused before she reserved. Her two units are free.",
      expect: {
        outcome: { status: 'done' },
        locks: ['T2 available_units IX', ...recordLocks('T2', POOL, 'X,REC_NOT_GAP', unit(3))],
      },
    },
    {
      session: 'T2',
      ...lockTwo,
      explanation:
        'The same statement, a moment later: units 1 and 2. Whoever had told Ben "sold out" would have lost a sale with three units on the shelf.',
      expect: {
        outcome: {
          status: 'done',
          rows: [
            [41, 1, 1],
            [41, 1, 2],
          ],
        },
        locks: ['T2 available_units IX', ...recordLocks('T2', POOL, 'X,REC_NOT_GAP', ...units(1, 2, 3))],
      },
    },
  ],
  conclusion:
    'Fewer rows than asked for means: look again. Sold out is said only when pool, ledger and holds have nothing left.',
  manual: ['Locking Reads: Locking Read Concurrency with NOWAIT and SKIP LOCKED'],
};

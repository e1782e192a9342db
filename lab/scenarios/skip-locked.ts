/** SKIP LOCKED passes over rows that others hold: the statement at the heart of the engine. */

import { lockUnits } from '@/engine/sql/lock-units';
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import { drawnPool, engineStep, fillPool, levelValues, POOL, session, unit, units } from '@/lab/stock';
import { availableUnits } from '@/lab/tables';

const lock = (quantity: number) => ({
  ...engineStep(lockUnits, { ...levelValues(), fromUnitId: 1, quantity }),
  marked: 'SKIP LOCKED',
});

export const skipLocked: SteppedScenario = {
  kind: 'stepped',
  id: 'skip-locked',
  number: 4,
  topic: 'contention',
  title: 'SKIP LOCKED gives the second buyer other units',
  story:
    'Six Tally Counters in Berlin, a row each. Ada wants two, Ben wants two, Chloe wants one, all at the same moment, with the statement that the shop really uses.',
  setup: [availableUnits, fillPool(6)],
  draws: [drawnPool],
  sessions: [
    session('T1', 'Ada, checking out'),
    session('T2', 'Ben, checking out'),
    session('T3', 'Chloe, checking out'),
  ],
  steps: [
    {
      session: 'T1',
      ...lock(2),
      explanation: 'Ada locks units 1 and 2. That is one record lock each, and no gap.',
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
      ...lock(2),
      question: {
        ask: 'Units 1 and 2 are locked. What happens to Ben?',
        options: [
          { text: 'He waits for Ada', isRightIf: { status: 'blocked' } },
          { text: 'He gets two other units', isRightIf: { rows: 2 } },
          { text: 'He gets nothing', isRightIf: { rows: 0 } },
        ],
      },
      explanation:
        'Ben gets units 3 and 4. His scan met the locked records of Ada, passed over them without a lock, and went on until it had what he asked for.',
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
    {
      session: 'T3',
      ...lock(1),
      explanation: 'Chloe gets unit 5. Three checkouts of one item hold five units, and nobody has waited.',
      expect: {
        outcome: { status: 'done', rows: [[41, 1, 5]] },
        locks: [
          'T1 available_units IX',
          ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', ...units(1, 2)),
          'T2 available_units IX',
          ...recordLocks('T2', POOL, 'X,REC_NOT_GAP', ...units(3, 4)),
          'T3 available_units IX',
          ...recordLocks('T3', POOL, 'X,REC_NOT_GAP', unit(5)),
        ],
      },
    },
    {
      session: 'T1',
      sql: 'ROLLBACK',
      explanation: 'Ada leaves. Nobody was waiting for her, so nothing else moves.',
      expect: {
        outcome: { status: 'done' },
        locks: [
          'T2 available_units IX',
          ...recordLocks('T2', POOL, 'X,REC_NOT_GAP', ...units(3, 4)),
          'T3 available_units IX',
          ...recordLocks('T3', POOL, 'X,REC_NOT_GAP', unit(5)),
        ],
      },
    },
    {
      session: 'T3',
      ...lock(3),
      question: {
        ask: 'Chloe holds unit 5 and now asks for three from the head of the pool. Which does she get?',
        options: [
          { text: 'Three others: 1, 2 and 6', isRightIf: { recordLocks: 4 } },
          { text: 'Units 1, 2 and her own 5', isRightIf: { recordLocks: 3 } },
        ],
      },
      explanation:
        "Units 1 and 2, and her own unit 5: SKIP LOCKED passes over what others hold, never over one's own locks. That is why the engine adds up the lines of one item before it locks.",
      expect: {
        outcome: {
          status: 'done',
          rows: [
            [41, 1, 1],
            [41, 1, 2],
            [41, 1, 5],
          ],
        },
        locks: [
          'T2 available_units IX',
          ...recordLocks('T2', POOL, 'X,REC_NOT_GAP', ...units(3, 4)),
          'T3 available_units IX',
          ...recordLocks('T3', POOL, 'X,REC_NOT_GAP', ...units(1, 2, 5)),
        ],
      },
    },
  ],
  conclusion:
    'Buyers of the same item no longer meet. What they pay with is order: nobody can say that the first in line gets unit 1.',
  manual: ['Locking Reads: Locking Read Concurrency with NOWAIT and SKIP LOCKED'],
};

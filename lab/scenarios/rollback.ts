/** A reserve that is rolled back has never been: its units are where they were. */

import { countPool } from '@/engine/sql/count-pool';
import { holdUnits } from '@/engine/sql/hold-units';
import { lockUnits } from '@/engine/sql/lock-units';
import { takeUnits } from '@/engine/sql/take-units';
import { drawnReserved } from '@/lab/holds';
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import {
  BERLIN,
  bytesOf,
  COUNTER,
  drawnPool,
  engineStep,
  fillPool,
  levelValues,
  POOL,
  SHOP,
  session,
  units,
  uuidOf,
} from '@/lab/stock';
import { availableUnits, reservedUnits } from '@/lab/tables';

const ADA = '0a';
const list = JSON.stringify([1, 2].map((id) => [COUNTER, BERLIN, id]));
const lockTwo = {
  ...engineStep(lockUnits, { ...levelValues(), fromUnitId: 1, quantity: 2 }),
  marked: 'SKIP LOCKED',
};
const adas = ['T1 available_units IX', ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', ...units(1, 2))];

export const rolledBack: SteppedScenario = {
  kind: 'stepped',
  id: 'rollback',
  number: 23,
  topic: 'failure',
  title: 'A rolled back reserve gives its units back',
  story:
    "Ada's reserve has moved two of three units out of the pool when her connection breaks. MySQL rolls back what a broken connection leaves; here we do it by hand.",
  setup: [availableUnits, reservedUnits, fillPool(3)],
  draws: [drawnPool, drawnReserved],
  names: { [bytesOf(ADA)]: "Ada's hold" },
  sessions: [session('T1', 'Ada, checking out'), session('T2', 'Ben, checking out')],
  steps: [
    {
      session: 'T1',
      ...lockTwo,
      explanation: 'Ada locks units 1 and 2. Nothing has changed yet that would have to be undone.',
      expect: {
        outcome: {
          status: 'done',
          rows: [
            [41, 1, 1],
            [41, 1, 2],
          ],
        },
        locks: adas,
      },
    },
    {
      session: 'T1',
      ...engineStep(takeUnits, { shopId: SHOP, units: list }),
      marked: 'DELETE',
      explanation:
        'She deletes them from the pool. Deleted means marked: the two records stay in the index until her transaction is decided.',
      expect: { outcome: { status: 'done', affected: 2 }, locks: adas },
    },
    {
      session: 'T1',
      ...engineStep(holdUnits, { shopId: SHOP, reservationId: uuidOf(ADA), units: list }),
      marked: 'INSERT',
      explanation:
        'She writes them into her hold. Both tables have changed, and neither change has happened to anybody else.',
      expect: { outcome: { status: 'done', affected: 2 }, locks: [...adas, 'T1 reserved_units IX'] },
    },
    {
      session: 'T2',
      ...engineStep(countPool, levelValues()),
      question: {
        ask: 'Ada has not committed. How many units does Ben count?',
        options: [
          { text: 'One: two are marked as deleted', isRightIf: { value: 1 } },
          { text: 'Three', isRightIf: { value: 3 } },
        ],
      },
      explanation: 'Ben counts three. What is not committed has not happened.',
      expect: { outcome: { status: 'done', rows: [[3]] }, locks: [...adas, 'T1 reserved_units IX'] },
    },
    {
      session: 'T1',
      sql: 'ROLLBACK',
      explanation:
        'The two units are unmarked, and the two rows of the hold are gone. It is one step, whatever had been done before.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T2',
      ...lockTwo,
      question: {
        ask: 'Ben asks for two. Which does he get?',
        options: [
          { text: 'Only unit 3: 1 and 2 are used up', isRightIf: { rows: 1 } },
          { text: 'Two units', isRightIf: { rows: 2 } },
        ],
      },
      explanation: 'Units 1 and 2, at their old place under their old ids. No clean-up job had to find them.',
      expect: {
        outcome: {
          status: 'done',
          rows: [
            [41, 1, 1],
            [41, 1, 2],
          ],
        },
        locks: ['T2 available_units IX', ...recordLocks('T2', POOL, 'X,REC_NOT_GAP', ...units(1, 2))],
      },
    },
  ],
  conclusion:
    'This is what the second system costs: between Redis and MySQL somebody has to notice and repair; within one database it is a ROLLBACK.',
  manual: ['START TRANSACTION, COMMIT, and ROLLBACK Statements', 'InnoDB Multi-Versioning'],
};

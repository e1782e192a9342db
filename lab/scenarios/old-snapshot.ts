/** As long as an old snapshot is open, deleted units stay in the index, and every scan passes over them again. */

import { countPool } from '@/engine/sql/count-pool';
import { lockUnits } from '@/engine/sql/lock-units';
import { takeUnits } from '@/engine/sql/take-units';
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import {
  BERLIN,
  BOOK,
  COUNTER,
  drawnPool,
  engineStep,
  fillPool,
  levelValues,
  POOL,
  SHOP,
  session,
  units,
} from '@/lab/stock';
import { availableUnits } from '@/lab/tables';

const list = JSON.stringify([1, 2, 3].map((id) => [COUNTER, BERLIN, id]));
const lockOne = (fromUnitId: number) => ({
  ...engineStep(lockUnits, { ...levelValues(), fromUnitId, quantity: 1 }),
  marked: fromUnitId > 1 ? 'id >=' : 'SKIP LOCKED',
});

export const oldSnapshot: SteppedScenario = {
  kind: 'stepped',
  id: 'old-snapshot',
  number: 22,
  topic: 'isolation',
  title: 'An old snapshot keeps deleted units in the way of every scan',
  story:
    'Three of six Tally Counters are sold. In another window somebody has begun a report this morning and not finished it: MySQL must be able to show that report the units as they were.',
  setup: [availableUnits, fillPool(6), fillPool(2, BOOK)],
  draws: [{ ...drawnPool, sharedColumns: 1, noun: 'item, group, unit' }],
  sessions: [
    {
      name: 'T1',
      who: 'The report',
      opening: [
        'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ',
        'START TRANSACTION WITH CONSISTENT SNAPSHOT',
      ],
    },
    session('T2', 'Ada, checking out'),
    session('T3', 'Ben, checking out'),
  ],
  steps: [
    {
      session: 'T2',
      ...engineStep(takeUnits, { shopId: SHOP, units: list }),
      marked: 'DELETE',
      explanation:
        'Ada takes units 1 to 3 from the pool. To the report, which has begun before, they must remain as they were.',
      expect: {
        outcome: { status: 'done', affected: 3 },
        locks: ['T2 available_units IX', ...recordLocks('T2', POOL, 'X,REC_NOT_GAP', ...units(1, 2, 3))],
      },
    },
    {
      session: 'T2',
      sql: 'COMMIT',
      explanation: 'They are sold. For everybody who looks now, three are left.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T1',
      ...engineStep(countPool, levelValues()),
      explanation:
        "The report's snapshot still counts six. So the three can't be removed from the index; they are only marked as deleted.",
      expect: { outcome: { status: 'done', rows: [[6]] }, locks: [] },
    },
    {
      session: 'T3',
      ...lockOne(1),
      question: {
        ask: 'Ben locks one unit, from the head of the pool. How many record locks will be listed?',
        options: [
          { text: '1', isRightIf: { recordLocks: 1 } },
          { text: '4', isRightIf: { recordLocks: 4 } },
        ],
      },
      explanation:
        "One, on unit 4. Found so on this server: READ COMMITTED lets go of the records that it passes. Whether it had to pass any can't be told from what it kept.",
      expect: {
        outcome: { status: 'done', rows: [[41, 1, 4]] },
        locks: ['T3 available_units IX', ...recordLocks('T3', POOL, 'X,REC_NOT_GAP', ...units(4))],
      },
    },
    {
      session: 'T3',
      sql: 'ROLLBACK',
      explanation:
        'Ben gives his unit back. To see what his scan passed, he asks again in a transaction that keeps all of it.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T3',
      sql: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
      explanation:
        'His next transaction is REPEATABLE READ. This is for the experiment only: the shop never reserves under it.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T3',
      sql: 'START TRANSACTION',
      explanation: 'It begins. So far Ben has no lock at all.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T3',
      ...lockOne(1),
      explanation:
        'Four: the scan went over three units that nobody can buy any more, and locked each. They lie in the index until the report ends. After a sale of 10,000 units, each scan from the head passes 10,000 of them.',
      expect: {
        outcome: { status: 'done', rows: [[41, 1, 4]] },
        locks: [
          'T3 available_units IX',
          // The search begins at a whole key that exists, so no gap before it is locked.
          ...recordLocks('T3', POOL, 'X,REC_NOT_GAP', ...units(1)),
          ...recordLocks('T3', POOL, 'X', ...units(2, 3, 4)),
        ],
      },
    },
    {
      session: 'T3',
      sql: 'ROLLBACK',
      explanation: 'Ben lets go of all four. Once more, this time from another place.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T3',
      sql: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
      explanation:
        'The same level for the same reason: whatever is passed stays listed. Only the place to start from will differ.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T3',
      sql: 'START TRANSACTION',
      explanation:
        'A new transaction begins. The report is still open, and the three deleted units still lie there.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T3',
      ...lockOne(4),
      question: {
        ask: 'He starts at unit 4 this time. How many record locks?',
        options: [
          { text: '1', isRightIf: { recordLocks: 1 } },
          { text: '4', isRightIf: { recordLocks: 4 } },
        ],
      },
      explanation:
        'One record is read and locked. The engine hands each reserve such a place to start at, and looks from the head only when that finds too little.',
      expect: {
        outcome: { status: 'done', rows: [[41, 1, 4]] },
        locks: ['T3 available_units IX', ...recordLocks('T3', POOL, 'X,REC_NOT_GAP', ...units(4))],
      },
    },
  ],
  conclusion:
    'A queue in a table is only as fast as purge. Watch for old transactions anywhere on the server, and do not start each scan at the head.',
  manual: ['Purge Configuration', 'InnoDB Multi-Versioning'],
};

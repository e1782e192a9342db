/** Two carts with two items in opposite order: a deadlock; the same order, or SKIP LOCKED: none. */

import { sqlText } from '@/db/statement';
import { lockUnits } from '@/engine/sql/lock-units';
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import { BOOK, COUNTER, engineStep, fillPool, levelValues, POOL, session, unit } from '@/lab/stock';
import { availableUnits } from '@/lab/tables';

const lock = (item: number, count = 1) =>
  sqlText(`
  SELECT inventory_item_id, id
    FROM available_units
   WHERE shop_id = 1
     AND inventory_item_id = ${item}
     AND inventory_group_id = 1
   ORDER BY shop_id, inventory_item_id, inventory_group_id, id
   LIMIT ${count}
     FOR UPDATE`);

const skip = (item: number) => ({
  ...engineStep(lockUnits, { ...levelValues(item), fromUnitId: 1, quantity: 1 }),
  marked: 'SKIP LOCKED',
});

const held = (name: 'T1' | 'T2', ...records: string[]) => [
  `${name} available_units IX`,
  ...recordLocks(name, POOL, 'X,REC_NOT_GAP', ...records),
];
const waiting = (name: 'T1' | 'T2', record: string) => `${name} ${POOL} X,REC_NOT_GAP (${record}) waiting`;

export const deadlock: SteppedScenario = {
  kind: 'stepped',
  id: 'opposite-order',
  number: 13,
  topic: 'order',
  title: 'Two carts that lock in opposite order deadlock; sorted, or with SKIP LOCKED, they do not',
  story:
    "Ada's cart has two Tally Counters and a Field Book, in this order. Ben's has a Field Book and a Tally Counter. Both lock line by line with plain FOR UPDATE.",
  setup: [availableUnits, fillPool(3), fillPool(3, BOOK)],
  draws: [{ table: 'available_units', index: 'PRIMARY', sharedColumns: 1, noun: 'item, group, unit' }],
  sessions: [session('T1', 'Ada, checking out'), session('T2', 'Ben, checking out')],
  steps: [
    {
      session: 'T1',
      sql: lock(COUNTER, 2),
      marked: 'FOR UPDATE',
      explanation: 'Ada locks her two Tally Counters, the first line of her cart. The Field Book comes next.',
      expect: {
        outcome: {
          status: 'done',
          rows: [
            [41, 1],
            [41, 2],
          ],
        },
        locks: held('T1', unit(1), unit(2)),
      },
    },
    {
      session: 'T2',
      sql: lock(BOOK),
      marked: 'FOR UPDATE',
      explanation: 'Ben locks his Field Book. So far they have nothing to do with each other.',
      expect: {
        outcome: { status: 'done', rows: [[42, 1]] },
        locks: [...held('T1', unit(1), unit(2)), ...held('T2', unit(1, BOOK))],
      },
    },
    {
      session: 'T1',
      sql: lock(BOOK),
      marked: 'FOR UPDATE',
      explanation: "Ada's second line waits for Ben. One wait is no harm: Ben will commit some time.",
      expect: {
        outcome: { status: 'blocked' },
        waits: ['T1 waits for T2'],
        locks: [...held('T1', unit(1), unit(2)), waiting('T1', unit(1, BOOK)), ...held('T2', unit(1, BOOK))],
      },
    },
    {
      session: 'T2',
      sql: lock(COUNTER),
      marked: 'FOR UPDATE',
      question: {
        ask: 'Ben now wants what Ada holds, and Ada wants what Ben holds. What happens?',
        options: [
          { text: 'Both wait until the lock wait timeout', isRightIf: { status: 'blocked' } },
          { text: 'MySQL ends one of them', isRightIf: { code: 'ER_LOCK_DEADLOCK' } },
        ],
      },
      explanation:
        'A circle. InnoDB finds it at once and rolls back one whole transaction, the one with less to undo: here Ben, who holds one lock to her two. Ada goes on as if nothing had been.',
      expect: {
        outcome: { status: 'error', code: 'ER_LOCK_DEADLOCK' },
        resumed: { T1: { status: 'done', rows: [[42, 1]] } },
        locks: held('T1', unit(1), unit(2), unit(1, BOOK)),
      },
    },
    {
      session: 'T1',
      sql: 'ROLLBACK',
      explanation:
        'Ada gives back what she has. Once more, this time with lines sorted by item before anything is locked.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T1',
      sql: 'START TRANSACTION',
      explanation: 'Ada begins again. Her lines are in the same order as before: item 41, then 42.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T2',
      sql: 'START TRANSACTION',
      explanation:
        'Ben begins again, with his lines the other way round than in his cart. His transaction was rolled back as a whole, so nothing is left of it.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T1',
      sql: lock(COUNTER, 2),
      explanation: 'Ada locks item 41 first. So far everything is as before.',
      expect: {
        outcome: {
          status: 'done',
          rows: [
            [41, 1],
            [41, 2],
          ],
        },
        locks: held('T1', unit(1), unit(2)),
      },
    },
    {
      session: 'T2',
      sql: lock(COUNTER),
      explanation:
        'Ben: item 41 first as well, though it is the second line of his cart. He waits, and while he waits he holds nothing that Ada could want.',
      expect: {
        outcome: { status: 'blocked' },
        waits: ['T2 waits for T1'],
        locks: [...held('T1', unit(1), unit(2)), 'T2 available_units IX', waiting('T2', unit(1))],
      },
    },
    {
      session: 'T1',
      sql: lock(BOOK),
      question: {
        ask: 'Ada goes on to the Field Book. Will she wait?',
        options: [
          { text: 'Yes', isRightIf: { status: 'blocked' } },
          { text: 'No', isRightIf: { status: 'done' } },
        ],
      },
      explanation: 'She gets it. In one order there is a queue, and a queue has no circle.',
      expect: {
        outcome: { status: 'done', rows: [[42, 1]] },
        waits: ['T2 waits for T1'],
        locks: [
          ...held('T1', unit(1), unit(2), unit(1, BOOK)),
          'T2 available_units IX',
          waiting('T2', unit(1)),
        ],
      },
    },
    {
      session: 'T1',
      sql: 'ROLLBACK',
      explanation:
        'Ada leaves, and Ben gets the first Tally Counter at once. He has waited, but nobody was rolled back.',
      expect: {
        outcome: { status: 'done' },
        resumed: { T2: { status: 'done', rows: [[41, 1]] } },
        locks: held('T2', unit(1)),
      },
    },
    {
      session: 'T1',
      sql: 'START TRANSACTION',
      explanation:
        'A last time, with SKIP LOCKED and in opposite order on purpose. Ben keeps his Tally Counter meanwhile.',
      expect: { outcome: { status: 'done' }, locks: held('T2', unit(1)) },
    },
    {
      session: 'T1',
      ...skip(BOOK),
      explanation:
        'Ada takes the Field Book first. Ben has a Tally Counter already, so this is the order that ended in a deadlock before.',
      expect: {
        outcome: { status: 'done', rows: [[42, 1, 1]] },
        locks: [
          ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', unit(1, BOOK)),
          'T1 available_units IX',
          ...held('T2', unit(1)),
        ],
      },
    },
    {
      session: 'T2',
      ...skip(BOOK),
      explanation: 'Ben passes over hers and takes the next one. Where he waited for her, he now goes on.',
      expect: {
        outcome: { status: 'done', rows: [[42, 1, 2]] },
        locks: [...held('T1', unit(1, BOOK)), ...held('T2', unit(1), unit(2, BOOK))],
      },
    },
    {
      session: 'T1',
      ...skip(COUNTER),
      explanation: 'And Ada passes over his Tally Counter. Who never waits can be in no circle.',
      expect: {
        outcome: { status: 'done', rows: [[41, 1, 2]] },
        locks: [...held('T1', unit(2), unit(1, BOOK)), ...held('T2', unit(1), unit(2, BOOK))],
      },
    },
  ],
  conclusion:
    'The engine does both: lines are locked in one total order, and with SKIP LOCKED. The order is what is left to rely on where a wait remains: headers and levels.',
  manual: ['Deadlocks in InnoDB', 'How to Minimize and Handle Deadlocks', 'Deadlock Detection'],
};

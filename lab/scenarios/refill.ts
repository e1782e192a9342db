/** The pool runs dry: one refills under the level's lock, the others wait for it, and everybody is served. */
import { countPool } from '@/engine/sql/count-pool';
import { insertUnits } from '@/engine/sql/insert-units';
import { layOutUnits } from '@/engine/sql/lay-out-units';
import { lockLevel } from '@/engine/sql/lock-level';
import { lockUnits } from '@/engine/sql/lock-units';
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import { drawnPool, engineStep, level, levelValues, openLevel, POOL, session, unit } from '@/lab/stock';
import { availableUnits, inventoryLevels } from '@/lab/tables';

const lockOne = {
  ...engineStep(lockUnits, { ...levelValues(), fromUnitId: 1, quantity: 1 }),
  marked: 'SKIP LOCKED',
};
const lockTheLevel = { ...engineStep(lockLevel, levelValues()), marked: 'FOR UPDATE' };
const LEVEL = 'inventory_levels.PRIMARY';
const holds = (name: 'T1' | 'T2' | 'T3') => [
  `${name} inventory_levels IX`,
  ...recordLocks(name, LEVEL, 'X,REC_NOT_GAP', level()),
];
const waits = (name: 'T2' | 'T3') => [
  `${name} inventory_levels IX`,
  `${name} ${LEVEL} X,REC_NOT_GAP (${level()}) waiting`,
];

export const refill: SteppedScenario = {
  kind: 'stepped',
  id: 'refill',
  number: 16,
  topic: 'refill',
  title: 'When the pool runs dry, one refills, the others wait for it, and nobody is refused',
  story:
    "Berlin's pool of Tally Counters is empty; 20 more are in the ledger as a number, and four are laid out at a time. Ada, Ben and Chloe all find the pool empty.",
  setup: [availableUnits, inventoryLevels, openLevel(20, 1)],
  draws: [{ table: 'inventory_levels', index: 'PRIMARY', sharedColumns: 1, noun: 'item, group' }, drawnPool],
  sessions: [
    session('T1', 'Ada, checking out'),
    session('T2', 'Ben, checking out'),
    session('T3', 'Chloe, checking out'),
  ],
  steps: [
    {
      session: 'T1',
      ...lockOne,
      explanation: 'Ada finds nothing. That is no reason to refuse her: the ledger has 20.',
      expect: { outcome: { status: 'done', rows: [] }, locks: ['T1 available_units IX'] },
    },
    {
      session: 'T1',
      sql: 'ROLLBACK',
      explanation:
        'She gives her transaction up, so that no lock is held while the pool is refilled. Whatever else was in her cart is free for others meanwhile.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T1',
      sql: 'START TRANSACTION',
      explanation:
        'The refill is a transaction of its own. It commits or not whatever becomes of the cart that set it off.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T1',
      ...lockTheLevel,
      explanation:
        "Ada's process locks the level. This one row says how many units are not laid out yet, and which id comes next.",
      expect: { outcome: { status: 'done', rows: [[20, 1, 4, 1, 1]] }, locks: holds('T1') },
    },
    {
      session: 'T2',
      ...lockTheLevel,
      explanation: 'Ben has found the pool empty too and wants to refill. He waits for Ada.',
      expect: {
        outcome: { status: 'blocked' },
        waits: ['T2 waits for T1'],
        locks: [...holds('T1'), ...waits('T2')],
      },
    },
    {
      session: 'T3',
      ...lockTheLevel,
      explanation:
        'Chloe as well. Here the wait is wanted: it is what keeps three refills from being three times four units.',
      expect: {
        outcome: { status: 'blocked' },
        waits: ['T2 waits for T1', 'T3 waits for T1', 'T3 waits for T2'],
        locks: [...holds('T1'), ...waits('T2'), ...waits('T3')],
      },
    },
    {
      session: 'T1',
      ...engineStep(countPool, levelValues()),
      explanation:
        'Under the lock Ada looks again, and the pool is still empty. Somebody could have filled it while she waited for the level, so what she saw before does not count.',
      expect: {
        outcome: { status: 'done', rows: [[0]] },
        waits: ['T2 waits for T1', 'T3 waits for T1', 'T3 waits for T2'],
        locks: [...holds('T1'), ...waits('T2'), ...waits('T3')],
      },
    },
    {
      session: 'T1',
      ...engineStep(insertUnits, { ...levelValues(), firstUnitId: 1, quantity: 4 }),
      explanation:
        'Four units are laid out, as many as this pool may hold. Their ids come from the level, so no two refills can make the same unit.',
      expect: {
        outcome: { status: 'done', affected: 4 },
        waits: ['T2 waits for T1', 'T3 waits for T1', 'T3 waits for T2'],
        locks: ['T1 available_units IX', ...holds('T1'), ...waits('T2'), ...waits('T3')],
      },
    },
    {
      session: 'T1',
      ...engineStep(layOutUnits, { ...levelValues(), quantity: 4 }),
      explanation:
        "The four are taken from the number that isn't laid out. Both happen in one transaction, so the sum is the same before and after.",
      expect: {
        outcome: { status: 'done', affected: 1 },
        waits: ['T2 waits for T1', 'T3 waits for T1', 'T3 waits for T2'],
        locks: ['T1 available_units IX', ...holds('T1'), ...waits('T2'), ...waits('T3')],
      },
    },
    {
      session: 'T1',
      sql: 'COMMIT',
      question: {
        ask: 'Ada commits. Who goes on?',
        options: [
          { text: 'One of the two; the other keeps waiting', isRightIf: { status: 'done' } },
          { text: 'Nobody', isRightIf: { status: 'error' } },
        ],
      },
      explanation:
        'Ben gets the level, and reads what Ada left: 16 not laid out, the next id is 5. Chloe now waits for Ben.',
      expect: {
        outcome: { status: 'done' },
        resumed: { T2: { status: 'done', rows: [[16, 5, 4, 1, 1]] } },
        waits: ['T3 waits for T2'],
        locks: [...holds('T2'), ...waits('T3')],
      },
    },
    {
      session: 'T2',
      ...engineStep(countPool, levelValues()),
      explanation: 'Ben looks again, under the lock, and finds the pool full. He has nothing to do.',
      expect: {
        outcome: { status: 'done', rows: [[4]] },
        waits: ['T3 waits for T2'],
        locks: [...holds('T2'), ...waits('T3')],
      },
    },
    {
      session: 'T2',
      sql: 'COMMIT',
      explanation: 'He lets go, and Chloe gets the level. The queue is as short as a look at the pool.',
      expect: {
        outcome: { status: 'done' },
        resumed: { T3: { status: 'done', rows: [[16, 5, 4, 1, 1]] } },
        locks: holds('T3'),
      },
    },
    {
      session: 'T3',
      sql: 'COMMIT',
      explanation:
        'She finds the same as Ben, and lets go. Three wanted to refill, and the pool was refilled once.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T1',
      sql: 'START TRANSACTION',
      explanation:
        "Ada's reserve starts again, from its first statement. What it saw in its first try is forgotten.",
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T1',
      ...lockOne,
      explanation: 'She gets unit 1. Three buyers found nothing, one refill was made, nobody was refused.',
      expect: {
        outcome: { status: 'done', rows: [[41, 1, 1]] },
        locks: ['T1 available_units IX', ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', unit(1))],
      },
    },
  ],
  conclusion:
    "Selling doesn't wait, refilling does. In one process the engine lets a single refill fly per level and never sends the others to this queue.",
  manual: ['Locking Reads: SELECT ... FOR UPDATE', 'Transaction Scheduling'],
};

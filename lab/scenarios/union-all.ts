/** A whole cart is locked in one statement, an arm a line, each with its own LIMIT. */
import { lockUnitsOf } from '@/engine/sql/lock-units';
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import { BERLIN, BOOK, COUNTER, engineStep, fillPool, POOL, SHOP, session, unit, units } from '@/lab/stock';
import { availableUnits } from '@/lab/tables';

const lockCart = (counters: number, books: number) => ({
  ...engineStep(lockUnitsOf(2), {
    shopId: SHOP,
    inventoryItemId1: COUNTER,
    inventoryGroupId1: BERLIN,
    fromUnitId1: 1,
    quantity1: counters,
    inventoryItemId2: BOOK,
    inventoryGroupId2: BERLIN,
    fromUnitId2: 1,
    quantity2: books,
  }),
  marked: 'UNION ALL',
});

const adasLocks = [
  'T1 available_units IX',
  ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', ...units(1, 2), unit(1, BOOK)),
];

export const unionAll: SteppedScenario = {
  kind: 'stepped',
  id: 'union-all',
  number: 14,
  topic: 'order',
  title: 'UNION ALL locks a cart of two items in one round trip, each arm its own LIMIT',
  story:
    'Ada wants two Tally Counters and a Field Book, Ben one and two. With a millisecond between app and database, each further statement would keep the first locks a millisecond longer.',
  setup: [availableUnits, fillPool(4), fillPool(4, BOOK)],
  draws: [{ table: 'available_units', index: 'PRIMARY', sharedColumns: 1, noun: 'item, group, unit' }],
  sessions: [session('T1', 'Ada, checking out'), session('T2', 'Ben, checking out')],
  steps: [
    {
      session: 'T1',
      ...lockCart(2, 1),
      question: {
        ask: 'LIMIT 2 in one arm, LIMIT 1 in the other. How many records are locked?',
        options: [
          { text: '2', isRightIf: { recordLocks: 2 } },
          { text: '3', isRightIf: { recordLocks: 3 } },
          { text: 'All 8', isRightIf: { recordLocks: 8 } },
        ],
      },
      explanation:
        'Three. Each arm, in its parentheses, has its own LIMIT and its own FOR UPDATE SKIP LOCKED, and locks exactly what it returns.',
      expect: {
        outcome: {
          status: 'done',
          rows: [
            [41, 1, 1],
            [41, 1, 2],
            [42, 1, 1],
          ],
        },
        locks: adasLocks,
      },
    },
    {
      session: 'T2',
      ...lockCart(1, 2),
      explanation: "Ben's cart passes over hers in both items. Two carts, two round trips, no wait.",
      expect: {
        outcome: {
          status: 'done',
          rows: [
            [41, 1, 3],
            [42, 1, 2],
            [42, 1, 3],
          ],
        },
        locks: [
          ...adasLocks,
          'T2 available_units IX',
          ...recordLocks('T2', POOL, 'X,REC_NOT_GAP', unit(3), unit(2, BOOK), unit(3, BOOK)),
        ],
      },
    },
  ],
  conclusion: 'Fewer round trips are fewer milliseconds under lock, and fewer connections in use at once.',
  manual: ['UNION Clause', 'Locking Reads: Locking Read Concurrency with NOWAIT and SKIP LOCKED'],
};

/** The order of writes of the published story and of this engine: pool first, then the reserved units; claim never touches the pool. */
import { claimReservation } from '@/engine/sql/claim-reservation';
import { dropReservedUnits } from '@/engine/sql/drop-reserved-units';
import { holdUnits } from '@/engine/sql/hold-units';
import { lockUnits } from '@/engine/sql/lock-units';
import { openReservation } from '@/engine/sql/open-reservation';
import { recordSoldUnits } from '@/engine/sql/record-sold-units';
import { takeUnits } from '@/engine/sql/take-units';
import {
  drawnHeaders,
  drawnReserved,
  headerKey,
  holdValues,
  lineKey,
  RUNNING,
  reservedKey,
  writeHold,
} from '@/lab/holds';
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
  unit,
  uuidOf,
} from '@/lab/stock';
import { availableUnits, reservationLines, reservations, reservedUnits, soldUnits } from '@/lab/tables';

const ADA = '0a';
const BEN = '0b';
const list = JSON.stringify([[COUNTER, BERLIN, 1]]);
const HEADER = 'reservations.PRIMARY';
const RESERVED = 'reserved_units.PRIMARY';

const bens = [
  'T1 reservations IX',
  'T1 available_units IX',
  ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', unit(1)),
];
const adas = ['T2 reservations IX', ...recordLocks('T2', HEADER, 'X,REC_NOT_GAP', headerKey(ADA))];

export const publishedOrder: SteppedScenario = {
  kind: 'stepped',
  id: 'published-order',
  number: 12,
  topic: 'order',
  title: 'In the published order, reserve and claim of one item never wait for each other',
  story:
    "Ben reserves a Tally Counter while Ada's payment for hers comes back. Same item, same location, and the statements are those of the engine: reserve goes header, pool, reserved units; claim goes header, reserved units.",
  setup: [
    availableUnits,
    reservations,
    reservationLines,
    reservedUnits,
    soldUnits,
    fillPool(3),
    ...writeHold(ADA, [7], RUNNING),
  ],
  draws: [drawnPool, drawnReserved, drawnHeaders],
  names: { [bytesOf(ADA)]: "Ada's hold", [bytesOf(BEN)]: "Ben's hold" },
  sessions: [session('T1', 'Ben, reserving'), session('T2', 'Ada, claiming')],
  steps: [
    {
      session: 'T1',
      ...engineStep(openReservation, {
        shopId: SHOP,
        reservationId: uuidOf(BEN),
        checkoutId: uuidOf(BEN),
        holdSeconds: 300,
      }),
      explanation:
        "Ben's header comes first. A second click of his would wait here, without a unit in its hands.",
      expect: { outcome: { status: 'done', affected: 1 }, locks: ['T1 reservations IX'] },
    },
    {
      session: 'T1',
      ...engineStep(lockUnits, { ...levelValues(), fromUnitId: 1, quantity: 1 }),
      marked: 'SKIP LOCKED',
      explanation:
        'He locks unit 1 in the pool. Ada, who is paying for hers, has nothing to look for in this table.',
      expect: { outcome: { status: 'done', rows: [[41, 1, 1]] }, locks: bens },
    },
    {
      session: 'T2',
      ...engineStep(claimReservation, holdValues(ADA)),
      marked: "status = 'held'",
      explanation:
        "Ada's claim locks the header of her hold and ends it. It does so only if it still is one: the condition is in the statement, not in the program.",
      expect: { outcome: { status: 'done', affected: 1 }, locks: [...bens, ...adas] },
    },
    {
      session: 'T1',
      ...engineStep(takeUnits, { shopId: SHOP, units: list }),
      marked: 'DELETE',
      explanation:
        'Ben deletes unit 1 from the pool, before he writes it anywhere else. The pool always comes first: this is the order that was published.',
      expect: { outcome: { status: 'done', affected: 1 }, locks: [...bens, ...adas] },
    },
    {
      session: 'T2',
      ...engineStep(recordSoldUnits, { ...holdValues(ADA), orderId: uuidOf('aa') }),
      explanation:
        "Meanwhile Ada's unit is written down as sold, under a key that no other unit has. Her claim reads the units of her hold and nothing of the pool.",
      expect: { outcome: { status: 'done', affected: 1 }, locks: [...bens, ...adas, 'T2 sold_units IX'] },
    },
    {
      session: 'T1',
      ...engineStep(holdUnits, { shopId: SHOP, reservationId: uuidOf(BEN), units: list }),
      marked: 'INSERT',
      question: {
        ask: "Ben inserts his unit right beside Ada's in reserved_units, while her claim is under way. Will he wait?",
        options: [
          { text: 'Yes', isRightIf: { status: 'blocked' } },
          { text: 'No', isRightIf: { status: 'done' } },
        ],
      },
      explanation:
        "He doesn't: he writes his unit next to hers. Under READ COMMITTED there is no gap lock to run into.",
      expect: {
        outcome: { status: 'done', affected: 1 },
        locks: [...bens, 'T1 reserved_units IX', ...adas, 'T2 sold_units IX'],
      },
    },
    {
      session: 'T2',
      ...engineStep(dropReservedUnits, holdValues(ADA)),
      marked: 'DELETE',
      question: {
        ask: "Ada's claim deletes her unit from reserved_units, beside Ben's uncommitted one. Will it wait?",
        options: [
          { text: 'Yes', isRightIf: { status: 'blocked' } },
          { text: 'No', isRightIf: { status: 'done' } },
        ],
      },
      explanation:
        "It doesn't: it finds her units by her hold, which is a range of its own in the key. The line that leads it there is locked, too, shared, since a DELETE with a join locks what it reads.",
      expect: {
        outcome: { status: 'done', affected: 1 },
        locks: [
          ...bens,
          'T1 reserved_units IX',
          ...adas,
          'T2 sold_units IX',
          'T2 reservation_lines IS',
          ...recordLocks('T2', 'reservation_lines.PRIMARY', 'S,REC_NOT_GAP', lineKey(ADA)),
          'T2 reserved_units IX',
          ...recordLocks('T2', RESERVED, 'X,REC_NOT_GAP', reservedKey(ADA, 7)),
        ],
      },
    },
    {
      session: 'T2',
      sql: 'COMMIT',
      explanation: 'Ada has bought. Her locks are gone, and Ben did not meet one of them.',
      expect: { outcome: { status: 'done' }, locks: [...bens, 'T1 reserved_units IX'] },
    },
    {
      session: 'T1',
      sql: 'COMMIT',
      explanation:
        'Ben has reserved. Two operations on one item went through side by side, and nobody waited in nine steps.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
  ],
  conclusion:
    'Two rules do it: a claim never touches the pool, and the units of a hold are a range of their own in the key of reserved_units.',
  manual: ['How to Minimize and Handle Deadlocks', 'Locks Set by Different SQL Statements in InnoDB'],
};

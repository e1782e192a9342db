/** A payment arrives in the second in which its hold runs out: who locks the header first, decides. */
import { claimReservation } from '@/engine/sql/claim-reservation';
import { dropReservedUnits } from '@/engine/sql/drop-reserved-units';
import { expireReservation } from '@/engine/sql/expire-reservation';
import { findExpired } from '@/engine/sql/find-expired';
import { lockExpired } from '@/engine/sql/lock-expired';
import { recordSoldUnits } from '@/engine/sql/record-sold-units';
import { returnUnits } from '@/engine/sql/return-units';
import {
  drawnHeaders,
  drawnReserved,
  headerKey,
  holdValues,
  lineKey,
  OVERDUE,
  reservedKey,
  writeHold,
} from '@/lab/holds';
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import { bytesOf, drawnPool, engineStep, SHOP, session, uuidOf } from '@/lab/stock';
import { availableUnits, reservationLines, reservations, reservedUnits, soldUnits } from '@/lab/tables';

const ADA = '0a';
const BEN = '0b';
const HEADER = 'reservations.PRIMARY';
const RESERVED = 'reserved_units.PRIMARY';

const find = { ...engineStep(findExpired, { shopId: SHOP, batchSize: 10 }), marked: 'expires_at <= NOW(3)' };
const lockHolds = (...holds: string[]) => ({
  ...engineStep(lockExpired, { shopId: SHOP, reservationIds: JSON.stringify(holds.map(uuidOf)) }),
  marked: 'SKIP LOCKED',
});

const claims = ['T1 reservations IX', ...recordLocks('T1', HEADER, 'X,REC_NOT_GAP', headerKey(ADA))];
const sweeps = ['T2 reservations IX', ...recordLocks('T2', HEADER, 'X,REC_NOT_GAP', headerKey(BEN))];

export const claimAgainstExpire: SteppedScenario = {
  kind: 'stepped',
  id: 'claim-against-expire',
  number: 24,
  topic: 'order',
  title: 'Claim against expire: whoever locks the header first wins, and the other finds that out',
  story:
    "Two holds are over their time: Ada's and Ben's, a unit each. Ada's payment arrives just before the sweeper comes, Ben's just after it. Both paid; only one of them still has a unit.",
  setup: [
    availableUnits,
    reservations,
    reservationLines,
    reservedUnits,
    soldUnits,
    ...writeHold(ADA, [1], OVERDUE),
    ...writeHold(BEN, [2], OVERDUE),
  ],
  draws: [drawnHeaders, drawnReserved, drawnPool],
  names: { [bytesOf(ADA)]: "Ada's hold", [bytesOf(BEN)]: "Ben's hold" },
  sessions: [session('T1', 'Payments'), session('T2', 'The sweeper')],
  steps: [
    {
      session: 'T1',
      ...engineStep(claimReservation, holdValues(ADA)),
      marked: "status = 'held'",
      explanation:
        "Ada's claim locks the header of her hold and ends it. That its time is over plays no part: paid wins, as long as nobody has taken the hold back.",
      expect: { outcome: { status: 'done', affected: 1 }, locks: claims },
    },
    {
      session: 'T2',
      ...find,
      explanation:
        'The sweeper reads which holds are over their time, without a lock. It finds both: the claim is not committed yet.',
      expect: { outcome: { status: 'done', rows: [[uuidOf(ADA)], [uuidOf(BEN)]] }, locks: claims },
    },
    {
      session: 'T2',
      ...lockHolds(ADA, BEN),
      question: {
        ask: "It now locks both headers by primary key, with SKIP LOCKED. What about Ada's?",
        options: [
          { text: 'It waits for the claim', isRightIf: { status: 'blocked' } },
          { text: 'It is passed over', isRightIf: { rows: 1 } },
          { text: 'Both are locked', isRightIf: { rows: 2 } },
        ],
      },
      explanation: "Ada's header is passed over: somebody is ending that hold. Ben's is the sweeper's now.",
      expect: { outcome: { status: 'done', rows: [[uuidOf(BEN)]] }, locks: [...claims, ...sweeps] },
    },
    {
      session: 'T1',
      ...engineStep(recordSoldUnits, { ...holdValues(ADA), orderId: uuidOf('aa') }),
      explanation:
        "Ada's unit is written down as sold. The sweeper works beside it and has no reason to wait.",
      expect: { outcome: { status: 'done', affected: 1 }, locks: [...claims, ...sweeps, 'T1 sold_units IX'] },
    },
    {
      session: 'T1',
      ...engineStep(dropReservedUnits, holdValues(ADA)),
      explanation: 'The unit leaves the hold. A unit is in one table at a time, whatever happens in between.',
      expect: {
        outcome: { status: 'done', affected: 1 },
        locks: [
          ...claims,
          ...sweeps,
          'T1 sold_units IX',
          'T1 reserved_units IX',
          'T1 reservation_lines IS',
          ...recordLocks('T1', 'reservation_lines.PRIMARY', 'S,REC_NOT_GAP', lineKey(ADA)),
          ...recordLocks('T1', RESERVED, 'X,REC_NOT_GAP', reservedKey(ADA, 1)),
        ],
      },
    },
    {
      session: 'T1',
      sql: 'COMMIT',
      explanation:
        'Ada has her Tally Counter, though her time was over. The sweeper never learns that it could have had it.',
      expect: { outcome: { status: 'done' }, locks: sweeps },
    },
    {
      session: 'T1',
      sql: 'START TRANSACTION',
      explanation: "Now Ben's payment arrives. His hold is just as old as hers was.",
      expect: { outcome: { status: 'done' }, locks: sweeps },
    },
    {
      session: 'T1',
      ...engineStep(claimReservation, holdValues(BEN)),
      marked: "status = 'held'",
      question: {
        ask: 'The sweeper has his header. What happens to the claim?',
        options: [
          { text: 'It waits', isRightIf: { status: 'blocked' } },
          { text: 'It changes no row', isRightIf: { affected: 0 } },
          { text: 'It wins', isRightIf: { affected: 1 } },
        ],
      },
      explanation:
        'It waits for the sweeper. A claim must know how the hold ended, so it has no SKIP LOCKED.',
      expect: {
        outcome: { status: 'blocked' },
        waits: ['T1 waits for T2'],
        locks: [...sweeps, 'T1 reservations IX', `T1 ${HEADER} X,REC_NOT_GAP (${headerKey(BEN)}) waiting`],
      },
    },
    {
      session: 'T2',
      ...engineStep(expireReservation, holdValues(BEN)),
      marked: "status = 'held'",
      explanation:
        "The sweeper ends Ben's hold, on the condition that it still is one. The claim can't have changed it meanwhile: it waits.",
      expect: {
        outcome: { status: 'done', affected: 1 },
        waits: ['T1 waits for T2'],
        locks: [...sweeps, 'T1 reservations IX', `T1 ${HEADER} X,REC_NOT_GAP (${headerKey(BEN)}) waiting`],
      },
    },
    {
      session: 'T2',
      ...engineStep(returnUnits, holdValues(BEN)),
      explanation: 'It puts his unit back into the pool. Nobody can buy it before the sweeper commits.',
      expect: {
        outcome: { status: 'done', affected: 1 },
        waits: ['T1 waits for T2'],
        locks: [
          ...sweeps,
          'T2 available_units IX',
          'T1 reservations IX',
          `T1 ${HEADER} X,REC_NOT_GAP (${headerKey(BEN)}) waiting`,
        ],
      },
    },
    {
      session: 'T2',
      ...engineStep(dropReservedUnits, holdValues(BEN)),
      explanation: 'It takes the unit out of the hold. All three changes become visible together.',
      expect: {
        outcome: { status: 'done', affected: 1 },
        waits: ['T1 waits for T2'],
        locks: [
          ...sweeps,
          'T2 available_units IX',
          'T2 reserved_units IX',
          'T2 reservation_lines IS',
          ...recordLocks('T2', 'reservation_lines.PRIMARY', 'S,REC_NOT_GAP', lineKey(BEN)),
          ...recordLocks('T2', RESERVED, 'X,REC_NOT_GAP', reservedKey(BEN, 2)),
          'T1 reservations IX',
          `T1 ${HEADER} X,REC_NOT_GAP (${headerKey(BEN)}) waiting`,
        ],
      },
    },
    {
      session: 'T2',
      sql: 'COMMIT',
      explanation:
        "Ben's claim goes on, reads the header again and changes no row: the hold is no longer held. It knows that it came second, takes a unit again if there is one, or gives the money back.",
      expect: {
        outcome: { status: 'done' },
        resumed: { T1: { status: 'done', affected: 0 } },
        locks: ['T1 reservations IX', ...recordLocks('T1', HEADER, 'X,REC_NOT_GAP', headerKey(BEN))],
      },
    },
  ],
  conclusion:
    'A hold ends by its status, changed under lock, never by the clock alone. Who looks at the clock and acts, beside a late claim, sells a unit twice.',
  manual: [
    'Locking Reads: Locking Read Concurrency with NOWAIT and SKIP LOCKED',
    'Consistent Nonlocking Reads',
  ],
};

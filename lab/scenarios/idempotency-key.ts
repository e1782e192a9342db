/** Two inserts of one key: the second waits until it is decided whether the first exists. */
import { openReservation } from '@/engine/sql/open-reservation';
import { drawnHeaders, headerKey } from '@/lab/holds';
import type { SteppedScenario } from '@/lab/scenario';
import { bytesOf, engineStep, SHOP, SUPREMUM, session, uuidOf } from '@/lab/stock';
import { reservations } from '@/lab/tables';

const open = (hold: string) => ({
  ...engineStep(openReservation, {
    shopId: SHOP,
    reservationId: uuidOf(hold),
    checkoutId: uuidOf(hold),
    holdSeconds: 300,
  }),
  marked: 'INSERT',
});

const ADA = '0a';
const BEN = '0b';
const HEADER = 'reservations.PRIMARY';

const meeting = (hold: string) => [
  'T1 reservations IX',
  `T1 ${HEADER} X,REC_NOT_GAP (${headerKey(hold)})`,
  'T2 reservations IX',
  `T2 ${HEADER} S,REC_NOT_GAP (${headerKey(hold)}) waiting`,
];

export const idempotencyKey: SteppedScenario = {
  kind: 'stepped',
  id: 'one-key-two-inserts',
  number: 20,
  topic: 'failure',
  title: 'Of two inserts of one key, the second waits for the first, and then fails or succeeds',
  story:
    "Ada's double click reaches the shop twice, with the same reservation id. Both requests write the header of the hold. Whether the second one is a repeat depends on whether the first commits.",
  setup: [reservations],
  draws: [drawnHeaders],
  names: { [bytesOf(ADA)]: "Ada's hold", [bytesOf(BEN)]: "Ben's hold" },
  sessions: [session('T1', 'First click'), session('T2', 'Second click')],
  steps: [
    {
      session: 'T1',
      ...open(ADA),
      explanation: 'The first click writes the header. No record lock is listed, an insert locks implicitly.',
      expect: { outcome: { status: 'done', affected: 1 }, locks: ['T1 reservations IX'] },
    },
    {
      session: 'T2',
      ...open(ADA),
      question: {
        ask: 'The second click writes the same key. What does it get?',
        options: [
          { text: 'Duplicate key, at once', isRightIf: { status: 'error' } },
          { text: 'It waits', isRightIf: { status: 'blocked' } },
        ],
      },
      explanation:
        "It waits: the key may yet disappear. Its wait turns the first one's implicit lock into one that is listed. data_locks names the waiter's thread as the one who wrote that row; to whom it belongs is told by the transaction.",
      expect: { outcome: { status: 'blocked' }, waits: ['T2 waits for T1'], locks: meeting(ADA) },
    },
    {
      session: 'T1',
      sql: 'COMMIT',
      explanation:
        'The first exists, so the second is a duplicate: error 1062. It now reads the hold that the first click made and answers with that. One hold, whatever the number of clicks.',
      expect: {
        outcome: { status: 'done' },
        resumed: { T2: { status: 'error', code: 'ER_DUP_ENTRY' } },
        locks: ['T2 reservations IX', `T2 ${HEADER} S,REC_NOT_GAP (${headerKey(ADA)})`],
      },
    },
    {
      session: 'T2',
      sql: 'ROLLBACK',
      explanation:
        'The shared lock that the duplicate check left goes with the rollback. Now the other ending, with Ben.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T1',
      sql: 'START TRANSACTION',
      explanation: 'Now Ben clicks twice, with an id of his own. This is his first click.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T2',
      sql: 'START TRANSACTION',
      explanation: 'This is his second, a moment later. The network has no idea that they belong together.',
      expect: { outcome: { status: 'done' }, locks: [] },
    },
    {
      session: 'T1',
      ...open(BEN),
      explanation:
        'The first writes the header. As before, its lock is not listed as long as nobody asks for it.',
      expect: { outcome: { status: 'done', affected: 1 }, locks: ['T1 reservations IX'] },
    },
    {
      session: 'T2',
      ...open(BEN),
      explanation:
        'The second meets the same key and waits, as before. Whether it is a repeat is still open.',
      expect: { outcome: { status: 'blocked' }, waits: ['T2 waits for T1'], locks: meeting(BEN) },
    },
    {
      session: 'T1',
      sql: 'ROLLBACK',
      question: {
        ask: 'The first one rolls back: its units were not to be had. What becomes of the second?',
        options: [
          { text: 'It succeeds', isRightIf: { status: 'done' } },
          { text: 'It fails as a duplicate', isRightIf: { status: 'error' } },
        ],
      },
      explanation:
        'When the first rolls back, the second is the first, so no request is lost and none counts twice. It is left with two gap locks, though the session is READ COMMITTED: the record that it waited for has vanished, and its wait was passed on to the gaps beside it.',
      expect: {
        outcome: { status: 'done' },
        resumed: { T2: { status: 'done', affected: 1 } },
        locks: [
          'T2 reservations IX',
          `T2 ${HEADER} S,GAP (${headerKey(BEN)})`,
          `T2 ${HEADER} S (${SUPREMUM})`,
        ],
      },
    },
  ],
  conclusion:
    'A primary key is the simplest idempotency key: the database makes the second request wait exactly as long as the answer is open.',
  manual: ['Locks Set by Different SQL Statements in InnoDB: INSERT', 'InnoDB Locking: Record Locks'],
};

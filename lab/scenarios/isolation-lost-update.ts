/** Lost update: two read the same number, both write what follows from it, and one sale is gone. */
import type { Step } from '@/lab/scenario';
import type { Isolation } from '@/lab/stock';
import {
  type Anomaly,
  isSerial,
  readQuantity,
  readShared,
  type Trial,
  wants,
  writeQuantity,
  wrote,
} from './isolation-anomaly';

const read = (session: 'T1' | 'T2', explanation: string, locks: string[]): Step => ({
  session,
  sql: readQuantity,
  explanation,
  expect: { outcome: { status: 'done', rows: [[5]] }, locks },
});

const prevented: Trial = {
  verdict: 'prevented: deadlock',
  isHarmful: false,
  conclusion: 'Nobody loses an update; one of them loses the transaction, and has to begin again.',
  steps: [
    read(
      'T1',
      'Ada reads 5, and keeps a shared lock on the row. Her program works out 5 - 1 = 4.',
      readShared('T1'),
    ),
    read('T2', 'Ben reads 5, and shares the lock with her. His program works out the same 4.', [
      ...readShared('T1'),
      ...readShared('T2'),
    ]),
    {
      session: 'T1',
      sql: writeQuantity(4),
      marked: 'quantity = 4',
      explanation:
        'Ada wants to write and waits: Ben has read the row and is not done. Her own shared lock stays hers while she waits.',
      expect: {
        outcome: { status: 'blocked' },
        waits: ['T1 waits for T2'],
        locks: [...readShared('T1'), ...wants('T1', 'X'), ...readShared('T2')],
      },
    },
    {
      session: 'T2',
      sql: writeQuantity(4),
      marked: 'quantity = 4',
      question: {
        ask: 'Ben wants to write, too, and Ada has read the row. What happens?',
        options: [
          { text: 'Both wait for ever', isRightIf: { status: 'blocked' } },
          { text: 'One of them is rolled back', isRightIf: { code: 'ER_LOCK_DEADLOCK' } },
          { text: "Ada's write is lost", isRightIf: { status: 'done' } },
        ],
      },
      explanation:
        'Ben wants to write too, and she has read it. A circle: InnoDB rolls one of them back, and the other goes on.',
      expect: {
        outcome: { status: 'error', code: 'ER_LOCK_DEADLOCK' },
        resumed: { T1: { status: 'done', affected: 1 } },
        locks: [...readShared('T1'), ...wrote('T1')],
      },
    },
  ],
};

/** Under the three levels below SERIALIZABLE the same comes of it; only why Ben does not notice differs. */
function happens(level: Isolation): Trial {
  const isSnapshot = level === 'REPEATABLE READ';
  return {
    verdict: 'happens',
    isHarmful: true,
    conclusion:
      '5 - 1 - 1 = 4, and no error. A snapshot keeps reads steady; it does not notice that somebody wrote.',
    steps: [
      read('T1', 'Ada reads 5, without a lock. Her program works out 5 - 1 = 4.', []),
      read('T2', 'Ben reads 5, without a lock. His program works out the same 4.', []),
      {
        session: 'T1',
        sql: writeQuantity(4),
        marked: 'quantity = 4',
        explanation: 'Ada writes 4. The row is hers until she commits, which is too late to be of use.',
        expect: { outcome: { status: 'done', affected: 1 }, locks: wrote('T1') },
      },
      {
        session: 'T1',
        sql: 'COMMIT',
        explanation: 'One is sold, and four are left. So far the books are right.',
        expect: { outcome: { status: 'done' }, locks: [] },
      },
      {
        session: 'T2',
        sql: writeQuantity(4),
        marked: 'quantity = 4',
        question: {
          ask: `Ben writes what follows from his 5. What does ${level} make of that?`,
          options: [
            { text: 'It goes through', isRightIf: { affected: 1 } },
            { text: 'An error: the row has changed', isRightIf: { status: 'error' } },
            { text: 'It waits', isRightIf: { status: 'blocked' } },
          ],
        },
        explanation: isSnapshot
          ? 'Ben writes 4, which it already is, and hears of nothing. His snapshot still says 5: InnoDB does not compare what he read with what is there when he writes.'
          : 'Ben writes 4, which it already is, and hears of nothing. The 5 that he started from lives in his program; MySQL knows nothing of it.',
        expect: { outcome: { status: 'done', affected: 1 }, locks: wrote('T2') },
      },
      {
        session: 'T2',
        sql: 'COMMIT',
        explanation: 'A second one is sold. No statement has failed and nobody has waited.',
        expect: { outcome: { status: 'done' }, locks: [] },
      },
      {
        session: 'T1',
        sql: readQuantity,
        explanation:
          'Five, two sold, and 4 left: one of the two sales is not in it. The next buyer gets a unit that is gone.',
        expect: { outcome: { status: 'done', rows: [[4]] }, locks: [] },
      },
    ],
  };
}

export const lostUpdate: Anomaly = {
  id: 'lost-update',
  name: 'Lost update',
  story: 'Ada and Ben both read 5, subtract one in their program, and write 4. Two were sold.',
  who: ['Ada, buying', 'Ben, buying'],
  instead: ['claim.claim_reservation'],
  under: (level) => (isSerial(level) ? prevented : happens(level)),
};

/** Non-repeatable read: the same question twice in one transaction, and two answers. */
import type { Step } from '@/lab/scenario';
import type { Isolation } from '@/lab/stock';
import {
  type Anomaly,
  isSerial,
  readQuantity,
  readShared,
  seesCommitted,
  type Trial,
  wants,
  writeQuantity,
  wrote,
} from './isolation-anomaly';

const whileAdaWaits = [...readShared('T2'), ...wants('T1', 'X')];

const prevented: Trial = {
  verdict: 'prevented: the writer waits',
  isHarmful: false,
  conclusion: 'The read can be repeated because nobody may write until the reader is done.',
  steps: [
    {
      session: 'T2',
      sql: readQuantity,
      explanation:
        'Ben reads 5, and keeps a shared lock on the row. Others may read it as well; whoever wants to write has to wait for him.',
      expect: { outcome: { status: 'done', rows: [[5]] }, locks: readShared('T2') },
    },
    {
      session: 'T1',
      sql: writeQuantity(4),
      marked: 'quantity = 4',
      explanation:
        'Ada waits: Ben has read the row and is not done. A reader stops a buyer here, which no other level does.',
      expect: { outcome: { status: 'blocked' }, waits: ['T1 waits for T2'], locks: whileAdaWaits },
    },
    {
      session: 'T2',
      sql: readQuantity,
      explanation: 'Ben reads 5 again. It cannot be otherwise: the row is his to read until he is done.',
      expect: { outcome: { status: 'done', rows: [[5]] }, waits: ['T1 waits for T2'], locks: whileAdaWaits },
    },
    {
      session: 'T2',
      sql: 'COMMIT',
      explanation: "Ben is done, and Ada's UPDATE goes on. She has waited for somebody who only looked.",
      expect: {
        outcome: { status: 'done' },
        resumed: { T1: { status: 'done', affected: 1 } },
        locks: wrote('T1'),
      },
    },
  ],
};

function withoutWaiting(level: Isolation): Trial {
  const isChanged = seesCommitted(level);
  const seen = isChanged ? 4 : 5;
  const first: Step = {
    session: 'T2',
    sql: readQuantity,
    explanation: isChanged
      ? 'Ben reads 5, without a lock. The next statement of his transaction will look afresh.'
      : 'Ben reads 5, without a lock. This first read fixes the snapshot from which his whole transaction reads.',
    expect: { outcome: { status: 'done', rows: [[5]] }, locks: [] },
  };
  return {
    verdict: isChanged ? 'happens' : 'prevented',
    isHarmful: isChanged,
    conclusion: isChanged
      ? 'Two statements, two moments. What must belong together has to be read in one statement.'
      : 'The transaction reads from the snapshot that its first read made.',
    steps: [
      first,
      {
        session: 'T1',
        sql: writeQuantity(4),
        marked: 'quantity = 4',
        explanation: 'Ada buys one. Ben has no lock on the row, so she need not wait for him.',
        expect: { outcome: { status: 'done', affected: 1 }, locks: wrote('T1') },
      },
      {
        session: 'T1',
        sql: 'COMMIT',
        explanation:
          'The sale is committed: 4 is the truth for every transaction that begins now. Ben has begun before.',
        expect: { outcome: { status: 'done' }, locks: [] },
      },
      {
        session: 'T2',
        sql: readQuantity,
        question: {
          ask: 'The same SELECT in the same transaction. What does Ben read now?',
          options: [
            { text: '4', isRightIf: { value: 4 } },
            { text: '5', isRightIf: { value: 5 } },
          ],
        },
        explanation: isChanged
          ? 'Ben reads 4. He asked the same question twice in one transaction and got two answers, both true when they were given.'
          : 'Ben reads 5 again, though the quantity is 4. His answer is steady and out of date at once.',
        expect: { outcome: { status: 'done', rows: [[seen]] }, locks: [] },
      },
    ],
  };
}

export const nonRepeatableRead: Anomaly = {
  id: 'non-repeatable-read',
  name: 'Non-repeatable read',
  story: 'Ben reads the quantity twice in one transaction. In between, a sale is committed.',
  who: ['Ada, buying', 'Ben, looking twice'],
  instead: ['availability.read'],
  under: (level) => (isSerial(level) ? prevented : withoutWaiting(level)),
};

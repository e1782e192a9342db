/** Dirty read: one reads what another may still take back. */
import type { Step } from '@/lab/scenario';
import type { Isolation } from '@/lab/stock';
import {
  type Anomaly,
  isSerial,
  readQuantity,
  readShared,
  seesUncommitted,
  type Trial,
  wants,
  writeQuantity,
  wrote,
} from './isolation-anomaly';

const mistake: Step = {
  session: 'T1',
  sql: writeQuantity(0),
  marked: 'quantity = 0',
  explanation:
    'The merchant sets the quantity to 0 and has not committed. The row is locked for other writers; whether readers see the 0 is a matter of their isolation level.',
  expect: { outcome: { status: 'done', affected: 1 }, locks: wrote('T1') },
};

const prevented: Trial = {
  verdict: 'prevented: the reader waits',
  isHarmful: false,
  conclusion: 'Under SERIALIZABLE a plain SELECT locks what it reads, shared, and so waits for the writer.',
  steps: [
    mistake,
    {
      session: 'T2',
      sql: readQuantity,
      question: {
        ask: 'Ben only reads. What does he get under SERIALIZABLE?',
        options: [
          { text: '0', isRightIf: { value: 0 } },
          { text: '5', isRightIf: { value: 5 } },
          { text: 'Nothing yet: he waits', isRightIf: { status: 'blocked' } },
        ],
      },
      explanation:
        'Ben waits. Under SERIALIZABLE his plain SELECT is run as SELECT … FOR SHARE: it asks for a shared lock, and the merchant has the exclusive one.',
      expect: {
        outcome: { status: 'blocked' },
        waits: ['T2 waits for T1'],
        locks: [...wrote('T1'), ...wants('T2', 'S')],
      },
    },
    {
      session: 'T1',
      sql: 'ROLLBACK',
      explanation:
        'The mistake is taken back, and Ben goes on and reads 5. He keeps his shared lock until he commits: nobody may change what he has read.',
      expect: {
        outcome: { status: 'done' },
        resumed: { T2: { status: 'done', rows: [[5]] } },
        locks: readShared('T2'),
      },
    },
  ],
};

function withoutWaiting(level: Isolation): Trial {
  const isDirty = seesUncommitted(level);
  const seen = isDirty ? 0 : 5;
  return {
    verdict: isDirty ? 'happens' : 'prevented',
    isHarmful: isDirty,
    conclusion: isDirty
      ? 'Ben was told "sold out" because of a number that was never true.'
      : 'A consistent read shows the last committed version, whatever is being written.',
    steps: [
      mistake,
      {
        session: 'T2',
        sql: readQuantity,
        question: {
          ask: `Ben reads under ${level}. What does he get?`,
          options: [
            { text: '0', isRightIf: { value: 0 } },
            { text: '5', isRightIf: { value: 5 } },
            { text: 'Nothing yet: he waits', isRightIf: { status: 'blocked' } },
          ],
        },
        explanation: isDirty
          ? 'Ben reads 0, without waiting and without a lock. He was given the newest version of the row, and nobody has vouched for it yet.'
          : 'Ben reads 5, without waiting and without a lock. InnoDB rebuilt the committed version of the row for him from the undo log.',
        expect: { outcome: { status: 'done', rows: [[seen]] }, locks: wrote('T1') },
      },
      {
        session: 'T1',
        sql: 'ROLLBACK',
        explanation: isDirty
          ? 'The mistake is taken back: the quantity is 5 and has been all the time. What Ben was told cannot be taken back.'
          : 'The mistake is taken back, and nobody has seen it. Ben read what was true before, during and after.',
        expect: { outcome: { status: 'done' }, locks: [] },
      },
    ],
  };
}

export const dirtyRead: Anomaly = {
  id: 'dirty-read',
  name: 'Dirty read',
  story:
    'Five Tally Counters. Somebody sets the quantity to 0 by mistake and takes it back; Ben looks in between.',
  who: ['The merchant', 'Ben, looking'],
  instead: ['availability.read'],
  under: (level) => (isSerial(level) ? prevented : withoutWaiting(level)),
};

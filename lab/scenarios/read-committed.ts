/** READ COMMITTED locks the rows that were found, and the refill goes through. */
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import { drawnPool, fillPool, POOL, session, units } from '@/lab/stock';
import { availableUnits } from '@/lab/tables';
import { lockThree, refillTwo } from './repeatable-read';

const adasLocks = ['T1 available_units IX', ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', ...units(1, 2))];

export const readCommitted: SteppedScenario = {
  kind: 'stepped',
  id: 'read-committed',
  number: 10,
  topic: 'isolation',
  title: "READ COMMITTED locks what it found, and the refill doesn't wait",
  story:
    'The same pool of two, the same cart of three, the same refill. One line at the start of each session differs.',
  setup: [availableUnits, fillPool(2)],
  draws: [drawnPool],
  sessions: [session('T1', 'Ada, checking out'), session('T2', 'The refill')],
  steps: [
    {
      session: 'T1',
      ...lockThree,
      explanation:
        'Two record locks, and none on a gap. READ COMMITTED promises only that what is read is committed, not that it can be read again, so there is nothing to protect.',
      expect: {
        outcome: {
          status: 'done',
          rows: [
            [41, 1, 1],
            [41, 1, 2],
          ],
        },
        locks: adasLocks,
      },
    },
    {
      session: 'T2',
      ...refillTwo,
      question: {
        ask: 'Will the refill wait now?',
        options: [
          { text: 'Yes', isRightIf: { status: 'blocked' } },
          { text: 'No', isRightIf: { status: 'done' } },
        ],
      },
      explanation:
        'It inserts at once, while Ada still holds her two units. There is no lock behind the last record for it to run into.',
      expect: {
        outcome: { status: 'done', affected: 2 },
        locks: [...adasLocks, 'T2 available_units IX'],
      },
    },
    {
      session: 'T2',
      sql: 'COMMIT',
      explanation:
        'The new units are there for everybody, also for Ada, who is still in the middle of her transaction. Under REPEATABLE READ the refill would still be waiting for her.',
      expect: { outcome: { status: 'done' }, locks: adasLocks },
    },
    {
      session: 'T1',
      ...lockThree,
      explanation:
        'In the same transaction, the same statement now finds three. Under READ COMMITTED that is no fault: it is what lets the engine try again.',
      expect: {
        outcome: {
          status: 'done',
          rows: [
            [41, 1, 1],
            [41, 1, 2],
            [41, 1, 3],
          ],
        },
        locks: ['T1 available_units IX', ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', ...units(1, 2, 3))],
      },
    },
  ],
  conclusion:
    'Each transaction of the engine asks for READ COMMITTED in its first packet. It costs no round trip, and no gap is ever locked by a sale.',
  manual: ['Transaction Isolation Levels', 'InnoDB Locking: Gap Locks'],
};

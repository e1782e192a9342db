/** Phantom: a row that was not there when the same question was asked before. */
import { sqlText } from '@/db/statement';
import { recordLocks, type Step } from '@/lab/scenario';
import { type Isolation, POOL, SUPREMUM, units } from '@/lab/stock';
import { type Anomaly, isSerial, seesCommitted, type Trial, WHERE } from './isolation-anomaly';

const countUnits = sqlText(`
  SELECT COUNT(*) AS units
    FROM available_units
   ${WHERE}`);

const insertUnit = sqlText(`
  INSERT INTO available_units (shop_id, inventory_item_id, inventory_group_id, id)
  VALUES (1, 41, 1, 4)`);

const counted = ['T2 available_units IS', ...recordLocks('T2', POOL, 'S', ...units(1, 2, 3), SUPREMUM)];
const whileRefillWaits = [
  ...counted,
  'T1 available_units IX',
  `T1 ${POOL} X,INSERT_INTENTION (${SUPREMUM}) waiting`,
];

const prevented: Trial = {
  verdict: 'prevented: the insert waits',
  isHarmful: false,
  conclusion: 'No phantom, and no refill either, until the one who counted is done.',
  steps: [
    {
      session: 'T2',
      sql: countUnits,
      explanation:
        'Ben counts 3, and locks them, shared, with every gap between and behind them. What is not there must stay away, too, or his count would not hold.',
      expect: { outcome: { status: 'done', rows: [[3]] }, locks: counted },
    },
    {
      session: 'T1',
      sql: insertUnit,
      marked: 'INSERT',
      explanation:
        'The refill waits for the gap behind the last unit. Nobody holds unit 4, which does not exist; Ben holds the place where it would lie.',
      expect: { outcome: { status: 'blocked' }, waits: ['T1 waits for T2'], locks: whileRefillWaits },
    },
    {
      session: 'T2',
      sql: countUnits,
      explanation: 'Ben counts 3 again. Nothing could have been added meanwhile.',
      expect: {
        outcome: { status: 'done', rows: [[3]] },
        waits: ['T1 waits for T2'],
        locks: whileRefillWaits,
      },
    },
    {
      session: 'T2',
      sql: 'COMMIT',
      explanation:
        'Ben is done, and the refill inserts its unit. The lock that it had waited for stays listed until it commits.',
      expect: {
        outcome: { status: 'done' },
        resumed: { T1: { status: 'done', affected: 1 } },
        locks: ['T1 available_units IX', `T1 ${POOL} X,INSERT_INTENTION (${SUPREMUM})`],
      },
    },
  ],
};

function withoutWaiting(level: Isolation): Trial {
  const isThere = seesCommitted(level);
  const seen = isThere ? 4 : 3;
  const first: Step = {
    session: 'T2',
    sql: countUnits,
    explanation: isThere
      ? 'Ben counts 3, without a lock. Neither the units nor the gaps between them are his.'
      : 'Ben counts 3, without a lock. His snapshot is made: it has three units.',
    expect: { outcome: { status: 'done', rows: [[3]] }, locks: [] },
  };
  return {
    verdict: isThere ? 'happens' : 'prevented for plain reads',
    isHarmful: isThere,
    conclusion: isThere
      ? 'A row that was not there is there: for a pool that is refilled, this is what one wants.'
      : 'The snapshot has no fourth unit. A locking read in the same transaction would find it: those read what is, not what was.',
    steps: [
      first,
      {
        session: 'T1',
        sql: insertUnit,
        marked: 'INSERT',
        explanation: 'The refill adds unit 4. No gap is locked, so it need not wait.',
        expect: { outcome: { status: 'done', affected: 1 }, locks: ['T1 available_units IX'] },
      },
      {
        session: 'T1',
        sql: 'COMMIT',
        explanation: "The unit is for sale from now on. Ben's transaction is still the same one.",
        expect: { outcome: { status: 'done' }, locks: [] },
      },
      {
        session: 'T2',
        sql: countUnits,
        question: {
          ask: 'How many does Ben count now?',
          options: [
            { text: '3', isRightIf: { value: 3 } },
            { text: '4', isRightIf: { value: 4 } },
          ],
        },
        explanation: isThere
          ? 'Ben counts 4. The fourth is the phantom: no row that he had read has changed, there is one more.'
          : 'Ben counts 3, though the pool has 4. The unit was committed after his snapshot, so to him it does not exist.',
        expect: { outcome: { status: 'done', rows: [[seen]] }, locks: [] },
      },
    ],
  };
}

export const phantom: Anomaly = {
  id: 'phantom',
  name: 'Phantom',
  story: 'Ben counts the pool twice in one transaction. In between, a refill adds a unit.',
  who: ['The refill', 'Ben, counting'],
  instead: ['replenish.lock_level', 'replenish.count_pool'],
  under: (level) => (isSerial(level) ? prevented : withoutWaiting(level)),
};

/** The four anomalies, each as the steps that provoke it and what becomes of them under a level. */
import { sqlText } from '@/db/statement';
import { recordLocks, type Step } from '@/lab/scenario';
import { type Isolation, level as levelKey, POOL, SUPREMUM, units } from '@/lab/stock';

export interface Trial {
  readonly verdict: string;
  readonly isHarmful: boolean;
  readonly steps: readonly Step[];
  readonly conclusion: string;
}

export interface Anomaly {
  readonly id: 'dirty-read' | 'non-repeatable-read' | 'phantom' | 'lost-update';
  readonly name: string;
  readonly story: string;
  readonly who: readonly [string, string];
  under(level: Isolation): Trial;
}

const WHERE = 'WHERE shop_id = 1 AND inventory_item_id = 41 AND inventory_group_id = 1';
const readQuantity = sqlText(`
  SELECT quantity
    FROM quantities
   ${WHERE}`);
const write = (quantity: number) =>
  sqlText(`
  UPDATE quantities
     SET quantity = ${quantity}
   ${WHERE}`);
const countUnits = sqlText(`
  SELECT COUNT(*) AS units
    FROM available_units
   ${WHERE}`);
const insertUnit = sqlText(`
  INSERT INTO available_units (shop_id, inventory_item_id, inventory_group_id, id)
  VALUES (1, 41, 1, 4)`);

const ROW = 'quantities.PRIMARY';
type Name = 'T1' | 'T2';
const wrote = (name: Name) => [
  `${name} quantities IX`,
  ...recordLocks(name, ROW, 'X,REC_NOT_GAP', levelKey()),
];
const readShared = (name: Name) => [
  `${name} quantities IS`,
  ...recordLocks(name, ROW, 'S,REC_NOT_GAP', levelKey()),
];
const wants = (name: Name, mode: 'X' | 'S') => [
  `${name} quantities I${mode}`,
  `${name} ${ROW} ${mode},REC_NOT_GAP (${levelKey()}) waiting`,
];

/** Under SERIALIZABLE a plain SELECT in a transaction is a SELECT … FOR SHARE. */
const isSerial = (level: Isolation) => level === 'SERIALIZABLE';
const seesUncommitted = (level: Isolation) => level === 'READ UNCOMMITTED';
const seesCommitted = (level: Isolation) => level === 'READ UNCOMMITTED' || level === 'READ COMMITTED';

const dirtyRead: Anomaly = {
  id: 'dirty-read',
  name: 'Dirty read',
  story:
    'Five Tally Counters. Somebody sets the quantity to 0 by mistake and takes it back; Ben looks in between.',
  who: ['The merchant', 'Ben, looking'],
  under: (level) => {
    const start: Step = {
      session: 'T1',
      sql: write(0),
      marked: 'quantity = 0',
      explanation: 'The quantity becomes 0, not committed.',
      expect: { outcome: { status: 'done', affected: 1 }, locks: wrote('T1') },
    };
    if (isSerial(level)) {
      return {
        verdict: 'prevented: the reader waits',
        isHarmful: false,
        conclusion:
          'Under SERIALIZABLE a plain SELECT locks what it reads, shared, and so waits for the writer.',
        steps: [
          start,
          {
            session: 'T2',
            sql: readQuantity,
            explanation: 'Ben waits: his SELECT asks for a shared lock.',
            expect: {
              outcome: { status: 'blocked' },
              waits: ['T2 waits for T1'],
              locks: [...wrote('T1'), ...wants('T2', 'S')],
            },
          },
          {
            session: 'T1',
            sql: 'ROLLBACK',
            explanation: 'The mistake is taken back, and Ben reads 5.',
            expect: {
              outcome: { status: 'done' },
              resumed: { T2: { status: 'done', rows: [[5]] } },
              locks: readShared('T2'),
            },
          },
        ],
      };
    }
    const seen = seesUncommitted(level) ? 0 : 5;
    return {
      verdict: seen === 0 ? 'happens' : 'prevented',
      isHarmful: seen === 0,
      conclusion:
        seen === 0
          ? 'Ben was told "sold out" because of a number that was never true.'
          : 'A consistent read shows the last committed version, whatever is being written.',
      steps: [
        start,
        {
          session: 'T2',
          sql: readQuantity,
          explanation: `Ben reads ${seen}, without waiting and without a lock.`,
          expect: { outcome: { status: 'done', rows: [[seen]] }, locks: wrote('T1') },
        },
        {
          session: 'T1',
          sql: 'ROLLBACK',
          explanation: 'The mistake is taken back.',
          expect: { outcome: { status: 'done' }, locks: [] },
        },
      ],
    };
  },
};

const nonRepeatableRead: Anomaly = {
  id: 'non-repeatable-read',
  name: 'Non-repeatable read',
  story: 'Ben reads the quantity twice in one transaction. In between, a sale is committed.',
  who: ['Ada, buying', 'Ben, looking twice'],
  under: (level) => {
    const first: Step = {
      session: 'T2',
      sql: readQuantity,
      explanation: isSerial(level) ? 'Ben reads 5, and keeps a shared lock on the row.' : 'Ben reads 5.',
      expect: { outcome: { status: 'done', rows: [[5]] }, locks: isSerial(level) ? readShared('T2') : [] },
    };
    if (isSerial(level)) {
      const locks = [...readShared('T2'), ...wants('T1', 'X')];
      return {
        verdict: 'prevented: the writer waits',
        isHarmful: false,
        conclusion: 'The read can be repeated because nobody may write until the reader is done.',
        steps: [
          first,
          {
            session: 'T1',
            sql: write(4),
            explanation: 'Ada waits: Ben has read the row and is not done.',
            expect: { outcome: { status: 'blocked' }, waits: ['T1 waits for T2'], locks },
          },
          {
            session: 'T2',
            sql: readQuantity,
            explanation: 'Ben reads 5 again.',
            expect: { outcome: { status: 'done', rows: [[5]] }, waits: ['T1 waits for T2'], locks },
          },
          {
            session: 'T2',
            sql: 'COMMIT',
            explanation: 'Now Ada may write.',
            expect: {
              outcome: { status: 'done' },
              resumed: { T1: { status: 'done', affected: 1 } },
              locks: wrote('T1'),
            },
          },
        ],
      };
    }
    const seen = seesCommitted(level) ? 4 : 5;
    return {
      verdict: seen === 4 ? 'happens' : 'prevented',
      isHarmful: seen === 4,
      conclusion:
        seen === 4
          ? 'Two statements, two moments. What must belong together has to be read in one statement.'
          : 'The transaction reads from the snapshot that its first read made.',
      steps: [
        first,
        {
          session: 'T1',
          sql: write(4),
          explanation: 'Ada buys one.',
          expect: { outcome: { status: 'done', affected: 1 }, locks: wrote('T1') },
        },
        {
          session: 'T1',
          sql: 'COMMIT',
          explanation: 'It is committed.',
          expect: { outcome: { status: 'done' }, locks: [] },
        },
        {
          session: 'T2',
          sql: readQuantity,
          explanation: `Ben reads ${seen}.`,
          expect: { outcome: { status: 'done', rows: [[seen]] }, locks: [] },
        },
      ],
    };
  },
};

const phantom: Anomaly = {
  id: 'phantom',
  name: 'Phantom',
  story: 'Ben counts the pool twice in one transaction. In between, a refill adds a unit.',
  who: ['The refill', 'Ben, counting'],
  under: (level) => {
    const counted = ['T2 available_units IS', ...recordLocks('T2', POOL, 'S', ...units(1, 2, 3), SUPREMUM)];
    const first: Step = {
      session: 'T2',
      sql: countUnits,
      explanation: isSerial(level)
        ? 'Ben counts 3, and locks them, shared, with every gap between and behind them.'
        : 'Ben counts 3.',
      expect: { outcome: { status: 'done', rows: [[3]] }, locks: isSerial(level) ? counted : [] },
    };
    if (isSerial(level)) {
      const locks = [
        ...counted,
        'T1 available_units IX',
        `T1 ${POOL} X,INSERT_INTENTION (${SUPREMUM}) waiting`,
      ];
      return {
        verdict: 'prevented: the insert waits',
        isHarmful: false,
        conclusion: 'No phantom, and no refill either, until the one who counted is done.',
        steps: [
          first,
          {
            session: 'T1',
            sql: insertUnit,
            explanation: 'The refill waits for the gap behind the last unit.',
            expect: { outcome: { status: 'blocked' }, waits: ['T1 waits for T2'], locks },
          },
          {
            session: 'T2',
            sql: countUnits,
            explanation: 'Ben counts 3 again.',
            expect: { outcome: { status: 'done', rows: [[3]] }, waits: ['T1 waits for T2'], locks },
          },
          {
            session: 'T2',
            sql: 'COMMIT',
            explanation: 'Now the refill may insert.',
            expect: {
              outcome: { status: 'done' },
              resumed: { T1: { status: 'done', affected: 1 } },
              locks: ['T1 available_units IX', `T1 ${POOL} X,INSERT_INTENTION (${SUPREMUM})`],
            },
          },
        ],
      };
    }
    const seen = seesCommitted(level) ? 4 : 3;
    return {
      verdict: seen === 4 ? 'happens' : 'prevented for plain reads',
      isHarmful: seen === 4,
      conclusion:
        seen === 4
          ? 'A row that was not there is there: for a pool that is refilled, this is what one wants.'
          : 'The snapshot has no fourth unit. A locking read in the same transaction would find it: those read what is, not what was.',
      steps: [
        first,
        {
          session: 'T1',
          sql: insertUnit,
          explanation: 'The refill adds unit 4.',
          expect: { outcome: { status: 'done', affected: 1 }, locks: ['T1 available_units IX'] },
        },
        {
          session: 'T1',
          sql: 'COMMIT',
          explanation: 'It is committed.',
          expect: { outcome: { status: 'done' }, locks: [] },
        },
        {
          session: 'T2',
          sql: countUnits,
          explanation: `Ben counts ${seen}.`,
          expect: { outcome: { status: 'done', rows: [[seen]] }, locks: [] },
        },
      ],
    };
  },
};

const lostUpdate: Anomaly = {
  id: 'lost-update',
  name: 'Lost update',
  story: 'Ada and Ben both read 5, subtract one in their program, and write 4. Two were sold.',
  who: ['Ada, buying', 'Ben, buying'],
  under: (level) => {
    const reads = (name: Name, locks: string[]): Step => ({
      session: name,
      sql: readQuantity,
      explanation: `${name === 'T1' ? 'Ada' : 'Ben'} reads 5.`,
      expect: { outcome: { status: 'done', rows: [[5]] }, locks },
    });
    if (isSerial(level)) {
      return {
        verdict: 'prevented: deadlock',
        isHarmful: false,
        conclusion: 'Nobody loses an update; one of them loses the transaction, and has to begin again.',
        steps: [
          reads('T1', readShared('T1')),
          reads('T2', [...readShared('T1'), ...readShared('T2')]),
          {
            session: 'T1',
            sql: write(4),
            explanation: 'Ada wants to write and waits: Ben has read the row.',
            expect: {
              outcome: { status: 'blocked' },
              waits: ['T1 waits for T2'],
              locks: [...readShared('T1'), ...wants('T1', 'X'), ...readShared('T2')],
            },
          },
          {
            session: 'T2',
            sql: write(4),
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
    }
    return {
      verdict: 'happens',
      isHarmful: true,
      conclusion:
        '5 - 1 - 1 = 4, and no error. A snapshot keeps reads steady; it does not notice that somebody wrote.',
      steps: [
        reads('T1', []),
        reads('T2', []),
        {
          session: 'T1',
          sql: write(4),
          explanation: 'Ada writes 4 …',
          expect: { outcome: { status: 'done', affected: 1 }, locks: wrote('T1') },
        },
        {
          session: 'T1',
          sql: 'COMMIT',
          explanation: '… and commits.',
          expect: { outcome: { status: 'done' }, locks: [] },
        },
        {
          session: 'T2',
          sql: write(4),
          explanation: 'Ben writes 4, which it already is …',
          expect: { outcome: { status: 'done', affected: 1 }, locks: wrote('T2') },
        },
        {
          session: 'T2',
          sql: 'COMMIT',
          explanation: '… and commits.',
          expect: { outcome: { status: 'done' }, locks: [] },
        },
        {
          session: 'T1',
          sql: readQuantity,
          explanation: '4. One of the two sales is not in it.',
          expect: { outcome: { status: 'done', rows: [[4]] }, locks: [] },
        },
      ],
    };
  },
};

export const anomalies: readonly Anomaly[] = [dirtyRead, nonRepeatableRead, phantom, lostUpdate];

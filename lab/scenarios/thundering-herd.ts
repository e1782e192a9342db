/** The same refill without the lock: everybody lays out the same units. */

import { sqlText } from '@/db/statement';
import { insertUnits } from '@/engine/sql/insert-units';
import { layOutUnits } from '@/engine/sql/lay-out-units';
import type { SteppedScenario } from '@/lab/scenario';
import { drawnPool, engineStep, level, levelValues, openLevel, POOL, session, unit } from '@/lab/stock';
import { availableUnits, inventoryLevels } from '@/lab/tables';

const readLevel = sqlText(`
  SELECT unpooled, next_unit_id
    FROM inventory_levels
   WHERE shop_id = 1
     AND inventory_item_id = 41
     AND inventory_group_id = 1`);

const insert = engineStep(insertUnits, { ...levelValues(), firstUnitId: 1, quantity: 4 });

export const thunderingHerd: SteppedScenario = {
  kind: 'stepped',
  id: 'thundering-herd',
  number: 17,
  topic: 'refill',
  title: 'Without the lock on the level, everybody refills the same units, and all but one for nothing',
  story:
    'The same empty pool and the same 20 in the ledger. This time the level is read with a plain SELECT: nobody waits, everybody acts.',
  setup: [availableUnits, inventoryLevels, openLevel(20, 1)],
  draws: [{ table: 'inventory_levels', index: 'PRIMARY', sharedColumns: 1, noun: 'item, group' }, drawnPool],
  sessions: [
    session('T1', 'Ada, refilling'),
    session('T2', 'Ben, refilling'),
    session('T3', 'Chloe, refilling'),
  ],
  steps: [
    {
      session: 'T1',
      sql: readLevel,
      explanation:
        'Ada reads that 20 are not laid out, and that the next unit is 1. She has asked for no lock.',
      expect: { outcome: { status: 'done', rows: [[20, 1]] }, locks: [] },
    },
    {
      session: 'T2',
      sql: readLevel,
      explanation:
        'Ben reads the same. A plain SELECT asks for no lock, so nothing tells him that Ada is about to act on these numbers.',
      expect: { outcome: { status: 'done', rows: [[20, 1]] }, locks: [] },
    },
    {
      session: 'T3',
      sql: readLevel,
      explanation: 'And Chloe. Three programs are about to lay out units 1 to 4.',
      expect: { outcome: { status: 'done', rows: [[20, 1]] }, locks: [] },
    },
    {
      session: 'T1',
      ...insert,
      marked: 'INSERT',
      explanation:
        'Ada inserts units 1 to 4. No record lock is listed, but the four records are hers until she commits.',
      expect: { outcome: { status: 'done', affected: 4 }, locks: ['T1 available_units IX'] },
    },
    {
      session: 'T2',
      ...insert,
      marked: 'INSERT',
      question: {
        ask: 'Ben inserts the same four. What happens?',
        options: [
          { text: 'He fails at once: the key exists', isRightIf: { status: 'error' } },
          { text: "He waits for Ada's commit", isRightIf: { status: 'blocked' } },
          { text: 'He overwrites them', isRightIf: { status: 'done' } },
        ],
      },
      explanation:
        'He waits at unit 1: whether the key exists depends on whether Ada commits. His waiting makes her lock visible, an insert locks its record without listing it until somebody asks.',
      expect: {
        outcome: { status: 'blocked' },
        waits: ['T2 waits for T1'],
        locks: [
          'T1 available_units IX',
          `T1 ${POOL} X,REC_NOT_GAP (${unit(1)})`,
          'T2 available_units IX',
          `T2 ${POOL} S,REC_NOT_GAP (${unit(1)}) waiting`,
        ],
      },
    },
    {
      session: 'T3',
      ...insert,
      marked: 'INSERT',
      explanation:
        'Chloe waits at the same place. With a lock on the level they would wait as well, but with a reason: to find out that there is nothing left to do.',
      expect: {
        outcome: { status: 'blocked' },
        waits: ['T2 waits for T1', 'T3 waits for T1'],
        locks: [
          'T1 available_units IX',
          `T1 ${POOL} X,REC_NOT_GAP (${unit(1)})`,
          'T2 available_units IX',
          `T2 ${POOL} S,REC_NOT_GAP (${unit(1)}) waiting`,
          'T3 available_units IX',
          `T3 ${POOL} S,REC_NOT_GAP (${unit(1)}) waiting`,
        ],
      },
    },
    {
      session: 'T1',
      ...engineStep(layOutUnits, { ...levelValues(), quantity: 4 }),
      explanation:
        'Ada takes the four from the number. Only now does she lock the level, when the harm is done.',
      expect: {
        outcome: { status: 'done', affected: 1 },
        waits: ['T2 waits for T1', 'T3 waits for T1'],
        locks: [
          'T1 available_units IX',
          `T1 ${POOL} X,REC_NOT_GAP (${unit(1)})`,
          'T1 inventory_levels IX',
          `T1 inventory_levels.PRIMARY X,REC_NOT_GAP (${level()})`,
          'T2 available_units IX',
          `T2 ${POOL} S,REC_NOT_GAP (${unit(1)}) waiting`,
          'T3 available_units IX',
          `T3 ${POOL} S,REC_NOT_GAP (${unit(1)}) waiting`,
        ],
      },
    },
    {
      session: 'T1',
      sql: 'COMMIT',
      explanation:
        'Both others fail: duplicate key. They have waited for nothing, have to look again, and with 60 of them instead of two, they do so all at once. Luckily the key said no; with auto-increment ids it would have said yes, twice.',
      expect: {
        outcome: { status: 'done' },
        resumed: {
          T2: { status: 'error', code: 'ER_DUP_ENTRY' },
          T3: { status: 'error', code: 'ER_DUP_ENTRY' },
        },
        locks: [
          'T2 available_units IX',
          `T2 ${POOL} S,REC_NOT_GAP (${unit(1)})`,
          'T3 available_units IX',
          `T3 ${POOL} S,REC_NOT_GAP (${unit(1)})`,
        ],
      },
    },
  ],
  conclusion:
    'Ids that come from the level make a double refill impossible; the lock on the level makes it unnecessary. Both failed transactions still hold a shared lock on unit 1 until they roll back.',
  manual: ['Locks Set by Different SQL Statements in InnoDB: INSERT', 'Consistent Nonlocking Reads'],
};

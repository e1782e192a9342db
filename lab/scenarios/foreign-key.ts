/** A foreign key check reads the parent under a shared lock, and meets whoever updates it. */

import { sqlText } from '@/db/statement';
import { layOutUnits } from '@/engine/sql/lay-out-units';
import type { SteppedScenario } from '@/lab/scenario';
import { engineStep, level, levelValues, openLevel, session } from '@/lab/stock';
import { boundUnits, inventoryLevels } from '@/lab/tables';

const insert = (id: number) =>
  sqlText(`
  INSERT INTO bound_units (shop_id, inventory_item_id, inventory_group_id, id)
  VALUES (1, 41, 1, ${id})`);

const LEVEL = 'inventory_levels.PRIMARY';
const child = (name: 'T1' | 'T3') => [
  `${name} bound_units IX`,
  `${name} inventory_levels IS`,
  `${name} ${LEVEL} S,REC_NOT_GAP (${level()})`,
];

export const foreignKey: SteppedScenario = {
  kind: 'stepped',
  id: 'foreign-key',
  number: 21,
  topic: 'isolation',
  title: 'A foreign key takes a shared lock on the parent, also under READ COMMITTED',
  story:
    'Somebody has given the units a foreign key to their level, so that no unit can lie in a level that does not exist. Ada returns a unit to the pool; a refill wants to change the level.',
  setup: [inventoryLevels, boundUnits, openLevel(20, 10)],
  draws: [
    { table: 'inventory_levels', index: 'PRIMARY', sharedColumns: 1, noun: 'item, group' },
    { table: 'bound_units', index: 'PRIMARY', sharedColumns: 3, noun: 'unit' },
  ],
  sessions: [
    session('T1', 'Ada, giving a unit back'),
    session('T2', 'The refill'),
    session('T3', 'Ben, giving a unit back'),
  ],
  steps: [
    {
      session: 'T1',
      sql: insert(1),
      question: {
        ask: 'Ada inserts one unit. Will a lock be listed on the level, a table that she does not name?',
        options: [
          { text: 'No', isRightIf: { recordLocks: 0 } },
          { text: 'Yes', isRightIf: { recordLocks: 1 } },
        ],
      },
      explanation:
        'Yes: to be sure that the level exists until she commits, MySQL locks its row, shared. Neither the isolation level nor the statement says so.',
      expect: { outcome: { status: 'done', affected: 1 }, locks: child('T1') },
    },
    {
      session: 'T3',
      sql: insert(2),
      explanation: 'Ben does the same. Shared locks get along.',
      expect: { outcome: { status: 'done', affected: 1 }, locks: [...child('T1'), ...child('T3')] },
    },
    {
      session: 'T2',
      ...engineStep(layOutUnits, { ...levelValues(), quantity: 4 }),
      marked: 'UPDATE',
      explanation:
        'The refill wants the row for itself and waits for both. With a foreign key every sale and every return of an item would meet its refill here.',
      expect: {
        outcome: { status: 'blocked' },
        waits: ['T2 waits for T1', 'T2 waits for T3'],
        locks: [
          ...child('T1'),
          ...child('T3'),
          'T2 inventory_levels IX',
          `T2 ${LEVEL} X,REC_NOT_GAP (${level()}) waiting`,
        ],
      },
    },
    {
      session: 'T1',
      sql: 'COMMIT',
      explanation:
        "Ada's lock is gone, Ben's is left. The refill waits for as long as any one of them is open; where sales never stop, that may be long.",
      expect: {
        outcome: { status: 'done' },
        waits: ['T2 waits for T3'],
        locks: [...child('T3'), 'T2 inventory_levels IX', `T2 ${LEVEL} X,REC_NOT_GAP (${level()}) waiting`],
      },
    },
    {
      session: 'T3',
      sql: 'COMMIT',
      explanation: 'Now the refill goes on. It has waited for two inserts that changed nothing in its row.',
      expect: {
        outcome: { status: 'done' },
        resumed: { T2: { status: 'done', affected: 1 } },
        locks: ['T2 inventory_levels IX', `T2 ${LEVEL} X,REC_NOT_GAP (${level()})`],
      },
    },
  ],
  conclusion:
    'The unit, hold and ledger tables of the engine have no foreign keys. What they would have proven, the auditor proves.',
  manual: ['FOREIGN KEY Constraints: Locking', 'InnoDB Locking: Shared and Exclusive Locks'],
};

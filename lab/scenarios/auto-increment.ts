/** An auto-increment key with a secondary index: each unit is locked twice. */
import { sqlText } from '@/db/statement';
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import { session } from '@/lab/stock';
import { numberedUnits } from '@/lab/tables';

const lockTwo = sqlText(`
  SELECT id
    FROM numbered_units FORCE INDEX (units_for_reserve)
   WHERE shop_id = 1
     AND inventory_item_id = 41
     AND inventory_group_id = 1
   ORDER BY id
   LIMIT 2
     FOR UPDATE SKIP LOCKED`);

const SECONDARY = 'numbered_units.units_for_reserve';
const PRIMARY = 'numbered_units.PRIMARY';

export const autoIncrement: SteppedScenario = {
  kind: 'stepped',
  id: 'auto-increment-key',
  number: 7,
  topic: 'keys',
  title: 'With an auto-increment key, a locked unit costs two record locks',
  story:
    'The usual table: an auto-increment id, and an index to find the units of an item in a location. Two carts take two Tally Counters each.',
  setup: [
    numberedUnits,
    sqlText(`
      INSERT INTO numbered_units (id, shop_id, inventory_item_id, inventory_group_id)
      VALUES (1, 1, 41, 1), (2, 1, 41, 1), (3, 1, 41, 1), (4, 1, 41, 1), (5, 1, 42, 1)`),
  ],
  draws: [
    { table: 'numbered_units', index: 'units_for_reserve', sharedColumns: 1, noun: 'item, group, id' },
    { table: 'numbered_units', index: 'PRIMARY', noun: 'id' },
  ],
  sessions: [session('T1', 'Ada, checking out'), session('T2', 'Ben, checking out')],
  steps: [
    {
      session: 'T1',
      sql: lockTwo,
      marked: 'FORCE INDEX',
      question: {
        ask: 'Two units are locked. How many record locks is that?',
        options: [
          { text: '2', isRightIf: { recordLocks: 2 } },
          { text: '3', isRightIf: { recordLocks: 3 } },
          { text: '4', isRightIf: { recordLocks: 4 } },
        ],
      },
      explanation:
        'Four. Each unit is locked in the index that found it, and once more in the primary key, where the row itself lies.',
      expect: {
        outcome: { status: 'done', rows: [[1], [2]] },
        locks: [
          'T1 numbered_units IX',
          ...recordLocks('T1', SECONDARY, 'X,REC_NOT_GAP', '1, 41, 1, 1', '1, 41, 1, 2'),
          ...recordLocks('T1', PRIMARY, 'X,REC_NOT_GAP', '1', '2'),
        ],
      },
    },
    {
      session: 'T2',
      sql: lockTwo,
      marked: 'SKIP LOCKED',
      explanation:
        'Ben gets the next two, for another four locks. It works, and it costs twice the memory and twice the work for each unit, on the path that every sale takes.',
      expect: {
        outcome: { status: 'done', rows: [[3], [4]] },
        locks: [
          'T1 numbered_units IX',
          ...recordLocks('T1', SECONDARY, 'X,REC_NOT_GAP', '1, 41, 1, 1', '1, 41, 1, 2'),
          ...recordLocks('T1', PRIMARY, 'X,REC_NOT_GAP', '1', '2'),
          'T2 numbered_units IX',
          ...recordLocks('T2', SECONDARY, 'X,REC_NOT_GAP', '1, 41, 1, 3', '1, 41, 1, 4'),
          ...recordLocks('T2', PRIMARY, 'X,REC_NOT_GAP', '3', '4'),
        ],
      },
    },
  ],
  instead: ['reserve.lock_units'],
  conclusion:
    'The index that finds a row and the index that is the row are both locked. If they are one, so is the lock.',
  manual: ['Clustered and Secondary Indexes', 'Locks Set by Different SQL Statements in InnoDB'],
};

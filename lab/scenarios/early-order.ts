/** The order of writes of the story's early version: reservation first, then the pool. */
import { sqlText } from '@/db/statement';
import { recordLocks, type SteppedScenario } from '@/lab/scenario';
import { bytesOf, drawnPool, fillPool, POOL, session, unit, uuidOf } from '@/lab/stock';
import { availableUnits, earlyReservedUnits } from '@/lab/tables';

const ADA = '0a';
const BEN = '0b';
const EARLY = 'early_reserved_units.PRIMARY';

const insert = (hold: string) =>
  sqlText(`
  INSERT INTO early_reserved_units
         (shop_id, inventory_item_id, inventory_group_id, id, reservation_id)
  VALUES (1, 41, 1, 1, UUID_TO_BIN('${uuidOf(hold)}'))`);

export const earlyOrder: SteppedScenario = {
  kind: 'stepped',
  id: 'early-order',
  number: 11,
  topic: 'order',
  title: 'A reserve that inserts the reservation before it deletes from the pool can deadlock with a claim',
  story:
    "Shopify's article says that an early version inserted the reservation first, and met claims in the opposite order. Its SQL was not published, so the stage is ours: Ada's hold ran out, unit 1 went back to the pool, and now her payment arrives after all. Her claim wants unit 1 again, pool first. Ben reserves unit 1 at that moment, reservation first.",
  setup: [availableUnits, earlyReservedUnits, fillPool(3)],
  draws: [drawnPool, { table: 'early_reserved_units', index: 'PRIMARY', sharedColumns: 3, noun: 'unit' }],
  names: { [bytesOf(ADA)]: "Ada's hold", [bytesOf(BEN)]: "Ben's hold" },
  sessions: [session('T1', 'Ben, reserving'), session('T2', 'Ada, claiming late')],
  steps: [
    {
      session: 'T1',
      sql: insert(BEN),
      explanation:
        "Ben's reserve writes the reservation of unit 1 first. The record is locked, implicitly, until he commits.",
      expect: { outcome: { status: 'done', affected: 1 }, locks: ['T1 early_reserved_units IX'] },
    },
    {
      session: 'T2',
      sql: sqlText(`
        SELECT id
          FROM available_units
         WHERE shop_id = 1
           AND inventory_item_id = 41
           AND inventory_group_id = 1
           AND id = 1
           FOR UPDATE`),
      marked: 'FOR UPDATE',
      explanation:
        "Ada's late claim locks unit 1 in the pool. It is there: Ben has it in his reservation, and has not deleted it yet.",
      expect: {
        outcome: { status: 'done', rows: [[1]] },
        locks: [
          'T1 early_reserved_units IX',
          'T2 available_units IX',
          ...recordLocks('T2', POOL, 'X,REC_NOT_GAP', unit(1)),
        ],
      },
    },
    {
      session: 'T1',
      sql: sqlText(`
        DELETE FROM available_units
         WHERE shop_id = 1
           AND inventory_item_id = 41
           AND inventory_group_id = 1
           AND id = 1`),
      marked: 'DELETE',
      explanation:
        'Ben now deletes unit 1 from the pool, and waits: Ada has it locked. One wait alone would do no harm.',
      expect: {
        outcome: { status: 'blocked' },
        waits: ['T1 waits for T2'],
        locks: [
          'T1 early_reserved_units IX',
          'T1 available_units IX',
          `T1 ${POOL} X,REC_NOT_GAP (${unit(1)}) waiting`,
          'T2 available_units IX',
          ...recordLocks('T2', POOL, 'X,REC_NOT_GAP', unit(1)),
        ],
      },
    },
    {
      session: 'T2',
      sql: insert(ADA),
      marked: 'INSERT',
      question: {
        ask: 'Ada writes her reservation of unit 1, where Ben has one that is not committed. What happens?',
        options: [
          { text: 'She waits for Ben', isRightIf: { status: 'blocked' } },
          { text: 'Duplicate key', isRightIf: { code: 'ER_DUP_ENTRY' } },
          { text: 'Deadlock', isRightIf: { code: 'ER_LOCK_DEADLOCK' } },
        ],
      },
      explanation:
        'Deadlock. Ben has the reservation and wants the pool, Ada has the pool and wants the reservation. InnoDB rolled back the one that had changed less: Ada, who had only locked.',
      expect: {
        outcome: { status: 'error', code: 'ER_LOCK_DEADLOCK' },
        resumed: { T1: { status: 'done', affected: 1 } },
        locks: [
          'T1 early_reserved_units IX',
          `T1 ${EARLY} X,REC_NOT_GAP (${unit(1)})`,
          'T1 available_units IX',
          ...recordLocks('T1', POOL, 'X,REC_NOT_GAP', unit(1)),
        ],
      },
    },
  ],
  instead: ['reserve.take_units', 'reserve.hold_units'],
  conclusion:
    'What is staged here needs a claim that touches the pool. A claim that touches reserved units only shares no row with the reserve of another hold, so this circle has nowhere to close; that is reasoned, not staged.',
  manual: ['Deadlocks in InnoDB', 'Locks Set by Different SQL Statements in InnoDB: INSERT'],
};

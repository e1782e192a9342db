/**
 * Every unit a row from the start, no pool and no cap: 500,000 units are 500,000 rows.
 *
 * Promise: exact, and never in need of a refill.
 * Cost: as the unit pool at the head of the table, but all rows have to be written before the first sale and kept in memory,
 * counted and backed up; taking from the head leaves deleted rows that later buyers walk over.
 * Seen: as "one row per ticket" in seat and voucher shops.
 */
import { call } from '@/db/statement';
import { createEngine, type Engine, type LevelKey } from '@/engine/index';
import { RUN_SHOP } from '../stock';
import { engineStatement } from './engine-statement';
import { openEngine, openShop, readPoolBooks, receiveStock } from './engine-stock';
import { inLockOrder } from './lock-order';
import { READ_COMMITTED } from './own-transaction';
import { rivalStatements } from './pool-rival';
import { moveInOnePacket, type RowReserve, recoverPool, reserveRows, toUnits } from './row-reserve';
import type { Strategy, StrategyContext } from './strategy';

/** Rows of one statement; a single one for all would be one transaction with half a million locks. */
const ROWS_AT_ONCE = 50_000;

const lockUnits = engineStatement('reserve.lock_units');
const lockLevel = engineStatement('replenish.lock_level');
const insertUnits = engineStatement('replenish.insert_units');
const layOutUnits = engineStatement('replenish.lay_out_units');

const howOn = (engine: Engine): RowReserve => ({
  opening: READ_COMMITTED,
  order: inLockOrder,
  async lock(tx, before, lines) {
    const locks = lines.map((line) => call(lockUnits, { shopId: RUN_SHOP, fromUnitId: 0, ...line }));
    const results = await tx.send(...before, ...locks);
    return toUnits(results.slice(before.length).flatMap(({ rows }) => rows));
  },
  move: moveInOnePacket,
  recover: (lines) => recoverPool(engine, lines),
});

/** Writes all units that are left as rows, a part at a time. */
async function layOutAll({ database }: StrategyContext, level: LevelKey): Promise<void> {
  const values = { ...level };
  for (let left = 1; left > 0; ) {
    left = await database.transaction('simulator', async (tx) => {
      const [locked] = await tx.send(call(lockLevel, values));
      const row = locked?.rows[0] ?? { unpooled: 0, nextUnitId: 1 };
      const quantity = Math.min(ROWS_AT_ONCE, row.unpooled);
      if (quantity === 0) return 0;
      await tx.commit(
        call(insertUnits, { ...values, firstUnitId: row.nextUnitId, quantity }),
        call(layOutUnits, { ...values, quantity }),
      );
      return row.unpooled - quantity;
    });
  }
}

export const unitsUnbounded: Strategy = {
  id: 'units-unbounded',
  name: 'Units, no cap',
  summary: 'One row a unit for the whole stock, however large it is.',
  weakness: 'Half a million rows to write before the first sale, and to keep.',
  kind: 'units',
  hasRefills: false,
  firstWrite: 'reserve.lock_units',
  statements: rivalStatements().filter(({ name }) => !name.startsWith('replenish.')),
  async open(context) {
    const engine = createEngine(context.database, { refillsInBackground: false });
    await openShop(engine, context.poolCap);
    for (const level of context.levels) {
      await receiveStock(engine, level);
      await layOutAll(context, level);
    }
    const how = howOn(engine);
    return {
      ...openEngine(engine, context),
      reserve: (request) => reserveRows(context, request, how),
    };
  },
  readBooks: readPoolBooks,
};

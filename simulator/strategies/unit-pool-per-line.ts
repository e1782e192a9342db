/**
 * The unit pool with a statement a line and a round trip a statement, instead of one UNION ALL for the whole cart.
 *
 * Promise: exact, as the unit pool.
 * Cost: nobody waits for a row, but every statement is a journey: five round trips and one more for each further line,
 * during which the units that are locked already stay locked and the connection stays taken.
 * Seen: as the first version that one would write.
 */
import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import { RUN_SHOP } from '../stock';
import { engineStatement } from './engine-statement';
import { readPoolBooks } from './engine-stock';
import { inLockOrder } from './lock-order';
import { READ_COMMITTED } from './own-transaction';
import { openPoolRival, rivalStatements } from './pool-rival';
import { moveCalls, type RowReserve, recoverPool, toUnits } from './row-reserve';
import type { Strategy } from './strategy';

const lockUnits = engineStatement('reserve.lock_units');

const howOn = (engine: Engine): RowReserve => ({
  opening: READ_COMMITTED,
  order: inLockOrder,
  async lock(tx, before, lines) {
    await tx.send(...before);
    const rows = [];
    for (const line of lines) {
      const [locked] = await tx.send(call(lockUnits, { shopId: RUN_SHOP, fromUnitId: 0, ...line }));
      rows.push(...(locked?.rows ?? []));
    }
    return toUnits(rows);
  },
  async move(tx, reservationId, units) {
    for (const one of moveCalls(reservationId, units)) await tx.send(one);
    await tx.commit();
  },
  recover: (lines) => recoverPool(engine, lines),
});

export const unitPoolPerLine: Strategy = {
  id: 'unit-pool-per-line',
  name: 'Unit pool, line by line',
  summary: 'The unit pool, but it asks the database about one line of the cart at a time.',
  weakness: 'Holds its connection for as many journeys as the cart has lines.',
  kind: 'units',
  hasRefills: true,
  firstWrite: lockUnits.name,
  statements: rivalStatements(),
  open: (context) => openPoolRival(context, howOn),
  readBooks: readPoolBooks,
};

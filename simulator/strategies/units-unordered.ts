/**
 * Unit rows, locked without SKIP LOCKED and in the order in which the buyer filled the cart.
 *
 * Promise: exact, because InnoDB breaks every deadlock and the whole transaction is tried again.
 * Cost: two carts with the same things in opposite order wait for each other until one of them is thrown back (1213). SKIP
 * LOCKED alone could not deadlock, since it never waits; it is waiting and disorder together that do.
 * Seen: wherever a cart is worked through line by line.
 */
import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import { RUN_SHOP } from '../stock';
import { readPoolBooks } from './engine-stock';
import { READ_COMMITTED } from './own-transaction';
import { openPoolRival, rivalStatements } from './pool-rival';
import { moveInOnePacket, type RowReserve, recoverPool, toUnits } from './row-reserve';
import type { Strategy, StrategyContext } from './strategy';
import { lockUnitsBlocking } from './units-blocking';

const howOn = (engine: Engine, { gate }: StrategyContext): RowReserve => ({
  opening: READ_COMMITTED,
  order: (lines) => lines,
  async lock(tx, before, lines, reservationId) {
    await tx.send(...before);
    const rows = [];
    for (const line of lines) {
      const [locked] = await tx.send(call(lockUnitsBlocking, { shopId: RUN_SHOP, ...line }));
      rows.push(...(locked?.rows ?? []));
      await gate('after-lock', reservationId);
    }
    return toUnits(rows);
  },
  move: moveInOnePacket,
  recover: (lines) => recoverPool(engine, lines),
});

export const unitsUnordered: Strategy = {
  id: 'units-unordered',
  name: 'Units, in the cart’s order',
  summary:
    'One row a unit, locked in the order of the cart: two carts can each have what the other waits for.',
  weakness: 'Deadlocks: somebody is always thrown back and has to start again.',
  kind: 'units',
  hasRefills: true,
  firstWrite: lockUnitsBlocking.name,
  statements: rivalStatements(lockUnitsBlocking),
  open: (context) => openPoolRival(context, (engine) => howOn(engine, context)),
  readBooks: readPoolBooks,
};

/**
 * The unit pool under MySQL's default isolation level, REPEATABLE READ.
 *
 * Promise: exact. What was found can't be taken by anybody else.
 * Cost: under this level a lock covers the gap beside the row as well. A reserve that finds too few rows locks the end of
 * the index, and the refill that it needs waits for it: the pool is dry and can't be filled while buyers keep asking.
 * Seen: wherever nobody set the level.
 */
import { call, type Statement } from '@/db/statement';
import { begin } from '@/db/transaction';
import type { Engine } from '@/engine/index';
import { RUN_SHOP } from '../stock';
import { engineStatement } from './engine-statement';
import { readPoolBooks } from './engine-stock';
import { inLockOrder } from './lock-order';
import { openPoolRival, rivalStatements } from './pool-rival';
import { moveInOnePacket, type RowReserve, recoverPool, toUnits } from './row-reserve';
import type { Strategy, StrategyContext } from './strategy';

const setRepeatableRead: Statement = {
  name: 'units_repeatable_read.set_level',
  purpose: 'MySQL’s default: rows that were read stay as they are, and so do the gaps beside them.',
  sql: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
};

const lockUnits = engineStatement('reserve.lock_units');

const howOn = (engine: Engine, { gate }: StrategyContext): RowReserve => ({
  opening: [call(setRepeatableRead), call(begin)],
  order: inLockOrder,
  async lock(tx, before, lines, reservationId) {
    const locks = lines.map((line) => call(lockUnits, { shopId: RUN_SHOP, fromUnitId: 0, ...line }));
    const results = await tx.send(...before, ...locks);
    await gate('after-lock', reservationId);
    return toUnits(results.slice(before.length).flatMap(({ rows }) => rows));
  },
  move: moveInOnePacket,
  recover: (lines) => recoverPool(engine, lines),
});

export const unitsRepeatableRead: Strategy = {
  id: 'units-repeatable-read',
  name: 'Units, REPEATABLE READ',
  summary:
    'The unit pool with the database’s default rules: who finds too little locks the place where more would go.',
  weakness: 'Refills wait for the buyers who wait for the refill.',
  kind: 'units',
  hasRefills: true,
  firstWrite: 'reserve.lock_units',
  // The engine's own verbs, as claims and refills, stay under READ COMMITTED.
  statements: [setRepeatableRead, ...rivalStatements()],
  open: (context) => openPoolRival(context, (engine) => howOn(engine, context)),
  readBooks: readPoolBooks,
};

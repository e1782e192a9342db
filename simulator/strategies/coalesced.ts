/**
 * The reservation engine with its optional mode switched on: buyers of one item who wait at the same time share a transaction.
 *
 * Promise: exact, as the unit pool. Each buyer has a hold, units and an answer of their own; a batch that fails is taken apart.
 * Cost: nobody waits for a row, but a buyer's hold is there only when the whole batch has committed. Two round trips for up to a
 * hundred reserves of one line; a cart of several lines goes alone.
 * Seen: as group commit inside of databases; in front of one, where a queue per product is drained in batches.
 */
import { createEngine } from '@/engine/index';
import { layOutPool, openEngine, readPoolBooks, saleStatements } from './engine-stock';
import type { Strategy } from './strategy';

export const coalesced: Strategy = {
  id: 'coalesced',
  name: 'Unit pool, coalesced',
  summary: 'The unit pool, but buyers who wait at the same moment travel to the database together.',
  weakness:
    'Only buyers of the same shop process can travel together, and only with one product in the cart.',
  kind: 'units',
  hasRefills: true,
  firstWrite: 'reserve.lock_units',
  statements: saleStatements('availability.read_level', 'coalesce'),
  async open(context) {
    const engine = createEngine(context.database, { coalesce: {} });
    await layOutPool(engine, context);
    return openEngine(engine, context);
  },
  readBooks: readPoolBooks,
};

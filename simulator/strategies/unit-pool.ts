/**
 * The reservation engine as it is: a row a unit, SKIP LOCKED, a bounded pool that is refilled, one lock order.
 *
 * Promise: exact. Nobody is refused while a unit is neither held nor sold, and held is told from sold.
 * Cost: nobody waits for a row that another buyer has locked. Two round trips a reserve, whatever the number of lines.
 * Seen: as Shopify described it in May 2026; the idea of rows with SKIP LOCKED comes from job queues.
 */
import { createEngine } from '@/engine/index';
import { layOutPool, openEngine, readPoolBooks, saleStatements } from './engine-stock';
import type { Strategy } from './strategy';

export const unitPool: Strategy = {
  id: 'unit-pool',
  name: 'Unit pool',
  summary: 'One row a unit. Buyers step over what others are taking instead of waiting for it.',
  weakness: '',
  kind: 'units',
  hasRefills: true,
  firstWrite: 'reserve.lock_units',
  statements: saleStatements('availability.read_level'),
  async open(context) {
    const engine = createEngine(context.database);
    await layOutPool(engine, context);
    return openEngine(engine, context);
  },
  readBooks: readPoolBooks,
};

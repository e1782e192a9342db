/**
 * Counts down a number in Redis; a sale is written into the ledger in MySQL first, and Redis is told after that.
 *
 * Promise: exact while nothing breaks. Whoever dies, or loses Redis, between the two writes leaves units that are sold and still
 * count as held: the next load of the count is too low, and buyers are refused while units are there.
 * Cost: one round trip to Redis a line and two to MySQL a reserve; nobody waits for a row.
 * Seen: in shops that trusted the ledger more than the cache; as retold of Shopify before 2026.
 */
import { openRedisCounter, readRedisCounts, redisCounterTexts } from './redis-counter';
import type { Strategy } from './strategy';

export const redisCounterLedgerFirst: Strategy = {
  id: 'redis-counter-ledger-first',
  name: 'Redis count, ledger first',
  summary: 'The number left is a key in Redis. A sale is written into MySQL, then Redis is told.',
  weakness: 'A break between the two writes leaves units unsold for good. Knows no locations.',
  kind: 'counter',
  needs: 'redis',
  hasRefills: false,
  firstWrite: null,
  ...redisCounterTexts,
  open: (context) => openRedisCounter(context, 'ledger-first'),
  readBooks: readRedisCounts,
};

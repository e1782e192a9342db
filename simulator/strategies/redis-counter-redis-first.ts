/**
 * Counts down a number in Redis; at a sale Redis is told first, and the ledger in MySQL is written after that.
 *
 * Promise: exact while nothing breaks. Whoever dies, or loses MySQL, between the two writes has ended a hold without a sale;
 * tried again, it is ended twice, and the next load of the count is too high: a unit is sold to two buyers.
 * Cost: as with the ledger first.
 * Seen: in shops whose reservations lived in Redis and whose ledger was written from a queue.
 */
import { openRedisCounter, readRedisCounts, redisCounterTexts } from './redis-counter';
import type { Strategy } from './strategy';

export const redisCounterRedisFirst: Strategy = {
  id: 'redis-counter-redis-first',
  name: 'Redis count, Redis first',
  summary: 'The number left is a key in Redis. At a sale Redis is told, then it is written into MySQL.',
  weakness: 'A break between the two writes sells a unit twice. Knows no locations.',
  kind: 'counter',
  needs: 'redis',
  hasRefills: false,
  firstWrite: null,
  ...redisCounterTexts,
  open: (context) => openRedisCounter(context, 'redis-first'),
  readBooks: readRedisCounts,
};

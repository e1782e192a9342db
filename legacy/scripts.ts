/** What the careful model says to Redis: scripts, which Redis carries out whole and with nothing in between. */
import type { RedisCommand } from '@/db/redis/command';

/** A hold in Redis is the moment at which it was taken and its lines: "1767225600000 1001:2 1002:1". */
export const reserveAll: RedisCommand = {
  name: 'careful.reserve',
  purpose:
    'Takes a whole cart or nothing of it, and writes down who holds what: repeated, it changes nothing.',
  text: `-- KEYS: the holds, then the stock of each line. ARGV: the hold, what it holds, then the quantity of each line.
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then return 'reserved' end
for i = 2, #KEYS do
  local left = redis.call('GET', KEYS[i])
  if not left then return 'not_loaded' end
  if tonumber(left) < tonumber(ARGV[i + 1]) then return 'sold_out' end
end
for i = 2, #KEYS do
  redis.call('DECRBY', KEYS[i], ARGV[i + 1])
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 'reserved'`,
  scriptKeys: ['holdsKey', 'stockKeys'],
  scriptArguments: ['reservationId', 'hold', 'quantities'],
};

export const endOnce: RedisCommand = {
  name: 'careful.end',
  purpose:
    'Ends a hold, and gives its units back or not. Whoever comes second finds no hold and changes nothing; a number that is gone is left for MySQL to say.',
  text: `-- KEYS: the holds, then the stock of each line. ARGV: the hold, 1 to give back, then the quantity of each line.
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then return 0 end
if ARGV[2] == '1' then
  for i = 2, #KEYS do
    if redis.call('EXISTS', KEYS[i]) == 1 then redis.call('INCRBY', KEYS[i], ARGV[i + 1]) end
  end
end
return 1`,
  scriptKeys: ['holdsKey', 'stockKeys'],
  scriptArguments: ['reservationId', 'givesBack', 'quantities'],
};

export const loadAll: RedisCommand = {
  name: 'careful.load',
  purpose: 'Replaces holds and stock by what MySQL says, in one step.',
  text: `-- KEYS: the holds, then the stock of each item. ARGV: the number of each item, then hold and what it holds, in turn.
redis.call('DEL', KEYS[1])
for i = 2, #KEYS do
  redis.call('SET', KEYS[i], ARGV[i - 1])
end
for i = #KEYS, #ARGV, 2 do
  redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
end
return 'OK'`,
  scriptKeys: ['holdsKey', 'stockKeys'],
  scriptArguments: ['numbers', 'holds'],
};

export const readHolds: RedisCommand = {
  name: 'careful.read_holds',
  purpose: 'All holds that Redis knows, for comparing them with MySQL.',
  text: 'HGETALL :holdsKey',
};

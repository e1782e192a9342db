/** What the plain legacy model says to Redis, as it is shown and sent. */
import type { RedisCommand } from '@/db/redis/command';

export const countDown: RedisCommand = {
  name: 'legacy.count_down',
  purpose: 'Reserves: takes units off the count of what may still be reserved. It may go below zero.',
  text: 'DECRBY :stockKey :quantity',
};

export const countUp: RedisCommand = {
  name: 'legacy.count_up',
  purpose: 'Gives units back to the count.',
  text: 'INCRBY :stockKey :quantity',
};

export const noteHeld: RedisCommand = {
  name: 'legacy.note_held',
  purpose: 'Notes that so many of the units that the ledger still has are promised to somebody.',
  text: 'INCRBY :heldKey :quantity',
};

export const endHeld: RedisCommand = {
  name: 'legacy.end_held',
  purpose: 'They are promised no longer: sold, or given back. Said twice, it counts twice.',
  text: 'DECRBY :heldKey :quantity',
};

export const readHeld: RedisCommand = {
  name: 'legacy.read_held',
  purpose: 'How many are promised, for loading the count.',
  text: 'GET :heldKey',
};

export const setStock: RedisCommand = {
  name: 'legacy.set_stock',
  purpose: 'Loads the count: what the ledger in MySQL has, without what is promised.',
  text: 'SET :stockKey :quantity',
};

export const readStock: RedisCommand = {
  name: 'legacy.read_stock',
  purpose: 'How many may still be reserved.',
  text: 'GET :stockKey',
};

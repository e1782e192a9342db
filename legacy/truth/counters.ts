/**
 * Redis's side of a shop that moves: a counter per item, a list of the holds that it counts, and the version under which it
 * was loaded. Scripts, so that each step happens whole; a hold counts once, however often it is told.
 */
import type { Redis, RedisReplyValue } from '@/db/redis/client';
import type { RedisCommand } from '@/db/redis/command';

const script = (name: string, purpose: string, text: string, more: readonly string[]): RedisCommand => ({
  name,
  purpose,
  text: text.trim(),
  scriptKeys: ['versionKey', 'holdsKey'],
  scriptArguments: ['prefix', ...more],
});

const reserveScript = script(
  'truth.reserve',
  'Takes all lines or none. "told" takes them in any case, since MySQL has decided; "ask" takes nothing.',
  `
local version = redis.call('GET', KEYS[1])
if not version then return {'missing'} end
if version ~= ARGV[2] then return {'stale'} end
local mode, id, replaces = ARGV[3], ARGV[4], ARGV[5]
if redis.call('HEXISTS', KEYS[2], id) == 1 then return {'repeat'} end
local key = function(item) return ARGV[1] .. string.format('%.0f', item) end
local own, old = {}, replaces ~= '' and redis.call('HGET', KEYS[2], replaces)
if old then for _, line in ipairs(cjson.decode(old).lines) do own[line[1]] = line[2] end end
local lines, answer = cjson.decode(ARGV[6]), {'granted'}
for _, line in ipairs(lines) do
  local free = redis.call('GET', key(line[1]))
  if not free then return {'missing'} end
  free = tonumber(free) + (own[line[1]] or 0)
  if free < line[2] then answer[1] = 'refused' end
  table.insert(answer, free)
end
if mode == 'ask' or (mode == 'decide' and answer[1] == 'refused') then return answer end
if old then
  for item, quantity in pairs(own) do redis.call('INCRBY', key(item), quantity) end
  redis.call('HDEL', KEYS[2], replaces)
end
for _, line in ipairs(lines) do redis.call('DECRBY', key(line[1]), line[2]) end
local time = redis.call('TIME')
redis.call('HSET', KEYS[2], id, cjson.encode({at = tonumber(time[1]), lines = lines}))
return answer`,
  ['version', 'mode', 'reservationId', 'replaces', 'lines'],
);

const endScript = script(
  'truth.end',
  'Strikes a hold off the list, and gives its units back unless they were sold. A hold that is not on it is none.',
  `
local hold = redis.call('HGET', KEYS[2], ARGV[2])
if not hold then return 0 end
redis.call('HDEL', KEYS[2], ARGV[2])
if ARGV[3] == '0' then
  for _, line in ipairs(cjson.decode(hold).lines) do
    redis.call('INCRBY', ARGV[1] .. string.format('%.0f', line[1]), line[2])
  end
end
return 1`,
  ['reservationId', 'isSold'],
);

const loadScript = script(
  'truth.load',
  'Replaces counters and holds by what MySQL has, unless a later load was faster.',
  `
local version = redis.call('GET', KEYS[1])
if version and tonumber(version) > tonumber(ARGV[2]) then return 0 end
redis.call('DEL', KEYS[2])
for _, item in ipairs(cjson.decode(ARGV[3])) do
  redis.call('SET', ARGV[1] .. string.format('%.0f', item[1]), string.format('%.0f', item[2]))
end
local time = redis.call('TIME')
for _, hold in ipairs(cjson.decode(ARGV[4])) do
  redis.call('HSET', KEYS[2], hold[1], cjson.encode({at = tonumber(time[1]), lines = hold[2]}))
end
redis.call('SET', KEYS[1], ARGV[2])
return 1`,
  ['version', 'items', 'holds'],
);

const lookScript = script(
  'truth.look',
  'Reads counters and holds at one moment.',
  `
local counters = {}
for _, item in ipairs(cjson.decode(ARGV[2])) do
  table.insert(counters, redis.call('GET', ARGV[1] .. string.format('%.0f', item)) or '')
end
return {counters, redis.call('HGETALL', KEYS[2]), redis.call('TIME')[1]}`,
  ['items'],
);

export type Lines = readonly { readonly inventoryItemId: number; readonly quantity: number }[];
export type ReserveMode = 'decide' | 'told' | 'ask';

export type CounterAnswer =
  | { readonly outcome: 'granted' | 'refused'; readonly free: readonly number[] }
  | { readonly outcome: 'repeat' | 'missing' | 'stale' };

export interface CountedHold {
  readonly reservationId: string;
  /** Age on Redis' clock, in seconds. */
  readonly ageSeconds: number;
  readonly lines: readonly (readonly [item: number, quantity: number])[];
}

/** The key of an item's counter: what a person would look at, or spoil, by hand. */
export const counterKey = (schema: string, shopId: number, item: number) =>
  `${prefixOf(schema, shopId)}free:${item}`;
const prefixOf = (schema: string, shopId: number) => `${schema}:truth:${shopId}:`;

/** Every function throws RedisError; what a failed call did is unknown, and calling it again does no harm. */
export class Counters {
  readonly redis: Redis;
  readonly #schema: string;

  constructor(redis: Redis, schema: string) {
    this.redis = redis;
    this.#schema = schema;
  }

  async reserve(
    shopId: number,
    version: number,
    mode: ReserveMode,
    hold: { reservationId: string; replaces: string | null; lines: Lines },
  ): Promise<CounterAnswer> {
    const answer = await this.#run(reserveScript, shopId, {
      version,
      mode,
      reservationId: hold.reservationId,
      replaces: hold.replaces ?? '',
      lines: JSON.stringify(hold.lines.map((line) => [line.inventoryItemId, line.quantity])),
    });
    const [outcome, ...free] = answer as [CounterAnswer['outcome'], ...number[]];
    return { outcome, free };
  }

  async end(shopId: number, reservationId: string, isSold: boolean): Promise<boolean> {
    return (await this.#run(endScript, shopId, { reservationId, isSold: isSold ? 1 : 0 })) === 1;
  }

  async load(
    shopId: number,
    version: number,
    items: readonly (readonly [number, number])[],
    holds: readonly (readonly [string, readonly (readonly [number, number])[]])[],
  ): Promise<void> {
    await this.#run(loadScript, shopId, {
      version,
      items: JSON.stringify(items),
      holds: JSON.stringify(holds),
    });
  }

  /** Free units by item (null where the key is missing) and all holds, at one moment. */
  async look(
    shopId: number,
    items: readonly number[],
  ): Promise<{ free: (number | null)[]; holds: CountedHold[] }> {
    const answer = await this.#run(lookScript, shopId, { items: JSON.stringify(items) });
    const [counters, pairs, now] = answer as [string[], string[], string];
    const holds: CountedHold[] = [];
    for (let at = 0; at < pairs.length; at += 2) {
      const hold = JSON.parse(pairs[at + 1] ?? '{}') as { at: number; lines: [number, number][] };
      holds.push({ reservationId: pairs[at] ?? '', ageSeconds: Number(now) - hold.at, lines: hold.lines });
    }
    return { free: counters.map((text) => (text === '' ? null : Number(text))), holds };
  }

  #run(
    command: RedisCommand,
    shopId: number,
    values: Record<string, string | number>,
  ): Promise<RedisReplyValue> {
    const prefix = prefixOf(this.#schema, shopId);
    return this.redis.run(command, {
      versionKey: `${prefix}version`,
      holdsKey: `${prefix}holds`,
      prefix: `${prefix}free:`,
      ...values,
    });
  }
}

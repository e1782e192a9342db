/** `npm run traffic`: shops for a roll-out to be tried on, and buyers in them. */
import { parseArgs } from 'node:util';
import { createDatabase, type Database } from '@/db/database';
import { makeFreshShop } from '@/db/fresh-shop';
import { command } from '@/db/launch/command-line';
import { migrate } from '@/db/migrate';
import { openRedisServer } from '@/db/redis/server';
import { openServer } from '@/db/server';
import { SetupError } from '@/db/server/setup-error';
import { createMovingEngine, type MovingEngine, settleTruth, switchTruth } from '@/legacy/index';
import { sendBuyers, type TrafficShop } from './buyers';

const usage = `npm run traffic -- [--shops 12] [--checkouts 600] [--at-once 8] [--seed 1]

Sends buyers through shops that a roll-out can be tried on, a few busy ones and many quiet ones. Makes those that are missing,
on Redis alone; where they have got to since stays. Run it again for more buyers, also while the roll-out goes on.
  --shops N      1 to 100; the later, the busier
  --checkouts N  buyers, 0 to 1,000,000
  --at-once N    buyers under way at once, 1 to 100
  --seed N       the same seed sends the same buyers
Exit 2 for arguments that make no sense.`;

const NAME = 'Roll-out shop';
const REGION = 'europe';

await command(usage, async () => {
  const { values } = parseArgs({
    options: {
      shops: { type: 'string', default: '12' },
      checkouts: { type: 'string', default: '600' },
      'at-once': { type: 'string', default: '8' },
      seed: { type: 'string', default: '1' },
    },
  });
  const [count, checkouts, atOnce, seed] = [
    values.shops,
    values.checkouts,
    values['at-once'],
    values.seed,
  ].map(Number) as [number, number, number, number];
  const isFine =
    isWithin(count, 1, 100) &&
    isWithin(checkouts, 0, 1_000_000) &&
    isWithin(atOnce, 1, 100) &&
    isWithin(seed, 0, 2 ** 31);
  if (!isFine) {
    console.error('--shops, --checkouts, --at-once and --seed want whole numbers.\nSee --help.');
    return 2;
  }
  const redis = await openRedisServer();
  if (!redis.isThere) throw new SetupError(redis.missing);
  const server = await openServer();
  const database = createDatabase({ url: server.url, connectionLimit: 12 });
  const moving = createMovingEngine(database, redis.url);
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  try {
    await migrate(server.url);
    const shops = await openShops(moving, database, count);
    const outcomes = await sendBuyers(moving.engine, shops, {
      checkouts,
      atOnce,
      seed,
      signal: interruption.signal,
    });
    const became = Object.entries(outcomes).map(([outcome, n]) => `${n} ${outcome}`);
    console.log(`${shops.length} shops, numbers ${shops.map(({ shopId }) => shopId).join(', ')}`);
    console.log(became.length > 0 ? `Checkouts: ${became.join(', ')}` : 'No checkouts.');
    return interruption.signal.aborted ? 130 : 0;
  } finally {
    await moving.stop();
    await database.close();
    await server.stop();
    await redis.stop();
  }
});

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

/** The shops with their numbers in their names, made where they are missing. */
async function openShops(moving: MovingEngine, database: Database, count: number): Promise<TrafficShop[]> {
  const there = await readShops(database);
  const shops: TrafficShop[] = [];
  for (let n = 1; n <= count; n += 1) {
    const name = `${NAME} ${n}`;
    const shop = there.get(name) ?? (await makeShop(moving, database, name));
    shops.push({ ...shop, regionCode: REGION, weight: n ** 2 });
  }
  return shops;
}

async function readShops(database: Database): Promise<Map<string, { shopId: number; variantIds: number[] }>> {
  const rows = await database.session('traffic', async ({ connection }) => {
    const [found] = await connection.query(
      `/* conn_tag:traffic stmt:traffic.list_shops */
       SELECT shop.name, shop.shop_id AS shopId, variant.variant_id AS variantId
         FROM shops AS shop
              JOIN variants AS variant
           ON variant.shop_id = shop.shop_id
        WHERE shop.name LIKE ?`,
      [`${NAME} %`],
    );
    return found as { name: string; shopId: number; variantId: number }[];
  });
  const shops = new Map<string, { shopId: number; variantIds: number[] }>();
  for (const { name, shopId, variantId } of rows) {
    const shop = shops.get(name) ?? { shopId, variantIds: [] };
    shop.variantIds.push(variantId);
    shops.set(name, shop);
  }
  return shops;
}

async function makeShop({ counters: connect }: MovingEngine, database: Database, name: string) {
  const { shopId, products } = await makeFreshShop(database, {
    name,
    locations: [
      { name: 'Berlin', regions: { [REGION]: 1 } },
      { name: 'Porto', regions: { [REGION]: 2 } },
    ],
    products: ['Lamp', 'Teapot', 'Stool'].map((title) => ({
      title,
      priceMinor: 2_400,
      stock: { Berlin: 5_000, Porto: 5_000 },
    })),
    holdSeconds: 60,
    paymentExtensionSeconds: 60,
  });
  const counters = await connect();
  if (!counters) throw new SetupError('Redis started and does not answer.');
  await switchTruth(database, counters, {
    shopId,
    to: 'redis',
    actor: 'traffic',
    reason: 'as it was before',
  });
  await settleTruth(database, counters, shopId);
  return { shopId, variantIds: products.map(({ variantId }) => variantId) };
}

/** `npm run agreement`: many real checkouts in the shadow, and whether the two stores agree about all of them. */
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { createConnection } from 'mysql2/promise';
import { createDatabase, type Database } from '@/db/database';
import { makeFreshShop } from '@/db/fresh-shop';
import { command } from '@/db/launch/command-line';
import { duration } from '@/db/launch/terminal';
import { migrate } from '@/db/migrate';
import { openRedisServer } from '@/db/redis/server';
import { openServer } from '@/db/server';
import { SetupError } from '@/db/server/setup-error';
import { createMovingEngine, settleTruth, switchTruth } from '@/legacy/index';
import { sendBuyers, type TrafficOutcomes } from './buyers';

const usage = `npm run agreement -- [--checkouts 10000] [--at-once 32] [--seed 1] [--json]

Real checkouts in shadow mode, without injected faults: Redis decides, MySQL is compared. Every difference has to be one
of timing or of expiry; anything else, a reserve that wasn't compared, or a broken ledger is a failure. In a schema of its own.
  --checkouts N  buyers, 1 to 1,000,000; units run out on the way
  --at-once N    buyers under way at once, 1 to 500
  --seed N       the same seed sends the same buyers
  --json         {checkouts, seed, outcomes, compared, agreed, timing, expiry, location, bug, dropped, failed, broken, …}
Exit 1 when something isn't accounted for, 2 for arguments that make no sense.`;

/** Nothing is given up for want of time here: what isn't compared would say nothing. */
const PATIENT = { redisMs: 10_000, shadowMs: 10_000 };
const HOLD_SECONDS = 20;

export interface Agreement {
  readonly checkouts: number;
  readonly atOnce: number;
  readonly seed: number;
  readonly seconds: number;
  readonly outcomes: TrafficOutcomes;
  readonly decided: number;
  readonly compared: number;
  readonly agreed: number;
  readonly timing: number;
  readonly expiry: number;
  readonly location: number;
  readonly bug: number;
  readonly dropped: number;
  readonly failed: number;
  /** Decided without being compared, dropped or failed. */
  readonly notCompared: number;
  /** Levels whose books don't balance. */
  readonly broken: number;
  readonly isTotal: boolean;
}

await command(usage, async () => {
  const { values } = parseArgs({
    options: {
      checkouts: { type: 'string', default: '10000' },
      'at-once': { type: 'string', default: '32' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    },
  });
  const [checkouts, atOnce, seed] = [values.checkouts, values['at-once'], values.seed].map(Number);
  if (!isWithin(checkouts, 1, 1_000_000) || !isWithin(atOnce, 1, 500) || !isWithin(seed, 0, 2 ** 31)) {
    console.error('--checkouts, --at-once and --seed want whole numbers.\nSee --help.');
    return 2;
  }
  const redis = await openRedisServer();
  if (!redis.isThere) throw new SetupError(redis.missing);
  const server = await openServer();
  const url = new URL(server.url);
  // Named as those of runs are: npm run reset drops it if this process is killed.
  url.pathname = `${url.pathname}_run_agreement_${process.pid}`;
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  try {
    await migrate(url.href);
    const plan = { checkouts, atOnce, seed, signal: interruption.signal };
    const agreement = await agree(url.href, redis.url, plan, values.json);
    if (values.json) console.log(JSON.stringify(agreement));
    else print(agreement);
    if (interruption.signal.aborted) return 130;
    return agreement.isTotal ? 0 : 1;
  } finally {
    const connection = await createConnection(server.url);
    await connection.query('DROP DATABASE IF EXISTS ??', [decodeURIComponent(url.pathname.slice(1))]);
    await connection.end();
    await server.stop();
    await redis.stop();
  }
});

function isWithin(value: number | undefined, least: number, most: number): value is number {
  return Number.isInteger(value) && (value ?? 0) >= least && (value ?? 0) <= most;
}

async function agree(
  url: string,
  redisUrl: string,
  plan: { checkouts: number; atOnce: number; seed: number; signal: AbortSignal },
  isQuiet: boolean,
): Promise<Agreement> {
  const database = createDatabase({ url, connectionLimit: 20, acquireTimeoutMs: 60_000 });
  const moving = createMovingEngine(database, redisUrl, PATIENT);
  const bar = new SingleBar({ format: '  {bar} {value}/{total} checkouts, {eta_formatted} left' });
  try {
    const shop = await makeShop(database, plan.checkouts);
    const counters = await moving.counters();
    if (!counters) throw new SetupError('Redis started and does not answer.');
    for (const to of ['redis', 'shadow'] as const) {
      const request = { shopId: shop.shopId, to, actor: 'agreement', reason: `seed ${plan.seed}` };
      const { outcome } = await switchTruth(database, counters, request);
      if (outcome !== 'switched') throw new Error(`The switch to ${to} answered ${outcome}.`);
      await settleTruth(database, counters, shop.shopId);
    }
    const isShown = !isQuiet && process.stdout.isTTY;
    if (isShown) bar.start(plan.checkouts, 0);
    const startedAt = performance.now();
    const outcomes = await sendBuyers(moving.engine, [shop], {
      ...plan,
      onProgress: (done) => void (isShown && bar.update(done)),
    });
    await moving.truth.settled();
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    await moving.truth.tally.flush();
    const { broken } = await moving.engine.audit(shop.shopId);
    const { signal: _, ...inputs } = plan;
    return { ...inputs, seconds, outcomes, ...(await readCounts(database, shop.shopId, broken.length)) };
  } finally {
    bar.stop();
    await moving.stop();
    await database.close();
  }
}

/** A few items at two places that both serve the region, with fewer units than are wanted. */
async function makeShop(database: Database, checkouts: number) {
  const titles = ['Lamp', 'Letter scale', 'Stool', 'Teapot', 'Vase', 'Clock', 'Tray', 'Basket'];
  const units = Math.max(1, Math.ceil(checkouts / titles.length));
  const { shopId, products } = await makeFreshShop(database, {
    locations: [
      { name: 'Berlin', regions: { europe: 1 } },
      { name: 'Porto', regions: { europe: 2 } },
    ],
    products: titles.map((title) => ({
      title,
      priceMinor: 1_000,
      stock: { Berlin: Math.ceil(units / 2), Porto: Math.floor(units / 2) },
    })),
    holdSeconds: HOLD_SECONDS,
    paymentExtensionSeconds: 120,
  });
  return {
    shopId,
    variantIds: products.map(({ variantId }) => variantId),
    regionCode: 'europe',
    weight: 1,
  };
}

async function readCounts(database: Database, shopId: number, broken: number) {
  const columns = [
    'decided',
    'compared',
    'timing',
    'expiry',
    'location',
    'bug',
    'dropped',
    'failed',
  ] as const;
  const [row] = await database.session('agreement', async ({ connection }) => {
    const sums = columns.map((column) => `COALESCE(SUM(${column}), 0) AS ${column}`).join(', ');
    const [rows] = await connection.query(
      `/* conn_tag:agreement stmt:agreement.read_counts */ SELECT ${sums} FROM truth_comparisons WHERE shop_id = ?`,
      [shopId],
    );
    return rows as Record<(typeof columns)[number], number>[];
  });
  const counts = Object.fromEntries(columns.map((column) => [column, Number(row?.[column] ?? 0)])) as Record<
    (typeof columns)[number],
    number
  >;
  const { decided, compared, timing, expiry, location, bug, dropped, failed } = counts;
  const notCompared = decided - compared - dropped - failed;
  const isTotal =
    decided > 0 && location + bug + dropped + failed + broken === 0 && notCompared === 0 && compared > 0;
  return {
    ...counts,
    agreed: compared - timing - expiry - location - bug,
    notCompared,
    broken,
    isTotal,
  };
}

function print(agreement: Agreement): void {
  const { checkouts, seed, seconds, outcomes, compared, agreed, isTotal } = agreement;
  const { timing, expiry, location, bug, dropped, failed, notCompared, broken } = agreement;
  const became = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
  console.log(`${checkouts} checkouts (seed ${seed}) in ${duration(seconds * 1_000)}: ${became.join(', ')}`);
  const lines: [string, number][] = [
    ['compared', compared],
    ['agreed', agreed],
    ['timing', timing],
    ['expiry', expiry],
    ['location', location],
    ['bug', bug],
    ['given up', dropped],
    ['failed', failed],
    ['not compared', notCompared],
    ['levels that don’t balance', broken],
  ];
  for (const [name, count] of lines) console.log(`  ${name.padEnd(26)} ${String(count).padStart(9)}`);
  console.log(
    isTotal ? 'Agreement is total once timing and expiry are accounted for.' : 'Not all is accounted for.',
  );
}

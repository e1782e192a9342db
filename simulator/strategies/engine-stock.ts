/** What the strategies on the engine's own tables share: stock laid out as a pool, and the engine's verbs as a strategy's. */
import type { Database } from '@/db/database';
import { call, type Statement, sqlText } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import { type Engine, engineStatements } from '@/engine/index';
import { RUN_SHOP, type StockLevel } from '../stock';
import type { LevelBooks, OpenStrategy, StrategyContext } from './strategy';

const insertShop: Statement = {
  name: 'sale.open_shop',
  purpose: 'The shop of the run, with the size of its pools.',
  sql: sqlText(`
    INSERT IGNORE INTO shops
           (shop_id, slug, name, currency, pool_cap, low_water_mark)
    VALUES (:shopId, 'sale', 'Sale', 'EUR', :poolCap, :lowWaterMark)
  `),
};

const readPools: Statement = {
  name: 'sale.read_pools',
  purpose: 'Reads what is left of each level: not laid out, and in the pool.',
  sql: sqlText(`
    SELECT level.inventory_item_id AS inventoryItemId,
           level.inventory_group_id AS inventoryGroupId,
           level.unpooled,
           (SELECT COUNT(*)
              FROM available_units AS unit
             WHERE unit.shop_id = level.shop_id
               AND unit.inventory_item_id = level.inventory_item_id
               AND unit.inventory_group_id = level.inventory_group_id) AS pooled
      FROM inventory_levels AS level
     WHERE level.shop_id = :shopId
  `),
};

const partsOfASale = [
  'transaction',
  'reserve',
  'reservation',
  'claim',
  'release',
  'expire',
  'replenish',
  'ledger',
];
/** The worker's, which looks for pools that run low in all shops. */
const OF_THE_WORKER = 'replenish.find_low_levels';

/** The engine's statements that a sale sends, `also` those of a further part and single ones. */
export function saleStatements(...also: readonly string[]): readonly Statement[] {
  const isSent = ({ name }: Statement) =>
    also.includes(name) || [...partsOfASale, ...also].includes(name.split('.')[0] ?? '');
  return engineStatements.filter((one) => isSent(one) && one.name !== OF_THE_WORKER);
}

/** Units in a pool at which it is refilled beforehand. */
export const lowWaterMarkOf = (poolCap: number): number => Math.floor(poolCap / 5);

export async function openShop(engine: Engine, poolCap: number): Promise<void> {
  const shop = { shopId: RUN_SHOP, poolCap, lowWaterMark: lowWaterMarkOf(poolCap) };
  await engine.database.session('simulator', (session) => session.send(call(insertShop, shop)));
}

/** Receives the stock of a level, once. */
export async function receiveStock(engine: Engine, { units, ...level }: StockLevel): Promise<void> {
  const { inventoryItemId, inventoryGroupId } = level;
  await engine.receive({
    ...level,
    locationId: inventoryGroupId,
    quantity: units,
    // The same for the same level, so that a second laying out is a repetition.
    referenceId: `00000000-0000-0000-0000-${String(inventoryItemId * 1000 + inventoryGroupId).padStart(12, '0')}`,
    actor: 'sale',
  });
}

/** Receives the stock of all levels, once, and fills their pools. */
export async function layOutPool(engine: Engine, { levels, poolCap }: StrategyContext): Promise<void> {
  await openShop(engine, poolCap);
  for (const level of levels) {
    await receiveStock(engine, level);
    const { units: _, ...key } = level;
    await engine.replenish(key);
  }
}

/** The engine's verbs as a strategy's, its retries and refills told to the run. */
export function openEngine(engine: Engine, context: StrategyContext): OpenStrategy {
  engine.events.on('retry', ({ code }) => context.onRetry(code));
  engine.events.on('refill', (refill) => context.onRefill(refill));
  // Nobody waited for it; whoever finds the pool dry refills it inline and gets the error.
  engine.events.on('refillFailed', () => context.onRetry('REFILL_FAILED'));
  const { betweenClaimWrites } = context;
  return {
    async reserve(request) {
      const answer = await engine.reserve({ ...request, holdSeconds: context.holdSeconds });
      // Every buyer has a new id, so that a hold of this id that has ended is this buyer's own, taken back meanwhile.
      return answer.outcome === 'ended' ? { outcome: 'busy' } : answer;
    },
    claim: async (reservationId, orderId) => {
      // As the shop does, which writes its order in the same transaction: there is a place between two packets then.
      const alongside = betweenClaimWrites && ((tx: Transaction) => betweenClaimWrites(reservationId, tx));
      return (await engine.claim({ shopId: RUN_SHOP, reservationId, orderId }, alongside)).outcome;
    },
    release: async (reservationId) => (await engine.release({ shopId: RUN_SHOP, reservationId })).outcome,
    expire: () => engine.expire(RUN_SHOP),
    settled: () => engine.settled(),
  };
}

export async function readPoolBooks(
  database: Database,
  levels: readonly StockLevel[],
): Promise<LevelBooks[]> {
  const [read] = await database.session('simulator', (session) =>
    session.send(call(readPools, { shopId: RUN_SHOP })),
  );
  const rows = read?.rows ?? [];
  return levels.map(({ inventoryItemId, inventoryGroupId }) => {
    const row = rows.find(
      (one) => one.inventoryItemId === inventoryItemId && one.inventoryGroupId === inventoryGroupId,
    );
    return {
      inventoryItemId,
      inventoryGroupId,
      free: (row?.pooled ?? 0) + (row?.unpooled ?? 0),
      unpooled: row?.unpooled ?? 0,
    };
  });
}

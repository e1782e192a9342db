/** What must not matter: how much stock there is, how large the pool is, what else lies in the tables. */
import { call, type Statement, sqlText } from '@/db/statement';
import { RUN_SHOP } from '@/simulator/stock';
import { driveCount, TURNS } from '../drive';
import type { Cell, Group, Sample } from '../sample';
import type { OpenShop, ShopOptions, Stage } from '../stage';

const CONNECTIONS = 8;
/** Less than the smallest stock, so that nobody is refused. */
const RESERVES_PER_ITEM = 900;
const ITEMS = 3;

/** Reserves item after item; as many of each, whatever there is of it. */
async function sellSome(
  stage: Stage,
  options: Omit<ShopOptions, 'connections' | 'strategy'>,
): Promise<Sample> {
  const perItem = stage.size.name === 'smoke' ? 50 : RESERVES_PER_ITEM;
  const shopOptions: ShopOptions = {
    strategy: 'unit-pool',
    connections: CONNECTIONS,
    items: ITEMS,
    ...options,
  };
  return stage.withShop(shopOptions, ({ open, request, line }: OpenShop) => {
    let begun = 0;
    const operation = async () => {
      const item = Math.floor(begun / perItem);
      begun += 1;
      return (await open.reserve(request([line(item)]))).outcome === 'reserved';
    };
    return driveCount({ buyers: CONNECTIONS, operation, count: perItem * ITEMS, mostMs: stage.size.mostMs });
  });
}

export const stockKey = 'stock';

const STOCKS = [1_000, 1_000_000] as const;

/** Reserves of an item of which there is little or much, in turn; `more` has the p50 of each and their ratio. */
async function sellInTurn(stage: Stage): Promise<Sample> {
  const count = stage.size.name === 'smoke' ? 50 : RESERVES_PER_ITEM;
  const units = TURNS.map((stock) => STOCKS[stock]);
  const options: ShopOptions = {
    strategy: 'unit-pool',
    connections: CONNECTIONS,
    items: units.length,
    units,
  };
  return stage.withShop(options, async ({ open, request, line }) => {
    const samples: Sample[] = [];
    for (const item of TURNS.keys()) {
      const operation = async () => (await open.reserve(request([line(item)]))).outcome === 'reserved';
      samples.push(await driveCount({ buyers: CONNECTIONS, operation, count, mostMs: stage.size.mostMs }));
    }
    const [of1K, of1M] = ([0, 1] as const).map((stock) =>
      mean(samples.filter((_, turn) => TURNS[turn] === stock).map(({ p50Ms }) => p50Ms)),
    ) as [number, number];
    return {
      perSecond: mean(samples.map(({ perSecond }) => perSecond)),
      p50Ms: mean(samples.map(({ p50Ms }) => p50Ms)),
      p99Ms: Math.max(...samples.map(({ p99Ms }) => p99Ms)),
      more: { 'p50 of 1,000, ms': of1K, 'p50 of 1,000,000, ms': of1M, stock1MVs1K: of1M / of1K },
    };
  });
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export const stocks: Group = {
  title: 'Stock',
  note: `${RESERVES_PER_ITEM} reserves of each of ${TURNS.length} items, one after the other, of which there are 1,000 and 1,000,000 in turn.`,
  cells: [
    { key: stockKey, label: `stock in turn, ${CONNECTIONS} connections`, isQuick: true, run: sellInTurn },
  ],
};

const fillLevels: Statement = {
  name: 'bench.fill_levels',
  purpose: 'Other levels, so that the one that is measured is one of many.',
  sql: sqlText(`
    INSERT /*+ SET_VAR(cte_max_recursion_depth = 1000000) */ INTO inventory_levels
           (shop_id, inventory_item_id, inventory_group_id, location_id, unpooled, next_unit_id, pool_cap, low_water_mark)
      WITH RECURSIVE numbered (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbered WHERE n < :count)
    SELECT :shopId, 1000000 + n, 1, 1, 10, 5, 4, 1
      FROM numbered
  `),
};

const fillUnits: Statement = {
  name: 'bench.fill_units',
  purpose: 'A small pool for each of the other levels.',
  sql: sqlText(`
    INSERT INTO available_units
           (shop_id, inventory_item_id, inventory_group_id, id)
    SELECT shop_id, inventory_item_id, inventory_group_id, unit.id
      FROM inventory_levels
           CROSS JOIN (SELECT 1 AS id UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) AS unit
     WHERE shop_id = :shopId
       AND inventory_item_id > 1000000
  `),
};

const stagesByLevels = new Map<number, Promise<Stage>>();

/** A schema with so many other levels, made once. */
function stageWith(stage: Stage, count: number): Promise<Stage> {
  let made = stagesByLevels.get(count);
  if (!made) {
    made = stage.beside(`levels_${count}`).then(async (filled) => {
      const database = filled.connect(1);
      const values = { shopId: RUN_SHOP, count };
      try {
        await database.session('bench', (session) => session.send(call(fillLevels, values)));
        await database.session('bench', (session) => session.send(call(fillUnits, values)));
        await database.session('bench', ({ connection }) =>
          connection.query('ANALYZE TABLE inventory_levels, available_units'),
        );
      } finally {
        await database.close();
      }
      return filled;
    });
    stagesByLevels.set(count, made);
  }
  return made;
}

export const levelsKey = (count: 'few' | 'some' | 'many') => `levels ${count}`;

const levelsCell = (name: 'few' | 'some' | 'many'): Cell => ({
  key: levelsKey(name),
  label: `${{ few: '10', some: '1,000', many: '100,000' }[name]} other levels, ${CONNECTIONS} connections`,
  isQuick: false,
  async run(stage) {
    const count = { few: 10, some: Math.min(1_000, stage.size.manyLevels), many: stage.size.manyLevels }[
      name
    ];
    return sellSome(await stageWith(stage, count), { units: 5_000 });
  },
});

export const levels: Group = {
  title: 'Other levels in the tables',
  note: `${RESERVES_PER_ITEM} reserves of each of ${ITEMS} items, one after the other, beside so many other levels.`,
  cells: (['few', 'some', 'many'] as const).map(levelsCell),
};

export const capKey = (poolCap: number) => `cap ${poolCap}`;

const capCell = (poolCap: number): Cell => ({
  key: capKey(poolCap),
  label: `cap of ${poolCap.toLocaleString('en-GB')}, 64 connections`,
  isQuick: false,
  run: (stage) =>
    stage.withShop(
      { strategy: 'unit-pool', connections: 64, poolCap },
      async ({ open, request, line, refills }) => {
        const count = stage.size.snapshotReserves;
        const operation = async () => (await open.reserve(request([line(0)]))).outcome === 'reserved';
        const sample = await driveCount({ buyers: 64, operation, count, mostMs: stage.size.mostMs });
        return { ...sample, more: { ...sample.more, ...refills } };
      },
    ),
});

export const caps: Group = {
  title: 'Size of the pool',
  note: 'The same number of reserves of one hot item, whose pool is refilled more or less often; 64 buyers.',
  // A pool of 64 for 64 buyers is dry all the time.
  cells: [64, 100, 1_000, 10_000].map(capCell),
};

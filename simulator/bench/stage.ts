/** A schema to measure on, and strategies opened on fresh stock in it. All strategies keep their books in the same tables. */
import { v7 as uuidv7 } from 'uuid';
import { createDatabase, type Database } from '@/db/database';
import { migrate } from '@/db/migrate';
import { redisObstacle } from '@/db/redis/obstacle';
import { call, type Statement, sqlText } from '@/db/statement';
import type { ReserveLine } from '@/engine/index';
import { RUN_SHOP, type StockLevel } from '../stock';
import { type StrategyId, strategies } from '../strategies';
import type { HoldRequest, OpenStrategy } from '../strategies/strategy';
import { warmUp } from '../warm-up';
import { CellUnavailable } from './sample';
import type { Size } from './sizes';
import { readUse, type Use } from './use';

const setPoolCap: Statement = {
  name: 'bench.set_pool_cap',
  purpose: 'The size of the pools of levels that are opened from now on.',
  sql: sqlText(`
    UPDATE shops
       SET pool_cap = :poolCap,
           low_water_mark = :poolCap DIV 5
     WHERE shop_id = :shopId
  `),
};

const readHistory: Statement = {
  name: 'bench.read_history',
  purpose: 'Old row versions that purge has not removed yet.',
  sql: sqlText(`
    SELECT count AS length
      FROM information_schema.INNODB_METRICS
     WHERE name = 'trx_rseg_history_len'
  `),
};

/** A shop with its strategy, and a buyer's ways in it. */
export interface OpenShop {
  readonly database: Database;
  readonly open: OpenStrategy;
  readonly levels: readonly StockLevel[];
  /** Refills so far, by kind. */
  readonly refills: { inline: number; background: number };
  request(lines: readonly ReserveLine[]): HoldRequest;
  /** A line for one unit of the n-th item. */
  line(index: number): ReserveLine;
}

export interface ShopOptions {
  readonly strategy: StrategyId;
  readonly connections: number;
  readonly delayMs?: number;
  readonly items?: number;
  /** Of each item, or of each in its order. Default: more than a measurement sells, laid out as rows or not. */
  readonly units?: number | readonly number[];
  readonly poolCap?: number;
  readonly holdSeconds?: number;
}

/** These write every unit as a row before the first reserve. */
const laidOutWhole = new Set<StrategyId>(['units-state-column', 'units-unbounded', 'units-auto-id']);
const PLENTY = 1_000_000;
const PLENTY_OF_ROWS = 40_000;

export class Stage {
  readonly url: string;
  readonly size: Size;
  readonly #nextItem: { value: number };

  private constructor(url: string, size: Size, nextItem = { value: 10_000 }) {
    this.url = url;
    this.size = size;
    this.#nextItem = nextItem;
  }

  static async on(url: string, size: Size): Promise<Stage> {
    await migrate(url);
    return new Stage(url, size);
  }

  /** A second schema on the same server, named after this one. */
  async beside(name: string): Promise<Stage> {
    const url = new URL(this.url);
    url.pathname = `${url.pathname}_beside_${name}`;
    await migrate(url.href);
    return new Stage(url.href, this.size, this.#nextItem);
  }

  connect(connectionLimit: number, roundTripDelayMs = 0): Database {
    return createDatabase({
      url: this.url,
      connectionLimit,
      roundTripDelayMs,
      // As in a sale: whoever waits long shows by their latency, and not by giving up.
      acquireTimeoutMs: 60_000,
      lockWaitTimeoutSeconds: 5,
    });
  }

  /** What clients and server have used until now, read over a connection that nobody measures. */
  async readUse(): Promise<Use> {
    const database = this.connect(1);
    try {
      return await readUse(database);
    } finally {
      await database.close();
    }
  }

  /**
   * Opens a strategy on fresh stock, warm; closes it after `work`, and waits until the server is as before.
   *
   * Throws: CellUnavailable for a strategy that needs a Redis where there is none.
   */
  async withShop<T>(options: ShopOptions, work: (shop: OpenShop) => Promise<T>): Promise<T> {
    const { strategy, connections, delayMs = 0, items = 1, poolCap = 1_000, holdSeconds = 600 } = options;
    const obstacle = strategies[strategy].needs === 'redis' ? await redisObstacle() : null;
    if (obstacle) throw new CellUnavailable(`${strategy} ${obstacle}`);
    const units = options.units ?? (laidOutWhole.has(strategy) ? PLENTY_OF_ROWS : PLENTY);
    const levels = Array.from({ length: items }, (_, item) =>
      this.#freshLevel(typeof units === 'number' ? units : (units[item] ?? 0)),
    );
    const database = this.connect(connections, delayMs);
    const refills = { inline: 0, background: 0 };
    try {
      await database.session('bench', (session) =>
        session.send(call(setPoolCap, { shopId: RUN_SHOP, poolCap })),
      );
      const open = await strategies[strategy].open({
        database,
        levels,
        holdSeconds,
        poolCap,
        onRetry: () => undefined,
        onRefill: ({ kind }) => {
          refills[kind] += 1;
        },
        gate: () => Promise.resolve(),
        passCrashPoint: () => undefined,
      });
      await warmUp(database);
      const line = (index: number): ReserveLine => {
        const { inventoryItemId, inventoryGroupId } = levels[index] as StockLevel;
        return { inventoryItemId, inventoryGroupId, quantity: 1 };
      };
      const result = await work({
        database,
        open,
        levels,
        refills,
        request: requestOf,
        line,
      });
      await open.settled();
      return result;
    } finally {
      await database.close();
      await this.untilPurged();
    }
  }

  /** Waits until purge has caught up with what the last measurement deleted: the next one must not pay for it. */
  async untilPurged(): Promise<void> {
    // A smoke test measures nothing, so that nothing can disturb it.
    if (this.size.name === 'smoke') return;
    const database = this.connect(1);
    try {
      for (let last = Number.POSITIVE_INFINITY, stuck = 0; stuck < 20; ) {
        const [read] = await database.session('bench', (session) => session.send(call(readHistory)));
        const length = Number(read?.rows[0]?.length ?? 0);
        if (length < 500) return;
        // Purge wakes up by itself at least every second; one that makes no progress is held up by others.
        await new Promise((resolve) => setTimeout(resolve, 100));
        stuck = length < last ? 0 : stuck + 1;
        last = length;
      }
    } finally {
      await database.close();
    }
  }

  #freshLevel(units: number): StockLevel {
    this.#nextItem.value += 1;
    return { shopId: RUN_SHOP, inventoryItemId: this.#nextItem.value, inventoryGroupId: 1, units };
  }
}

function requestOf(lines: readonly ReserveLine[]): HoldRequest {
  const id = uuidv7();
  return { shopId: RUN_SHOP, reservationId: id, checkoutId: id, lines };
}

/** A strategy on a schema of its own, with as many items as a test asks for: each is fresh stock. */
import mysql from 'mysql2/promise';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, inject } from 'vitest';
import { createDatabase, type Database } from '@/db/database';
import { migrate } from '@/db/migrate';
import type { ReserveLine } from '@/engine/index';
import { RUN_SHOP, type StockLevel } from '@/simulator/stock';
import { type StrategyId, strategies } from '@/simulator/strategies';
import type { GatePlace, HoldRequest, OpenStrategy, Strategy } from '@/simulator/strategies/strategy';
import { type Gate, makeGate } from '@/tests/support/gate';
import { provideTestRedis } from '@/tests/support/redis';

/** Gates by the buyer whom they hold back. */
export class Gates {
  readonly #closed = new Map<string, Gate>();

  close(place: GatePlace, reservationId: string): Gate {
    const gate = makeGate();
    this.#closed.set(`${place} ${reservationId}`, gate);
    return gate;
  }

  /** What strategies call; resolves at once where no gate was closed. */
  readonly pass = async (place: GatePlace, reservationId: string): Promise<void> => {
    await this.#closed.get(`${place} ${reservationId}`)?.pass();
  };
}

export interface StrategyStage {
  readonly strategy: Strategy;
  readonly database: Database;
  readonly gates: Gates;
  /** Codes of the transactions that were repeated since the last `lay`. */
  readonly retries: string[];
  /** Refills since the last `lay`, by whether a buyer waited for them. */
  readonly refills: ('inline' | 'background')[];
  /** A connection that looks on; of nobody's transaction. */
  readonly observer: mysql.Connection;
  readonly open: OpenStrategy;
  /** Lays out new items with so many units each, opens the strategy on them, and returns a line for one unit of each. */
  lay(units: readonly number[], options?: { poolCap?: number; holdSeconds?: number }): Promise<ReserveLine[]>;
  request(lines: readonly ReserveLine[]): HoldRequest;
  /** What the stock tables say is left of the items of the last `lay`. */
  free(): Promise<number[]>;
}

let nextItem = 5_000;

export function stageStrategy(id: StrategyId, connectionLimit = 32): StrategyStage {
  const url = new URL(inject('serverUrl'));
  url.pathname = `/lastunit_test_${process.env.VITEST_POOL_ID ?? '0'}_${id.replaceAll('-', '_')}`;
  const database = createDatabase({ url: url.href, connectionLimit, acquireTimeoutMs: 30_000 });
  const strategy = strategies[id];
  let levels: StockLevel[] = [];
  const stage = {
    strategy,
    database,
    gates: new Gates(),
    retries: [] as string[],
    refills: [] as ('inline' | 'background')[],
    observer: undefined as unknown as mysql.Connection,
    open: undefined as unknown as OpenStrategy,
    async lay(units: readonly number[], { poolCap = 1_000, holdSeconds = 300 } = {}) {
      levels = units.map((count) => {
        nextItem += 1;
        return { shopId: RUN_SHOP, inventoryItemId: nextItem, inventoryGroupId: 1, units: count };
      });
      stage.retries.length = 0;
      stage.refills.length = 0;
      await database.session('test', ({ connection }) =>
        connection.query('UPDATE shops SET pool_cap = ?, low_water_mark = ?', [
          poolCap,
          Math.floor(poolCap / 5),
        ]),
      );
      stage.open = await strategy.open({
        database,
        levels,
        holdSeconds,
        poolCap,
        onRetry: (code) => stage.retries.push(code),
        onRefill: ({ kind }) => stage.refills.push(kind),
        gate: stage.gates.pass,
        passCrashPoint: () => undefined,
      });
      return levels.map(({ inventoryItemId, inventoryGroupId }) => ({
        inventoryItemId,
        inventoryGroupId,
        quantity: 1,
      }));
    },
    request(lines: readonly ReserveLine[]): HoldRequest {
      const id = uuidv7();
      return { shopId: RUN_SHOP, reservationId: id, checkoutId: id, lines };
    },
    async free() {
      return (await strategy.readBooks(database, levels)).map(({ free }) => free);
    },
  };
  beforeAll(async () => {
    if (strategy.needs === 'redis' && !process.env.REDIS_URL) provideTestRedis();
    await migrate(url.href);
    stage.observer = await mysql.createConnection({ uri: url.href, multipleStatements: true });
  });
  afterAll(async () => {
    await stage.observer?.query('DROP DATABASE ??', [url.pathname.slice(1)]);
    await stage.observer?.end();
    await database.close();
  });
  return stage;
}

/**
 * What the strategies with a counter share: a row a level that says how many are left, how a sale ends, and how units
 * that come back are counted up again. How a reserve counts down is what they differ in.
 */
import type { Database } from '@/db/database';
import { call, type Statement, sqlText } from '@/db/statement';
import { commit, rollback } from '@/db/transaction';
import { RUN_SHOP, type StockLevel } from '../stock';
import { retryOrBusy } from './contention';
import {
  endHoldAs,
  endOverdueHold,
  findOverdueHolds,
  holdEnding,
  writeHold,
  writeHoldLines,
  writeReceipt,
  writeSale,
} from './hold-books';
import type {
  HoldRequest,
  LevelBooks,
  OpenStrategy,
  ReserveAnswer,
  Strategy,
  StrategyContext,
} from './strategy';

const createCounters: Statement = {
  name: 'counter.create_table',
  purpose: 'One row a level: how many are left, and how often that was changed.',
  sql: sqlText(`
    CREATE TABLE IF NOT EXISTS stock_counters (
      shop_id INT UNSIGNED NOT NULL,
      inventory_item_id BIGINT UNSIGNED NOT NULL,
      inventory_group_id BIGINT UNSIGNED NOT NULL,
      quantity INT NOT NULL,
      version INT UNSIGNED NOT NULL DEFAULT 0,
      PRIMARY KEY (shop_id, inventory_item_id, inventory_group_id)
    )
  `),
};

const setCounter: Statement = {
  name: 'counter.set',
  purpose: 'Sets the counter of a level to the stock that the sale starts with, once.',
  sql: sqlText(`
    INSERT IGNORE INTO stock_counters
           (shop_id, inventory_item_id, inventory_group_id, quantity)
    VALUES (:shopId, :inventoryItemId, :inventoryGroupId, :units)
  `),
};

const readCounters: Statement = {
  name: 'counter.read_all',
  purpose: 'Reads what every counter says.',
  sql: sqlText(`
    SELECT inventory_item_id AS inventoryItemId,
           inventory_group_id AS inventoryGroupId,
           quantity AS free
      FROM stock_counters
     WHERE shop_id = :shopId
  `),
};

export const countUp: Statement = {
  name: 'counter.count_up',
  purpose: 'Counts the units of a hold that has ended up again.',
  sql: sqlText(`
    UPDATE reservation_lines
           STRAIGHT_JOIN stock_counters
        ON stock_counters.shop_id = reservation_lines.shop_id
       AND stock_counters.inventory_item_id = reservation_lines.inventory_item_id
       AND stock_counters.inventory_group_id = reservation_lines.inventory_group_id
       SET stock_counters.quantity = stock_counters.quantity + reservation_lines.quantity,
           stock_counters.version = stock_counters.version + 1
     WHERE reservation_lines.shop_id = :shopId
       AND reservation_lines.reservation_id = UUID_TO_BIN(:reservationId)
  `),
};

async function layOutCounters({ database, levels }: StrategyContext): Promise<void> {
  await database.session('simulator', async (session) => {
    await session.send(call(createCounters));
    for (const { shopId, inventoryItemId, inventoryGroupId, units } of levels) {
      const level = { shopId, inventoryItemId, inventoryGroupId };
      // The ledger wants an id of what caused an entry; the level itself is one that a repetition gives again.
      const reservationId = `00000000-0000-0000-0000-${String(inventoryItemId * 1000 + inventoryGroupId).padStart(12, '0')}`;
      await session.send(
        call(setCounter, { ...level, units }),
        call(writeReceipt, { ...level, units, reservationId }),
      );
    }
  });
}

export interface CounterParts
  extends Pick<Strategy, 'id' | 'name' | 'summary' | 'weakness' | 'firstWrite' | 'statements'> {
  /** One whole reserve, retries included; `statements` are those up to the hold that it writes. */
  readonly reserve: (context: StrategyContext, request: HoldRequest) => Promise<ReserveAnswer>;
}

/** A strategy that counts: its own way of reserving, and what all counters do alike. */
export function counterStrategy({ reserve, statements, ...own }: CounterParts): Strategy {
  return {
    ...own,
    kind: 'counter',
    hasRefills: false,
    statements: [...statements, writeHold, writeHoldLines, commit, rollback, ...holdEnding, countUp],
    open: (context) => openCounter(context, (request) => reserve(context, request)),
    readBooks: readCounterBooks,
  };
}

/** Runs the transaction of a reserve with the retries of the database's table; "busy" when they are used up. */
export async function repeatOrBusy<T>(
  { onRetry }: StrategyContext,
  transaction: () => Promise<T>,
): Promise<T | { readonly outcome: 'busy' }> {
  const answer = await retryOrBusy(transaction, onRetry);
  return answer === 'busy' ? { outcome: 'busy' } : answer;
}

/** The verbs of a counter; `reserve` is what the strategy does in its own way. */
async function openCounter(
  context: StrategyContext,
  reserve: (request: HoldRequest) => Promise<ReserveAnswer>,
): Promise<OpenStrategy> {
  await layOutCounters(context);
  const { database, onRetry } = context;
  const end = (reservationId: string, status: 'claimed' | 'released') => {
    const write = call(status === 'claimed' ? writeSale : countUp, { shopId: RUN_SHOP, reservationId });
    const transaction = () =>
      database.transaction('checkout', (tx) =>
        endHoldAs(tx, reservationId, status, [write], context.betweenClaimWrites),
      );
    return retryOrBusy(transaction, onRetry);
  };
  return {
    reserve,
    claim: (reservationId) => end(reservationId, 'claimed'),
    release: (reservationId) => end(reservationId, 'released'),
    expire: () => expireCounted(context),
    settled: () => Promise.resolve(),
  };
}

async function expireCounted({ database, onRetry }: StrategyContext): Promise<number> {
  let expired = 0;
  for (;;) {
    const [found] = await database.session('sweeper', (session) =>
      session.send(call(findOverdueHolds, { shopId: RUN_SHOP })),
    );
    const rows = found?.rows ?? [];
    let ended = 0;
    for (const { reservationId } of rows) {
      const hold = { shopId: RUN_SHOP, reservationId };
      const transaction = () =>
        database.transaction('sweeper', async (tx) => {
          const [overdue] = await tx.send(call(endOverdueHold, hold));
          if (overdue?.affectedRows !== 1) return false;
          await tx.commit(call(countUp, hold));
          return true;
        });
      if ((await retryOrBusy(transaction, onRetry)) === true) ended += 1;
    }
    expired += ended;
    if (ended < rows.length || rows.length === 0) return expired;
  }
}

async function readCounterBooks(database: Database, levels: readonly StockLevel[]): Promise<LevelBooks[]> {
  const [read] = await database.session('simulator', (session) =>
    session.send(call(readCounters, { shopId: RUN_SHOP })),
  );
  const rows = read?.rows ?? [];
  return levels.map(({ inventoryItemId, inventoryGroupId }) => {
    const row = rows.find(
      (one) => one.inventoryItemId === inventoryItemId && one.inventoryGroupId === inventoryGroupId,
    );
    return { inventoryItemId, inventoryGroupId, free: row?.free ?? 0, unpooled: 0 };
  });
}

/** What the strategies with a unit table of their own share: laying it out, and how a hold on its rows ends. */
import { type Call, call, type Statement } from '@/db/statement';
import type { ReserveLine } from '@/engine/index';
import { RUN_SHOP } from '../stock';
import { retryOrBusy } from './contention';
import { endHoldAs, endOverdueHold, findOverdueHolds, writeReceipt } from './hold-books';
import type { Recovery } from './row-reserve';
import type { HoldRequest, LevelBooks, OpenStrategy, ReserveAnswer, StrategyContext } from './strategy';

/** Rows of one statement of laying out. */
const ROWS_AT_ONCE = 50_000;

export interface OwnRows {
  readonly createTable: Statement;
  /** Writes the units `:firstUnitId` … of a level; given `:quantity`. */
  readonly insertUnits: Statement;
  /** Counts the free and the held units of a level. */
  readonly countUnits: Statement;
  /** What happens to the units of a hold that is sold, and of one that is given back. */
  readonly sell: (reservationId: string) => Call[];
  readonly giveBack: (reservationId: string) => Call[];
}

export async function openOwnRows(
  context: StrategyContext,
  rows: OwnRows,
  reserve: (request: HoldRequest) => Promise<ReserveAnswer>,
): Promise<OpenStrategy> {
  await layOut(context, rows);
  const { database, onRetry } = context;
  const end = (reservationId: string, status: 'claimed' | 'released') => {
    const writes = status === 'claimed' ? rows.sell(reservationId) : rows.giveBack(reservationId);
    const transaction = () =>
      database.transaction('checkout', (tx) =>
        endHoldAs(tx, reservationId, status, writes, context.betweenClaimWrites),
      );
    return retryOrBusy(transaction, onRetry);
  };
  return {
    reserve,
    claim: (reservationId) => end(reservationId, 'claimed'),
    release: (reservationId) => end(reservationId, 'released'),
    expire: () => expireRows(context, rows),
    settled: () => Promise.resolve(),
  };
}

async function layOut({ database, levels }: StrategyContext, rows: OwnRows): Promise<void> {
  await database.session('simulator', (session) => session.send(call(rows.createTable)));
  for (const { units, ...level } of levels) {
    const { inventoryItemId, inventoryGroupId } = level;
    const reservationId = `00000000-0000-0000-0000-${String(inventoryItemId * 1000 + inventoryGroupId).padStart(12, '0')}`;
    await database.session('simulator', async (session) => {
      const [receipt] = await session.send(call(writeReceipt, { ...level, units, reservationId }));
      // The receipt is written once; whoever finds it there has laid out before.
      if (receipt?.affectedRows !== 1) return;
      for (let done = 0; done < units; done += ROWS_AT_ONCE) {
        const quantity = Math.min(ROWS_AT_ONCE, units - done);
        await session.send(call(rows.insertUnits, { ...level, firstUnitId: done + 1, quantity }));
      }
    });
  }
}

/** Takes overdue holds back, or says why a line is short. */
export async function recoverRows(
  context: StrategyContext,
  rows: OwnRows,
  lines: readonly ReserveLine[],
): Promise<Recovery> {
  let step: Recovery = 'locked_by_others';
  for (const { inventoryItemId, inventoryGroupId, quantity } of lines) {
    const level = { shopId: RUN_SHOP, inventoryItemId, inventoryGroupId };
    const [counted] = await context.database.session('checkout', (session) =>
      session.send(call(rows.countUnits, level)),
    );
    const { free, held } = counted?.rows[0] ?? { free: 0, held: 0 };
    if (free + held < quantity) return 'sold_out';
    if (free < quantity && (await expireRows(context, rows)) === 0) step = 'all_held';
  }
  return step;
}

async function expireRows({ database, onRetry }: StrategyContext, rows: OwnRows): Promise<number> {
  let expired = 0;
  for (;;) {
    const [found] = await database.session('sweeper', (session) =>
      session.send(call(findOverdueHolds, { shopId: RUN_SHOP })),
    );
    const overdue = found?.rows ?? [];
    let ended = 0;
    for (const { reservationId } of overdue) {
      const transaction = () =>
        database.transaction('sweeper', async (tx) => {
          const [hold] = await tx.send(call(endOverdueHold, { shopId: RUN_SHOP, reservationId }));
          if (hold?.affectedRows !== 1) return false;
          await tx.commit(...rows.giveBack(reservationId));
          return true;
        });
      if ((await retryOrBusy(transaction, onRetry)) === true) ended += 1;
    }
    expired += ended;
    if (ended < overdue.length || overdue.length === 0) return expired;
  }
}

export async function readOwnBooks(
  database: StrategyContext['database'],
  rows: OwnRows,
  levels: StrategyContext['levels'],
): Promise<LevelBooks[]> {
  const counts = await database.session('simulator', (session) =>
    session.send(...levels.map(({ units: _, ...level }) => call(rows.countUnits, { ...level }))),
  );
  return levels.map(({ inventoryItemId, inventoryGroupId }, index) => ({
    inventoryItemId,
    inventoryGroupId,
    free: counts[index]?.rows[0]?.free ?? 0,
    unpooled: 0,
  }));
}

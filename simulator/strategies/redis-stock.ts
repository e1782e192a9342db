/**
 * What the strategies with a count in Redis share: holds, orders and the ledger are rows in MySQL, the stock is a number in
 * Redis that knows no locations. How the two are kept together is what they differ in.
 */

import { performance } from 'node:perf_hooks';
import type { Database } from '@/db/database';
import { errorCode } from '@/db/errors';
import { RedisError } from '@/db/redis/client';
import { call } from '@/db/statement';
import { type LegacyCount, type LegacyLine, readLedgerBalances } from '@/legacy/index';
import { BACK_WITHIN_MS } from '../redis';
import { RUN_SHOP, type StockLevel } from '../stock';
import { retryOrBusy } from './contention';
import {
  endHoldAs,
  endOverdueHold,
  findOverdueHolds,
  holdCalls,
  writeReceipt,
  writeSale,
} from './hold-books';
import { readHoldLines, readTaken } from './redis-statements';
import type { ClaimAnswer, HoldRequest, LevelBooks, OpenStrategy, StrategyContext } from './strategy';

export interface HoldInRedis {
  readonly shopId: number;
  readonly reservationId: string;
  readonly lines: readonly LegacyLine[];
}

/** MySQL's half of a claim, and what it found. */
export interface LedgerAnswer {
  readonly answer: ClaimAnswer;
  readonly hasSold: boolean;
}

/** Redis's side of a strategy. */
export interface RedisSide {
  reserve(hold: HoldInRedis): Promise<'reserved' | 'sold_out' | 'not_loaded'>;
  /** Gives the lines of a hold back that MySQL has ended, or that never came to MySQL. */
  giveBack(hold: HoldInRedis): Promise<void>;
  claim(
    hold: HoldInRedis,
    writeLedger: (between?: StrategyContext['betweenClaimWrites']) => Promise<LedgerAnswer>,
  ): Promise<ClaimAnswer>;
  /** After a restart, or when the connection has come back. */
  recover(): Promise<void>;
  /** Puts right what broke, as far as this strategy does. */
  settled(): Promise<void>;
  /** Sets the numbers of fresh stock. */
  reset(): Promise<void>;
  read(): Promise<LegacyCount[]>;
}

export const itemsIn = (levels: readonly StockLevel[]) => [
  ...new Set(levels.map(({ inventoryItemId }) => inventoryItemId)),
];

/** Lays out fresh stock: the ledger in MySQL, then the numbers in Redis. Where that was done before, nothing happens. */
export async function layOutCounts({ database, levels }: StrategyContext, side: RedisSide): Promise<void> {
  let isFresh = false;
  await database.session('simulator', async (session) => {
    for (const { shopId, inventoryItemId, inventoryGroupId, units } of levels) {
      const reservationId = `00000000-0000-0000-0000-${String(inventoryItemId * 1000 + inventoryGroupId).padStart(12, '0')}`;
      const [written] = await session.send(
        call(writeReceipt, { shopId, inventoryItemId, inventoryGroupId, units, reservationId }),
      );
      isFresh ||= written?.affectedRows === 1;
    }
  });
  if (isFresh) await side.reset();
}

/** The verbs of a count in Redis. A Redis that doesn't answer is "busy" to a buyer, as a locked row is. */
export function openCount(
  context: StrategyContext,
  side: RedisSide,
  connections: () => number,
): OpenStrategy {
  const { database, onRetry } = context;
  let seenConnections = connections();
  /** After an interruption nobody trusts the numbers: they are put right before the next buyer is served. */
  const whenSound = async () => {
    const now = connections();
    if (now === seenConnections) return;
    seenConnections = now;
    await side.recover();
  };

  const holdOf = async (reservationId: string) => {
    const [read] = await database.session('checkout', (session) =>
      session.send(call(readHoldLines, { shopId: RUN_SHOP, reservationId })),
    );
    const rows = read?.rows ?? [];
    const lines = rows.map((row) => ({
      inventoryItemId: Number(row.inventoryItemId),
      quantity: Number(row.quantity),
    }));
    return { status: rows[0]?.status as ClaimAnswer | 'held' | undefined, lines };
  };

  const claim = async (reservationId: string): Promise<ClaimAnswer> => {
    const { status, lines } = await holdOf(reservationId);
    if (status === undefined) return 'not_found';
    if (status !== 'held') return status;
    await whenSound();
    return side.claim({ shopId: RUN_SHOP, reservationId, lines }, async (between) => {
      const transaction = () =>
        database.transaction('checkout', (tx) =>
          endHoldAs(
            tx,
            reservationId,
            'claimed',
            [call(writeSale, { shopId: RUN_SHOP, reservationId })],
            between,
          ),
        );
      const answer = await retryOrBusy(transaction, onRetry);
      return { answer, hasSold: answer === 'claimed' };
    });
  };

  const release = async (reservationId: string): Promise<ClaimAnswer> => {
    const { status, lines } = await holdOf(reservationId);
    if (status === undefined) return 'not_found';
    if (status !== 'held') return status;
    const transaction = () =>
      database.transaction('checkout', (tx) => endHoldAs(tx, reservationId, 'released', []));
    const answer = await retryOrBusy(transaction, onRetry);
    if (answer === 'released') await giveBack({ shopId: RUN_SHOP, reservationId, lines });
    return answer;
  };

  /** The hold has ended in MySQL, which is what the buyer hears; a Redis that wasn't told is a matter of recovery. */
  const giveBack = async (hold: HoldInRedis) => {
    try {
      await side.giveBack(hold);
    } catch (error) {
      if (!(error instanceof RedisError)) throw error;
      onRetry(`REDIS_${error.code}`);
    }
  };

  const reserve = async (request: HoldRequest) => {
    await whenSound();
    const hold = { shopId: RUN_SHOP, reservationId: request.reservationId, lines: totalsOf(request.lines) };
    const answer = await side.reserve(hold);
    if (answer === 'sold_out') return { outcome: 'sold_out' } as const;
    if (answer === 'not_loaded') {
      await side.recover();
      return { outcome: 'busy' } as const;
    }
    context.passCrashPoint('between-two-writes');
    await context.gate('after-lock', request.reservationId);
    const transaction = () =>
      database.transaction('checkout', async (tx) => {
        await tx.commit(...holdCalls(request, context.holdSeconds));
      });
    try {
      if ((await retryOrBusy(transaction, onRetry)) !== 'busy') return { outcome: 'reserved' } as const;
    } catch (error) {
      await giveBack(hold);
      // Its repair took the place of a hold that was too long on its way.
      if (errorCode(error) === 'ER_DUP_ENTRY') return { outcome: 'busy' } as const;
      throw error;
    }
    await giveBack(hold);
    return { outcome: 'busy' } as const;
  };

  let failingSince: number | undefined;
  const orBusy = async <T>(work: Promise<T>): Promise<T | 'busy'> => {
    try {
      const answer = await work;
      failingSince = undefined;
      return answer;
    } catch (error) {
      if (!(error instanceof RedisError)) throw error;
      failingSince ??= performance.now();
      // Whoever has paid is tried again while the answer is "busy": that has to end when Redis doesn't come back.
      if (performance.now() - failingSince > BACK_WITHIN_MS) throw error;
      onRetry(`REDIS_${error.code}`);
      return 'busy';
    }
  };

  return {
    async reserve(request) {
      const answer = await orBusy(reserve(request));
      return answer === 'busy' ? { outcome: 'busy' } : answer;
    },
    claim: (reservationId) => orBusy(claim(reservationId)),
    release,
    async expire() {
      const [found] = await database.session('sweeper', (session) =>
        session.send(call(findOverdueHolds, { shopId: RUN_SHOP })),
      );
      let expired = 0;
      for (const { reservationId } of found?.rows ?? []) {
        const { lines } = await holdOf(reservationId);
        const transaction = () =>
          database.transaction('sweeper', async (tx) => {
            const [overdue] = await tx.commit(call(endOverdueHold, { shopId: RUN_SHOP, reservationId }));
            return overdue?.affectedRows === 1;
          });
        if ((await retryOrBusy(transaction, onRetry)) !== true) continue;
        expired += 1;
        await giveBack({ shopId: RUN_SHOP, reservationId, lines });
      }
      return expired;
    },
    settled: () => side.settled(),
    recover: () => side.recover(),
    async readTwoSystems() {
      const items = itemsIn(context.levels);
      const balances = await readLedgerBalances(database, RUN_SHOP, items);
      return (await side.read()).map(({ inventoryItemId, stock, held }, index) => ({
        inventoryItemId,
        ledger: balances[index] ?? 0,
        stock: stock ?? 0,
        held,
      }));
    },
  };
}

/** Lines of one item added up, whatever their locations, in the order of the items. */
function totalsOf(lines: HoldRequest['lines']): LegacyLine[] {
  const totals = new Map<number, number>();
  for (const { inventoryItemId, quantity } of lines) {
    totals.set(inventoryItemId, (totals.get(inventoryItemId) ?? 0) + quantity);
  }
  return [...totals]
    .map(([inventoryItemId, quantity]) => ({ inventoryItemId, quantity }))
    .sort((a, b) => a.inventoryItemId - b.inventoryItemId);
}

/** Redis has one number an item; where there are several locations, it is laid on those that have room left. */
export async function spreadCounts(
  database: Database,
  levels: readonly StockLevel[],
  counts: readonly LegacyCount[],
): Promise<LevelBooks[]> {
  const left = new Map(
    counts.map(({ inventoryItemId, stock }) => [inventoryItemId, Math.max(0, stock ?? 0)]),
  );
  const hasLocations = itemsIn(levels).length < levels.length;
  const [read] = hasLocations
    ? await database.session('simulator', (session) => session.send(call(readTaken, { shopId: RUN_SHOP })))
    : [];
  const taken = new Map(
    (read?.rows ?? []).map((row) => [`${row.inventoryItemId} ${row.inventoryGroupId}`, Number(row.taken)]),
  );
  return levels.map(({ inventoryItemId, inventoryGroupId, units }) => {
    const here = left.get(inventoryItemId) ?? 0;
    const room = units - (taken.get(`${inventoryItemId} ${inventoryGroupId}`) ?? 0);
    const free = hasLocations ? Math.max(0, Math.min(here, room)) : here;
    left.set(inventoryItemId, here - free);
    return { inventoryItemId, inventoryGroupId, free, unpooled: 0 };
  });
}

/**
 * Stock as many shops kept it: two numbers an item in Redis, the ledger in MySQL, and no step that spans both.
 *
 *   reserve   DECR the stock, INCR the held         (Redis only)
 *   release   INCR the stock, DECR the held         (Redis only)
 *   claim     the ledger is deducted in MySQL, and the held is DECRed in Redis: two systems, one after the other
 *   load      stock := ledger - held                (after a restart, and when a connection has come back)
 *
 * Promise: exact as long as nothing breaks. A claim that breaks between its two writes leaves ledger and held apart by what
 * it sold, and the next load makes it a number that buyers see: one too few when the ledger was written first, one too
 * many when Redis was. It knows no locations. The old model's own failings are kept on purpose: nothing here is
 * idempotent, nothing is compensated. `careful-stock.ts` is what one would write knowing that.
 */
import type { Database } from '@/db/database';
import type { Redis } from '@/db/redis/client';
import { readLedgerBalances } from './balances';
import { countDown, countUp, endHeld, noteHeld, readHeld, readStock, setStock } from './commands';
import { Doors } from './doors';
import { keysOf } from './keys';

/** How many of what, from wherever. */
export interface LegacyLine {
  readonly inventoryItemId: number;
  readonly quantity: number;
}

export interface LegacyCount {
  readonly inventoryItemId: number;
  /** What may still be reserved; null when Redis doesn't know the item. */
  readonly stock: number | null;
  readonly held: number;
}

/** MySQL's half of a claim. */
export interface LedgerHalf {
  /** Whether this call sold the units; false when the hold had ended before, one way or another. */
  readonly hasSold: boolean;
}

export interface LegacyClaim<T extends LedgerHalf> {
  readonly shopId: number;
  readonly lines: readonly LegacyLine[];
  /** Ends the hold and deducts the ledger, in one transaction. */
  writeLedger(): Promise<T>;
  /** Called after the first half and before the second, where something is to break. */
  between?(): Promise<void>;
}

export interface LegacyStock {
  /** Takes the lines, or none of them. `sold_out` too for an item that was never loaded. Throws RedisError. */
  reserve(shopId: number, lines: readonly LegacyLine[]): Promise<'reserved' | 'sold_out'>;
  /** Gives reserved lines back. Throws RedisError. */
  release(shopId: number, lines: readonly LegacyLine[]): Promise<void>;
  /** Redis's half of a claim: the lines are held no longer, and not given back. Throws RedisError. */
  endHeld(shopId: number, lines: readonly LegacyLine[]): Promise<void>;
  /**
   * Claims in one of both orders. Redis's half is left out, or taken back, when `writeLedger` says that this call was not
   * the one that sold. Throws RedisError, and what `writeLedger` throws; what was written before stays written.
   */
  claim<T extends LedgerHalf>(order: ClaimOrder, claim: LegacyClaim<T>): Promise<T>;
  /** Loads the stock of the items from the ledger. Nobody passes meanwhile in this process. Throws RedisError. */
  load(shopId: number, inventoryItemIds: readonly number[]): Promise<void>;
  /** Forgets what is held, and loads: for items that nobody holds anything of. */
  reset(shopId: number, inventoryItemIds: readonly number[]): Promise<void>;
  read(shopId: number, inventoryItemIds: readonly number[]): Promise<LegacyCount[]>;
}

export const claimOrders = ['ledger-first', 'redis-first'] as const;
export type ClaimOrder = (typeof claimOrders)[number];

export function openLegacyStock(redis: Redis, database: Database): LegacyStock {
  const doors = new Doors();
  const keys = (shopId: number, { inventoryItemId }: { readonly inventoryItemId: number }) =>
    keysOf(database, shopId, inventoryItemId);

  const giveBack = (shopId: number, lines: readonly LegacyLine[]) =>
    redis.runTogether(
      lines.flatMap((line) => {
        const values = { ...keys(shopId, line), quantity: line.quantity };
        return [[countUp, values] as const, [endHeld, values] as const];
      }),
    );

  const endHeldOf = async (shopId: number, lines: readonly LegacyLine[]) => {
    await redis.runTogether(
      lines.map((line) => [endHeld, { ...keys(shopId, line), quantity: line.quantity }] as const),
    );
  };

  const noteHeldAgain = async (shopId: number, lines: readonly LegacyLine[]) => {
    await redis.runTogether(
      lines.map((line) => [noteHeld, { ...keys(shopId, line), quantity: line.quantity }] as const),
    );
  };

  const load = async (shopId: number, inventoryItemIds: readonly number[]) => {
    const balances = await readLedgerBalances(database, shopId, inventoryItemIds);
    for (const [index, inventoryItemId] of inventoryItemIds.entries()) {
      const at = keysOf(database, shopId, inventoryItemId);
      const held = Number(await redis.run(readHeld, at));
      await redis.run(setStock, { ...at, quantity: (balances[index] ?? 0) - held });
    }
  };

  return {
    reserve: (shopId, lines) =>
      doors.pass(async () => {
        const taken: LegacyLine[] = [];
        for (const line of lines) {
          const values = { ...keys(shopId, line), quantity: line.quantity };
          const [left] = await redis.runTogether([
            [countDown, values],
            [noteHeld, values],
          ]);
          taken.push(line);
          if (Number(left) >= 0) continue;
          await giveBack(shopId, taken);
          return 'sold_out';
        }
        return 'reserved';
      }),
    release: (shopId, lines) => doors.pass(async () => void (await giveBack(shopId, lines))),
    endHeld: (shopId, lines) => doors.pass(() => endHeldOf(shopId, lines)),
    claim: (order, { shopId, lines, writeLedger, between }) =>
      doors.pass(async () => {
        if (order === 'redis-first') {
          await endHeldOf(shopId, lines);
          await between?.();
          const written = await writeLedger();
          if (!written.hasSold) await noteHeldAgain(shopId, lines);
          return written;
        }
        const written = await writeLedger();
        await between?.();
        if (written.hasSold) await endHeldOf(shopId, lines);
        return written;
      }),
    load: (shopId, inventoryItemIds) => doors.alone(() => load(shopId, inventoryItemIds)),
    reset: (shopId, inventoryItemIds) =>
      doors.alone(async () => {
        const held = inventoryItemIds.map((id) => keysOf(database, shopId, id).heldKey);
        if (held.length > 0) await redis.send('DEL', ...held);
        await load(shopId, inventoryItemIds);
      }),
    read: (shopId, inventoryItemIds) =>
      Promise.all(
        inventoryItemIds.map(async (inventoryItemId) => {
          const at = keysOf(database, shopId, inventoryItemId);
          const [stock, held] = await redis.runTogether([
            [readStock, at],
            [readHeld, at],
          ]);
          return {
            inventoryItemId,
            stock: stock === null ? null : Number(stock),
            held: Number(held ?? 0),
          };
        }),
      ),
  };
}

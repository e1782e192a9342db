/**
 * The same two systems, kept by somebody who knows that either may fail at any moment.
 *
 *   reserve   one script takes the whole cart and writes down whose it is (Redis), then the hold is written (MySQL)
 *   claim     MySQL decides, and Redis is told; so for release and expiry
 *   repair    what Redis still holds and MySQL has ended is ended there too; a hold that never came to MySQL is given back
 *   load      after Redis came back empty, holds and numbers are written again from MySQL
 *
 * Promise: exact once the repair has run. MySQL is the truth about a hold, every step may be repeated, and what breaks between two
 * writes is found by comparing. Until then Redis may refuse units that are free; it never gives out one too many, as long as one
 * process at a time loads. It costs a second system to run, to watch and to repair.
 */
import type { Database } from '@/db/database';
import type { Redis } from '@/db/redis/client';
import { readLedgerBalances } from './balances';
import { holdStatusesOf, type OpenHold, openHoldsOf, refuseHold } from './careful-books';
import { Doors } from './doors';
import { holdsKeyOf, keysOf } from './keys';
import { endOnce, loadAll, readHolds, reserveAll } from './scripts';
import type { LegacyCount, LegacyLine } from './stock';

/** Age from which a hold that MySQL doesn't have counts as one that will not come. Younger ones are still on their way. */
const MISSING_AFTER_MS = 1_000;

export type CarefulAnswer = 'reserved' | 'sold_out' | 'not_loaded';

export interface CarefulHold {
  readonly shopId: number;
  readonly reservationId: string;
  readonly lines: readonly LegacyLine[];
}

export interface Repair {
  /** Holds that were ended in Redis because MySQL had ended them, or had never had them. */
  readonly ended: number;
  /** Holds that MySQL doesn't have yet and that are too young to be called missing. */
  readonly young: number;
}

export interface CarefulStock {
  /** Takes the lines or none of them. `not_loaded` when Redis doesn't know an item. Throws RedisError. */
  reserve(hold: CarefulHold): Promise<CarefulAnswer>;
  /** Ends a hold in Redis; repeated, it changes nothing. Throws RedisError. */
  end(hold: CarefulHold, givesBack: boolean): Promise<void>;
  repair(shopId: number): Promise<Repair>;
  /** Writes holds and numbers of these items, which are all that the shop has, from MySQL. Throws RedisError. */
  load(shopId: number, inventoryItemIds: readonly number[]): Promise<void>;
  read(shopId: number, inventoryItemIds: readonly number[]): Promise<LegacyCount[]>;
}

export function openCarefulStock(redis: Redis, database: Database): CarefulStock {
  const doors = new Doors();
  const keys = ({ shopId, lines }: Pick<CarefulHold, 'shopId' | 'lines'>) => ({
    holdsKey: holdsKeyOf(database, shopId),
    stockKeys: lines.map(({ inventoryItemId }) => keysOf(database, shopId, inventoryItemId).stockKey),
    quantities: lines.map(({ quantity }) => quantity),
  });

  const end = async (hold: CarefulHold, givesBack: boolean) => {
    const { reservationId } = hold;
    await redis.run(endOnce, { ...keys(hold), reservationId, givesBack: givesBack ? 1 : 0 });
  };

  const holdsInRedis = async (shopId: number) => {
    const answer = await redis.run(readHolds, { holdsKey: holdsKeyOf(database, shopId) });
    const words = Array.isArray(answer) ? answer.map(String) : [];
    return words.flatMap((reservationId, index) =>
      index % 2 === 0 ? { reservationId, ...parseHold(words[index + 1] ?? '') } : [],
    );
  };

  const repair = async (shopId: number): Promise<Repair> => {
    const now = Date.now();
    const kept = await holdsInRedis(shopId);
    if (kept.length === 0) return { ended: 0, young: 0 };
    const ids = kept.map(({ reservationId }) => reservationId);
    const statuses = await holdStatusesOf(database, shopId, ids);
    let ended = 0;
    let young = 0;
    for (const { reservationId, lines, sinceMs } of kept) {
      const status = statuses.get(reservationId) ?? null;
      if (status === 'held') continue;
      if (status === null) {
        if (now - sinceMs < MISSING_AFTER_MS) {
          young += 1;
          continue;
        }
        if (!(await refuseHold(database, shopId, reservationId))) continue;
      }
      await end({ shopId, reservationId, lines }, status !== 'claimed');
      ended += 1;
    }
    return { ended, young };
  };

  const load = async (shopId: number, inventoryItemIds: readonly number[]) => {
    const balances = await readLedgerBalances(database, shopId, inventoryItemIds);
    const open = await openHoldsOf(database, shopId);
    const held = heldByItem(open);
    await redis.run(loadAll, {
      holdsKey: holdsKeyOf(database, shopId),
      stockKeys: inventoryItemIds.map((id) => keysOf(database, shopId, id).stockKey),
      numbers: inventoryItemIds.map((id, index) => (balances[index] ?? 0) - (held.get(id) ?? 0)),
      holds: open.flatMap(({ reservationId, lines }) => [reservationId, formatHold(lines)]),
    });
  };

  return {
    reserve: (hold) =>
      doors.pass(async () => {
        const { reservationId, lines } = hold;
        const answer = await redis.run(reserveAll, { ...keys(hold), reservationId, hold: formatHold(lines) });
        return answer as CarefulAnswer;
      }),
    end: (hold, givesBack) => doors.pass(() => end(hold, givesBack)),
    repair: (shopId) => doors.pass(() => repair(shopId)),
    load: (shopId, inventoryItemIds) => doors.alone(() => load(shopId, inventoryItemIds)),
    async read(shopId, inventoryItemIds) {
      const held = heldByItem(await holdsInRedis(shopId));
      const stockKeys = inventoryItemIds.map((id) => keysOf(database, shopId, id).stockKey);
      const answer = stockKeys.length > 0 ? await redis.send('MGET', ...stockKeys) : [];
      const numbers = Array.isArray(answer) ? answer : [];
      return inventoryItemIds.map((inventoryItemId, index) => ({
        inventoryItemId,
        stock: numbers[index] == null ? null : Number(numbers[index]),
        held: held.get(inventoryItemId) ?? 0,
      }));
    },
  };
}

function heldByItem(holds: readonly Pick<OpenHold, 'lines'>[]): Map<number, number> {
  const held = new Map<number, number>();
  for (const { inventoryItemId, quantity } of holds.flatMap(({ lines }) => lines)) {
    held.set(inventoryItemId, (held.get(inventoryItemId) ?? 0) + quantity);
  }
  return held;
}

function formatHold(lines: readonly LegacyLine[]): string {
  return [Date.now(), ...lines.map((line) => `${line.inventoryItemId}:${line.quantity}`)].join(' ');
}

function parseHold(text: string): { sinceMs: number; lines: LegacyLine[] } {
  const [since = '0', ...pairs] = text.split(' ');
  const lines = pairs.map((pair) => {
    const [inventoryItemId = 0, quantity = 0] = pair.split(':').map(Number);
    return { inventoryItemId, quantity };
  });
  return { sinceMs: Number(since), lines };
}

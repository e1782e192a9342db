/** Reads what a run left behind in its tables, once all its holds have ended. */
import type { Database } from '@/db/database';
import { simulationAttempts } from '@/db/schema/simulation';
import { call, type Statement, sqlText } from '@/db/statement';
import { createEngine } from '@/engine/index';
import { type Refusal, type TakenInterval, TakenUnits } from './refusals';
import { RUN_SHOP, type StockLevel } from './stock';
import type { Strategy } from './strategies/strategy';
import { assignUnits, type HoldRecord, type SharedUnit, sharedUnits } from './unit-assignment';
import type { LevelEvidence } from './verdict';

const readSoldLines: Statement = {
  name: 'evidence.read_sold_lines',
  purpose: 'Adds up the lines of all orders, level by level.',
  sql: sqlText(`
    SELECT line.inventory_item_id AS inventoryItemId,
           line.inventory_group_id AS inventoryGroupId,
           COALESCE(SUM(CASE WHEN reservation.status = 'claimed' THEN line.quantity END), 0) AS sold,
           COALESCE(SUM(CASE WHEN reservation.status = 'held' THEN line.quantity END), 0) AS held
      FROM reservation_lines AS line
           JOIN reservations AS reservation
             ON reservation.shop_id = line.shop_id
            AND reservation.reservation_id = line.reservation_id
     WHERE line.shop_id = :shopId
     GROUP BY line.inventory_item_id, line.inventory_group_id
  `),
};

const readLedgerGaps: Statement = {
  name: 'evidence.read_ledger_gaps',
  purpose:
    'Counts order lines without a deduction of the same size in the ledger, and deductions without an order.',
  sql: sqlText(`
    SELECT (SELECT COUNT(*)
              FROM reservations AS reservation
                   JOIN reservation_lines AS line
                     ON line.shop_id = reservation.shop_id
                    AND line.reservation_id = reservation.reservation_id
                   LEFT JOIN inventory_ledger AS entry
                     ON entry.shop_id = line.shop_id
                    AND entry.inventory_item_id = line.inventory_item_id
                    AND entry.inventory_group_id = line.inventory_group_id
                    AND entry.reason = 'sold'
                    AND entry.reference_id = line.reservation_id
             WHERE reservation.shop_id = :shopId
               AND reservation.status = 'claimed'
               AND COALESCE(-entry.delta, 0) <> line.quantity) AS ordersWithoutEntry,
           (SELECT COUNT(*)
              FROM inventory_ledger AS entry
                   LEFT JOIN reservations AS reservation
                     ON reservation.shop_id = entry.shop_id
                    AND reservation.reservation_id = entry.reference_id
             WHERE entry.shop_id = :shopId
               AND entry.reason = 'sold'
               AND COALESCE(reservation.status, 'missing') <> 'claimed') AS entriesWithoutOrder,
           (SELECT COUNT(*)
              FROM reservations
             WHERE shop_id = :shopId
               AND status = 'held') AS holdsLeft,
           (SELECT COUNT(*)
              FROM reserved_units
             WHERE shop_id = :shopId) AS unitsInHolds
  `),
};

const readOrphanPayments: Statement = {
  name: 'evidence.read_orphan_payments',
  purpose: 'Payments that the gateway took and that no order stands for.',
  sql: sqlText(`
    SELECT payment.buyer, payment.amount_minor AS amountMinor
      FROM simulation_payments AS payment
           LEFT JOIN reservations AS reservation
             ON reservation.shop_id = :shopId
            AND reservation.reservation_id = payment.reservation_id
            AND reservation.status = 'claimed'
     WHERE reservation.reservation_id IS NULL
     ORDER BY payment.buyer
  `),
};

export type Attempt = typeof simulationAttempts.$inferSelect;

/** A hold as the evidence shows it: the attempt, and its part in one level. */
export interface LevelHold extends HoldRecord {
  readonly attempt: Attempt;
}

export interface LevelShares {
  readonly level: StockLevel;
  readonly shared: readonly SharedUnit<LevelHold>[];
}

export async function readLevelEvidence(
  database: Database,
  strategy: Strategy,
  levels: readonly StockLevel[],
): Promise<LevelEvidence[]> {
  const [lines] = await database.session('simulator', (session) =>
    session.send(call(readSoldLines, { shopId: RUN_SHOP })),
  );
  const books = await strategy.readBooks(database, levels);
  return levels.map(({ inventoryItemId, inventoryGroupId, units }) => {
    const isThis = (one: Record<string, unknown> | { inventoryItemId: number; inventoryGroupId: number }) =>
      one.inventoryItemId === inventoryItemId && one.inventoryGroupId === inventoryGroupId;
    const row = lines?.rows.find(isThis);
    return {
      inventoryItemId,
      inventoryGroupId,
      units,
      sold: row?.sold ?? 0,
      held: row?.held ?? 0,
      free: books.find(isThis)?.free ?? 0,
    };
  });
}

export function readAttempts(database: Database): Promise<Attempt[]> {
  return database.read('simulator', (builder) =>
    builder.select().from(simulationAttempts).orderBy(simulationAttempts.buyer),
  );
}

/** What doesn't agree within the books of a run: orders, holds, ledger and, where there are some, units. */
export async function readBookProblems(database: Database): Promise<string[]> {
  const [read] = await database.session('simulator', (session) =>
    session.send(call(readLedgerGaps, { shopId: RUN_SHOP })),
  );
  const row = read?.rows[0] ?? {};
  const rules: [number, string][] = [
    [row.ordersWithoutEntry, 'order lines have no matching deduction in the ledger'],
    [row.entriesWithoutOrder, 'deductions in the ledger have no order'],
    [row.holdsLeft, 'holds have not ended'],
    [row.unitsInHolds, 'units are kept by a hold after all holds ended'],
  ];
  const { broken } = await createEngine(database).audit(RUN_SHOP);
  return [
    ...rules.filter(([count]) => count > 0).map(([count, text]) => `${count} ${text}`),
    ...broken.flatMap(({ inventoryItemId, inventoryGroupId, problems }) =>
      problems.map((problem) => `item ${inventoryItemId} at location ${inventoryGroupId}: ${problem}`),
    ),
  ];
}

export async function readPaymentsWithoutOrder(
  database: Database,
): Promise<{ buyer: number; amountMinor: number }[]> {
  const [read] = await database.session('simulator', (session) =>
    session.send(call(readOrphanPayments, { shopId: RUN_SHOP })),
  );
  return (read?.rows ?? []).map(({ buyer, amountMinor }) => ({ buyer, amountMinor }));
}

const GOT_UNITS = new Set<Attempt['outcome']>(['claimed', 'released', 'expired', 'refunded']);

/** The holds that had units of one level. */
export function holdsOf(level: StockLevel, attempts: readonly Attempt[]): LevelHold[] {
  return attempts.flatMap((attempt) => {
    const quantity = quantityAt(attempt, level);
    if (!GOT_UNITS.has(attempt.outcome) || quantity === 0) return [];
    const isHere = ([item, group]: readonly number[]) =>
      item === level.inventoryItemId && group === level.inventoryGroupId;
    return {
      attempt,
      buyer: attempt.buyer,
      answeredUs: attempt.answeredUs,
      endedUs: attempt.endedUs,
      isSold: attempt.outcome === 'claimed',
      quantity,
      unitIds: attempt.units?.filter(isHere).map(([, , id]) => id),
      seen: attempt.seen?.find(isHere)?.[2],
    };
  });
}

/** Units that were sold more than once, level by level. */
export function findShares(levels: readonly StockLevel[], attempts: readonly Attempt[]): LevelShares[] {
  return levels
    .map((level) => ({ level, shared: sharedUnits(assignUnits(holdsOf(level, attempts), level.units)) }))
    .filter(({ shared }) => shared.length > 0);
}

/** An order that was promised from a location that has nothing left, while the item lies at another one. */
export interface MisplacedOrder {
  readonly attempt: Attempt;
  readonly level: LevelEvidence;
  /** Locations that have units left, with how many. */
  readonly elsewhere: readonly (readonly [inventoryGroupId: number, units: number])[];
}

/** The orders that can't be shipped from where they were promised, though the item is there: somewhere else. */
export function findMisplaced(
  levels: readonly LevelEvidence[],
  attempts: readonly Attempt[],
): MisplacedOrder[] {
  return levels
    .filter(({ sold, units }) => sold > units)
    .flatMap((level) => {
      const elsewhere = levels
        .filter((one) => one.inventoryItemId === level.inventoryItemId && one.units > one.sold)
        .map((one) => [one.inventoryGroupId, one.units - one.sold] as const);
      if (elsewhere.length === 0) return [];
      const orders = attempts
        .filter((attempt) => attempt.outcome === 'claimed' && quantityAt(attempt, level) > 0)
        .sort((a, b) => a.answeredUs - b.answeredUs);
      let left = level.units;
      const beyond = orders.filter((attempt) => {
        left -= quantityAt(attempt, level);
        return left < 0;
      });
      return beyond.map((attempt) => ({ attempt, level, elsewhere }));
    });
}

/** The refused buyers for whom there were units all the while. */
export function findFalseRefusals(levels: readonly StockLevel[], attempts: readonly Attempt[]): Attempt[] {
  const intervals = levels.flatMap((level) =>
    holdsOf(level, attempts).map(
      ({ attempt, quantity }): TakenInterval => ({
        inventoryItemId: level.inventoryItemId,
        inventoryGroupId: level.inventoryGroupId,
        quantity,
        fromUs: attempt.startedUs,
        untilUs: attempt.outcome === 'claimed' ? null : attempt.endedUs,
      }),
    ),
  );
  const taken = new TakenUnits(levels, intervals);
  const allGroups = [...new Set(levels.map((level) => level.inventoryGroupId))];
  return attempts.filter((attempt) => {
    if (attempt.outcome !== 'sold_out' && attempt.outcome !== 'all_held' && attempt.outcome !== 'busy')
      return false;
    const refusal: Refusal = {
      lines: attempt.lines,
      // Whoever was sent away from the line has asked nowhere: any location would have done.
      groups: attempt.groups.length > 0 ? attempt.groups : allGroups,
      startedUs: attempt.startedUs,
      answeredUs: attempt.answeredUs,
    };
    return taken.isFalse(refusal);
  });
}

function quantityAt(
  attempt: Attempt,
  level: Pick<StockLevel, 'inventoryItemId' | 'inventoryGroupId'>,
): number {
  if (attempt.groups.at(-1) !== level.inventoryGroupId) return 0;
  const line = attempt.lines.find(([item]) => item === level.inventoryItemId);
  return line?.[1] ?? 0;
}

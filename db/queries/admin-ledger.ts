/** The ledger of one item: its pages and its export. Each level is a range of `ledger_by_time`, read from its end. */
import { and, asc, count, desc, eq, gte, inArray, lt, or, type SQL } from 'drizzle-orm';
import { type MySqlColumn, unionAll } from 'drizzle-orm/mysql-core';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import { inventoryLevels, inventoryLedger as ledger } from '@/db/schema';
import { offsetOf, type Page, type PageRequest } from './paging';

export const ledgerReasons = ['received', 'sold', 'adjusted', 'returned', 'transferred'] as const;
export type LedgerReason = (typeof ledgerReasons)[number];

export interface LedgerFilter {
  readonly shopId: number;
  readonly inventoryItemId: number;
  readonly locationId: number | null;
  readonly reason: LedgerReason | null;
  /** UUID of what caused the entry. */
  readonly referenceId: string | null;
  /** First moment, and the first one after the last. */
  readonly from: Date | null;
  readonly until: Date | null;
}

export interface LedgerRow {
  readonly inventoryGroupId: number;
  readonly locationId: number;
  readonly reason: LedgerReason;
  readonly referenceId: string;
  readonly delta: number;
  readonly actor: string;
  readonly note: string;
  readonly createdAt: Date;
}

const MOST_EXPORTED_AT_ONCE = 2_000;

/** Columns that the index has, so that pages far back are found without reading rows. */
const keys = {
  inventoryGroupId: ledger.inventoryGroupId,
  createdAt: ledger.createdAt,
  delta: ledger.delta,
  reason: ledger.reason,
  referenceId: ledger.referenceId,
};

function orderOf(way: (column: MySqlColumn) => SQL) {
  return [way(ledger.createdAt), way(ledger.delta), way(ledger.reason), way(ledger.referenceId)];
}

function matching(filter: LedgerFilter, inventoryGroupId: number) {
  return and(
    eq(ledger.shopId, filter.shopId),
    eq(ledger.inventoryItemId, filter.inventoryItemId),
    eq(ledger.inventoryGroupId, inventoryGroupId),
    filter.from ? gte(ledger.createdAt, filter.from) : undefined,
    filter.until ? lt(ledger.createdAt, filter.until) : undefined,
    filter.reason ? eq(ledger.reason, filter.reason) : undefined,
    // Every reason is named, so that the primary key finds the one entry in each.
    filter.referenceId
      ? and(
          inArray(ledger.reason, filter.reason ? [filter.reason] : [...ledgerReasons]),
          eq(ledger.referenceId, filter.referenceId),
        )
      : undefined,
  );
}

/** The levels that a filter names, with their locations. */
function levelsOf(builder: MySql2Database, filter: LedgerFilter) {
  return builder
    .select({
      inventoryGroupId: inventoryLevels.inventoryGroupId,
      locationId: inventoryLevels.locationId,
    })
    .from(inventoryLevels)
    .where(
      and(
        eq(inventoryLevels.shopId, filter.shopId),
        eq(inventoryLevels.inventoryItemId, filter.inventoryItemId),
        filter.locationId === null ? undefined : eq(inventoryLevels.locationId, filter.locationId),
      ),
    )
    .orderBy(asc(inventoryLevels.inventoryGroupId));
}

/** The statement that finds the newest `most` entries of one level; a test reads its plan. */
export function ledgerKeysQuery(
  builder: MySql2Database,
  filter: LedgerFilter,
  inventoryGroupId: number,
  most: number,
  offset = 0,
) {
  return builder
    .select(keys)
    .from(ledger)
    .where(matching(filter, inventoryGroupId))
    .orderBy(...orderOf(desc))
    .limit(most)
    .offset(offset);
}

/** A page of an item's ledger, newest first. */
export async function ledgerPage(
  builder: MySql2Database,
  filter: LedgerFilter,
  request: PageRequest,
): Promise<Page<LedgerRow>> {
  const levels = await levelsOf(builder, filter);
  const totals = await Promise.all(
    levels.map(({ inventoryGroupId }) =>
      builder.select({ entries: count() }).from(ledger).where(matching(filter, inventoryGroupId)),
    ),
  );
  const total = totals.reduce((sum, [row]) => sum + (row?.entries ?? 0), 0);
  const [level, ...others] = levels.map(({ inventoryGroupId }) => inventoryGroupId);
  if (level === undefined || total === 0) return { rows: [], total };
  const { pageSize } = request;
  const offset = offsetOf(request);
  const [next, ...rest] = others.map((id) => ledgerKeysQuery(builder, filter, id, offset + pageSize));
  const found = next
    ? await unionAll(ledgerKeysQuery(builder, filter, level, offset + pageSize), next, ...rest)
        .orderBy(desc(ledger.createdAt), desc(ledger.delta), desc(ledger.reason), desc(ledger.referenceId))
        .limit(pageSize)
        .offset(offset)
    : await ledgerKeysQuery(builder, filter, level, pageSize, offset);
  const rows = await entriesOf(builder, filter, found);
  const locationOf = new Map(levels.map((level) => [level.inventoryGroupId, level.locationId]));
  return {
    rows: rows.map((row) => ({ ...row, locationId: locationOf.get(row.inventoryGroupId) ?? 0 })),
    total,
  };
}

type Key = { inventoryGroupId: number; reason: LedgerReason; referenceId: string };

/** The whole entries of some keys, in the order of the keys. */
async function entriesOf(builder: MySql2Database, filter: LedgerFilter, found: readonly Key[]) {
  if (found.length === 0) return [];
  const entries = await builder
    .select({ ...keys, actor: ledger.actor, note: ledger.note })
    .from(ledger)
    .where(
      and(
        eq(ledger.shopId, filter.shopId),
        eq(ledger.inventoryItemId, filter.inventoryItemId),
        or(
          ...found.map((key) =>
            and(
              eq(ledger.inventoryGroupId, key.inventoryGroupId),
              eq(ledger.reason, key.reason),
              eq(ledger.referenceId, key.referenceId),
            ),
          ),
        ),
      ),
    );
  const nameOf = (key: Key) => `${key.inventoryGroupId} ${key.reason} ${key.referenceId}`;
  const byName = new Map(entries.map((entry) => [nameOf(entry), entry]));
  return found.flatMap((key) => byName.get(nameOf(key)) ?? []);
}

/**
 * Every entry that the filter names, level by level, oldest first, in batches: each is a short statement of its own, so
 * that an export of a million entries keeps no old snapshot open and no connection from others.
 */
export async function* ledgerExport(
  read: <T>(work: (builder: MySql2Database) => Promise<T>) => Promise<T>,
  filter: LedgerFilter,
): AsyncGenerator<readonly LedgerRow[]> {
  const levels = await read((builder) => levelsOf(builder, filter));
  for (const { inventoryGroupId, locationId } of levels) {
    let from = filter.from;
    // Entries of the moment `from` that were exported already.
    let skip = 0;
    for (;;) {
      const batch = await read((builder) =>
        builder
          .select({ ...keys, actor: ledger.actor, note: ledger.note })
          .from(ledger)
          .where(matching({ ...filter, from }, inventoryGroupId))
          .orderBy(...orderOf(asc))
          .limit(MOST_EXPORTED_AT_ONCE)
          .offset(skip),
      );
      if (batch.length > 0) yield batch.map((row) => ({ ...row, locationId }));
      const last = batch.at(-1);
      if (!last || batch.length < MOST_EXPORTED_AT_ONCE) break;
      const isSameMoment = from?.getTime() === last.createdAt.getTime();
      const ofLastMoment = batch.filter((row) => row.createdAt.getTime() === last.createdAt.getTime()).length;
      skip = isSameMoment ? skip + ofLastMoment : ofLastMoment;
      from = last.createdAt;
    }
  }
}

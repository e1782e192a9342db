/** What the admin shows of a shop on its way between Redis and MySQL: agreement over time, differences, switches. */
import { and, asc, count, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { AnyMySqlColumn } from 'drizzle-orm/mysql-core';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import { inventoryItems, truthComparisons, truthDifferences, truthSwitches } from '@/db/schema';
import { offsetOf, type Page, type PageRequest } from './paging';

export const differenceReasons = ['timing', 'expiry', 'location', 'bug'] as const;
export type DifferenceReason = (typeof differenceReasons)[number];

export interface AgreementPoint {
  /** Seconds before now at which this stretch began. */
  readonly secondsAgo: number;
  readonly compared: number;
  readonly timing: number;
  readonly expiry: number;
  readonly location: number;
  readonly bug: number;
  readonly dropped: number;
  readonly failed: number;
}

const MOST_POINTS = 120;
const BUCKET_SECONDS = 10;
const DAY_SECONDS = 86_400;

/** Comparisons of the last day, or of as much of it as there are any, in at most 120 stretches of equal length. */
export async function agreementOver(builder: MySql2Database, shopId: number): Promise<AgreementPoint[]> {
  const since = and(
    eq(truthComparisons.shopId, shopId),
    gte(truthComparisons.bucketAt, sql<number>`UNIX_TIMESTAMP() - ${DAY_SECONDS}`),
  );
  // The ten seconds that a switch begins may lie ahead by a part of a second, and a difference of unsigned numbers has no sign.
  const sinceFirst = sql`GREATEST(0, CAST(UNIX_TIMESTAMP() AS SIGNED) - CAST(MIN(${truthComparisons.bucketAt}) AS SIGNED))`;
  const [span] = await builder
    .select({ seconds: sql<number | null>`${sinceFirst}` })
    .from(truthComparisons)
    .where(since);
  if (span?.seconds == null) return [];
  const width = BUCKET_SECONDS * Math.ceil(Number(span.seconds) / BUCKET_SECONDS / MOST_POINTS || 1);
  const start = sql<number>`${truthComparisons.bucketAt} DIV ${sql.raw(String(width))} * ${sql.raw(String(width))}`;
  const total = (column: AnyMySqlColumn) => sql`SUM(${column})`.mapWith(Number);
  return builder
    .select({
      secondsAgo: sinceFirst.mapWith(Number),
      compared: total(truthComparisons.compared),
      timing: total(truthComparisons.timing),
      expiry: total(truthComparisons.expiry),
      location: total(truthComparisons.location),
      bug: total(truthComparisons.bug),
      dropped: total(truthComparisons.dropped),
      failed: total(truthComparisons.failed),
    })
    .from(truthComparisons)
    .where(since)
    .groupBy(start)
    .orderBy(asc(start));
}

export interface DifferencesRequest extends PageRequest {
  readonly shopId: number;
  readonly reason: DifferenceReason | null;
}

/** Reserves that the two stores decided differently, the newest first, with the SKUs of their items. */
export async function differencesPage(
  builder: MySql2Database,
  request: DifferencesRequest,
): Promise<Page<DifferenceRow>> {
  const { shopId, reason } = request;
  const matching = and(
    eq(truthDifferences.shopId, shopId),
    reason ? eq(truthDifferences.reason, reason) : undefined,
  );
  const [found] = await builder.select({ total: count() }).from(truthDifferences).where(matching);
  const rows = await builder
    .select({
      differenceId: truthDifferences.differenceId,
      checkoutId: truthDifferences.checkoutId,
      state: truthDifferences.state,
      redisDecision: truthDifferences.redisDecision,
      mysqlDecision: truthDifferences.mysqlDecision,
      reason: truthDifferences.reason,
      detail: truthDifferences.detail,
      createdAt: truthDifferences.createdAt,
    })
    .from(truthDifferences)
    .where(matching)
    .orderBy(desc(truthDifferences.createdAt), desc(truthDifferences.differenceId))
    .limit(request.pageSize)
    .offset(offsetOf(request));
  const ids = [...new Set(rows.flatMap(({ detail }) => detail.items.map((item) => item.inventoryItemId)))];
  const items =
    ids.length === 0
      ? []
      : await builder
          .select({ inventoryItemId: inventoryItems.inventoryItemId, sku: inventoryItems.sku })
          .from(inventoryItems)
          .where(and(eq(inventoryItems.shopId, shopId), inArray(inventoryItems.inventoryItemId, ids)));
  const skus = new Map(items.map(({ inventoryItemId, sku }) => [inventoryItemId, sku]));
  return {
    total: found?.total ?? 0,
    rows: rows.map((row) => ({
      ...row,
      items: row.detail.items.map((item) => ({ ...item, sku: skus.get(item.inventoryItemId) ?? null })),
    })),
  };
}

type DifferenceHead = typeof truthDifferences.$inferSelect;
export interface DifferenceRow
  extends Pick<
    DifferenceHead,
    | 'differenceId'
    | 'checkoutId'
    | 'state'
    | 'redisDecision'
    | 'mysqlDecision'
    | 'reason'
    | 'detail'
    | 'createdAt'
  > {
  readonly items: readonly (DifferenceHead['detail']['items'][number] & { readonly sku: string | null })[];
}

const MOST_SWITCHES = 20;

/** The last switches, the newest first. */
export function lastSwitches(builder: MySql2Database, shopId: number) {
  return builder
    .select({
      version: truthSwitches.version,
      fromState: truthSwitches.fromState,
      toState: truthSwitches.toState,
      actor: truthSwitches.actor,
      reason: truthSwitches.reason,
      holdsCarried: truthSwitches.holdsCarried,
      createdAt: truthSwitches.createdAt,
    })
    .from(truthSwitches)
    .where(eq(truthSwitches.shopId, shopId))
    .orderBy(desc(truthSwitches.version))
    .limit(MOST_SWITCHES);
}

export type SwitchRow = Awaited<ReturnType<typeof lastSwitches>>[number];

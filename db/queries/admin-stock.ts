/** Stock as the merchant lists it: one row for each item at each location, by the figures that were counted last. */
import { and, asc, between, count, desc, eq, gt, like, or, sql, sum } from 'drizzle-orm';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import { countedLevels } from '@/db/schema';
import { contains, offsetOf, type Page, type PageRequest } from './paging';

export const stockSorts = [
  'title',
  'sku',
  'location',
  'onHand',
  'available',
  'held',
  'pooled',
  'unpooled',
] as const;
export type StockSort = (typeof stockSorts)[number];
export const stockFilters = ['all', 'low', 'out', 'held'] as const;
export type StockFilter = (typeof stockFilters)[number];
/** Units available up to which stock is listed as low. */
export const LOW_STOCK = 10;

export interface StockRequest extends PageRequest {
  readonly shopId: number;
  readonly search: string;
  readonly locationId: number | null;
  readonly show: StockFilter;
  readonly isArchived: boolean;
  readonly sort: StockSort;
  readonly direction: 'asc' | 'desc';
}

const columns = {
  inventoryItemId: countedLevels.inventoryItemId,
  inventoryGroupId: countedLevels.inventoryGroupId,
  locationId: countedLevels.locationId,
  locationName: countedLevels.locationName,
  productId: countedLevels.productId,
  productTitle: countedLevels.productTitle,
  variantTitle: countedLevels.variantTitle,
  sku: countedLevels.sku,
  onHand: countedLevels.onHand,
  available: countedLevels.available,
  held: countedLevels.held,
  pooled: countedLevels.pooled,
  unpooled: countedLevels.unpooled,
};

/** Columns of each sort, those of one index in its order. */
const orders = {
  title: [countedLevels.productTitle, countedLevels.variantTitle],
  sku: [countedLevels.sku],
  location: [countedLevels.locationName, countedLevels.productTitle, countedLevels.variantTitle],
  onHand: [countedLevels.onHand],
  available: [countedLevels.available],
  held: [countedLevels.held],
  pooled: [countedLevels.pooled],
  unpooled: [countedLevels.unpooled],
};

function matching({ shopId, search, locationId, show, isArchived }: StockRequest) {
  return and(
    eq(countedLevels.shopId, shopId),
    eq(countedLevels.isArchived, isArchived),
    locationId === null ? undefined : eq(countedLevels.locationId, locationId),
    show === 'low' ? between(countedLevels.available, 1, LOW_STOCK) : undefined,
    show === 'out' ? eq(countedLevels.available, 0) : undefined,
    show === 'held' ? gt(countedLevels.held, 0) : undefined,
    search
      ? or(like(countedLevels.productTitle, contains(search)), like(countedLevels.sku, contains(search)))
      : undefined,
  );
}

/** The statement behind a page of stock; a test reads its plan. */
export function stockPageQuery(builder: MySql2Database, request: StockRequest) {
  const way = request.direction === 'asc' ? asc : desc;
  return builder
    .select(columns)
    .from(countedLevels)
    .where(matching(request))
    .orderBy(
      ...orders[request.sort].map((column) => way(column)),
      way(countedLevels.inventoryItemId),
      way(countedLevels.inventoryGroupId),
    )
    .limit(request.pageSize)
    .offset(offsetOf(request));
}

export type StockRow = Awaited<ReturnType<typeof stockPageQuery>>[number];

export async function stockPage(builder: MySql2Database, request: StockRequest): Promise<Page<StockRow>> {
  const rows = await stockPageQuery(builder, request);
  const [all] = await builder.select({ total: count() }).from(countedLevels).where(matching(request));
  return { rows, total: all?.total ?? 0 };
}

/** What a shop has in all, without what is archived. */
export async function stockTotals(builder: MySql2Database, shopId: number) {
  const [totals] = await builder
    .select({
      levels: count(),
      items: sql<number>`COUNT(DISTINCT ${countedLevels.inventoryItemId})`,
      onHand: sum(countedLevels.onHand).mapWith(Number),
      available: sum(countedLevels.available).mapWith(Number),
      held: sum(countedLevels.held).mapWith(Number),
      out: sql<number>`COALESCE(SUM(${countedLevels.available} = 0), 0)`.mapWith(Number),
      low: sql<number>`COALESCE(SUM(${countedLevels.available} BETWEEN 1 AND ${LOW_STOCK}), 0)`.mapWith(
        Number,
      ),
    })
    .from(countedLevels)
    .where(and(eq(countedLevels.shopId, shopId), eq(countedLevels.isArchived, false)));
  return {
    levels: totals?.levels ?? 0,
    items: totals?.items ?? 0,
    onHand: totals?.onHand ?? 0,
    available: totals?.available ?? 0,
    held: totals?.held ?? 0,
    out: totals?.out ?? 0,
    low: totals?.low ?? 0,
  };
}

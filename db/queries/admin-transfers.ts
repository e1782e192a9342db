/** Transfers: the list, and one with its lines. */
import { and, asc, count, desc, eq, inArray, like, or, sql } from 'drizzle-orm';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import { countedLevels, inventoryItems, products, transferLines, transfers, variants } from '@/db/schema';
import { contains, offsetOf, type Page, type PageRequest } from './paging';

export const transferStatuses = ['planned', 'shipped', 'received', 'recalled', 'cancelled'] as const;
export type TransferStatus = (typeof transferStatuses)[number];

export interface TransfersRequest extends PageRequest {
  readonly shopId: number;
  readonly status: TransferStatus | null;
}

const columns = {
  transferId: transfers.transferId,
  fromLocationId: transfers.fromLocationId,
  toLocationId: transfers.toLocationId,
  status: transfers.status,
  note: transfers.note,
  version: transfers.version,
  createdAt: transfers.createdAt,
  createdBy: transfers.createdBy,
  shippedAt: transfers.shippedAt,
  endedAt: transfers.endedAt,
};

const matching = ({ shopId, status }: TransfersRequest) =>
  and(eq(transfers.shopId, shopId), status ? eq(transfers.status, status) : undefined);

/** The statement behind a page of transfers, newest first; a test reads its plan. */
export function transfersPageQuery(builder: MySql2Database, request: TransfersRequest) {
  return (
    builder
      .select(columns)
      .from(transfers)
      .where(matching(request))
      // The id counts upwards with time.
      .orderBy(request.status ? desc(transfers.createdAt) : desc(transfers.transferId))
      .limit(request.pageSize)
      .offset(offsetOf(request))
  );
}

type TransferHead = Awaited<ReturnType<typeof transfersPageQuery>>[number];
export interface TransferListRow extends TransferHead {
  readonly lines: number;
  readonly units: number;
  readonly onTheWay: number;
}

const REST = sql<number>`${transferLines.quantity} - ${transferLines.received} - ${transferLines.missing} - ${transferLines.returned}`;

export async function transfersPage(
  builder: MySql2Database,
  request: TransfersRequest,
): Promise<Page<TransferListRow>> {
  const found = await transfersPageQuery(builder, request);
  const [all] = await builder.select({ total: count() }).from(transfers).where(matching(request));
  const ids = found.map(({ transferId }) => transferId);
  const sums =
    ids.length === 0
      ? []
      : await builder
          .select({
            transferId: transferLines.transferId,
            lines: count(),
            units: sql<number>`SUM(${transferLines.quantity})`.mapWith(Number),
            rest: sql<number>`SUM(${REST})`.mapWith(Number),
          })
          .from(transferLines)
          .where(and(eq(transferLines.shopId, request.shopId), inArray(transferLines.transferId, ids)))
          .groupBy(transferLines.transferId);
  const rows = found.map((row) => {
    const sum = sums.find(({ transferId }) => transferId === row.transferId);
    return {
      ...row,
      lines: sum?.lines ?? 0,
      units: sum?.units ?? 0,
      onTheWay: row.status === 'shipped' ? (sum?.rest ?? 0) : 0,
    };
  });
  return { rows, total: all?.total ?? 0 };
}

export async function findTransfer(builder: MySql2Database, shopId: number, transferId: string) {
  const [transfer] = await builder
    .select(columns)
    .from(transfers)
    .where(and(eq(transfers.shopId, shopId), eq(transfers.transferId, transferId)));
  if (!transfer) return undefined;
  const lines = await builder
    .select({
      inventoryItemId: transferLines.inventoryItemId,
      sku: inventoryItems.sku,
      productTitle: products.title,
      variantTitle: variants.title,
      quantity: transferLines.quantity,
      received: transferLines.received,
      missing: transferLines.missing,
      returned: transferLines.returned,
      rest: REST.mapWith(Number),
    })
    .from(transferLines)
    .innerJoin(
      inventoryItems,
      and(
        eq(inventoryItems.shopId, transferLines.shopId),
        eq(inventoryItems.inventoryItemId, transferLines.inventoryItemId),
      ),
    )
    .leftJoin(
      variants,
      and(
        eq(variants.shopId, transferLines.shopId),
        eq(variants.inventoryItemId, transferLines.inventoryItemId),
      ),
    )
    .leftJoin(products, and(eq(products.shopId, variants.shopId), eq(products.productId, variants.productId)))
    .where(and(eq(transferLines.shopId, shopId), eq(transferLines.transferId, transferId)))
    .orderBy(asc(transferLines.inventoryItemId));
  return { ...transfer, lines };
}

export type TransferDetail = NonNullable<Awaited<ReturnType<typeof findTransfer>>>;

/** Items of these SKUs, in any case; unknown ones are left out. */
export function itemsBySku(builder: MySql2Database, shopId: number, skus: string[]) {
  return builder
    .select({ inventoryItemId: inventoryItems.inventoryItemId, sku: inventoryItems.sku })
    .from(inventoryItems)
    .where(and(eq(inventoryItems.shopId, shopId), inArray(inventoryItems.sku, skus)));
}

/** Items on sale whose SKU or title has that text, by title: what a field offers while one types. */
export function searchItems(builder: MySql2Database, shopId: number, search: string, most: number) {
  const pattern = contains(search);
  return builder
    .selectDistinct({
      sku: countedLevels.sku,
      productTitle: countedLevels.productTitle,
      variantTitle: countedLevels.variantTitle,
    })
    .from(countedLevels)
    .where(
      and(
        eq(countedLevels.shopId, shopId),
        eq(countedLevels.isArchived, false),
        search ? or(like(countedLevels.sku, pattern), like(countedLevels.productTitle, pattern)) : undefined,
      ),
    )
    .orderBy(asc(countedLevels.productTitle), asc(countedLevels.variantTitle))
    .limit(most);
}

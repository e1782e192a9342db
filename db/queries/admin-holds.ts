/** Live holds: for whom, of what, until when. */
import { and, asc, count, desc, eq, inArray, like, or, sql } from 'drizzle-orm';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import { checkouts, inventoryItems, reservationLines, reservations } from '@/db/schema';
import { contains, offsetOf, type Page, type PageRequest } from './paging';

export interface HoldsRequest extends PageRequest {
  readonly shopId: number;
  /** Part of a name or e-mail address. */
  readonly search: string;
  readonly direction: 'asc' | 'desc';
}

const ofCheckout = and(
  eq(checkouts.shopId, reservations.shopId),
  eq(checkouts.checkoutId, reservations.checkoutId),
);

function matching({ shopId, search }: HoldsRequest) {
  return and(
    eq(reservations.shopId, shopId),
    eq(reservations.status, 'held'),
    search
      ? or(like(checkouts.email, contains(search)), like(checkouts.fullName, contains(search)))
      : undefined,
  );
}

/** The statement behind a page of holds; a test reads its plan. */
export function holdsPageQuery(builder: MySql2Database, request: HoldsRequest) {
  const way = request.direction === 'asc' ? asc : desc;
  return builder
    .select({
      reservationId: reservations.reservationId,
      checkoutId: reservations.checkoutId,
      createdAt: reservations.createdAt,
      expiresAt: reservations.expiresAt,
      extendedAt: reservations.extendedAt,
      email: checkouts.email,
      fullName: checkouts.fullName,
      now: sql<string>`NOW(3)`,
    })
    .from(reservations)
    .leftJoin(checkouts, ofCheckout)
    .where(matching(request))
    .orderBy(way(reservations.expiresAt), way(reservations.reservationId))
    .limit(request.pageSize)
    .offset(offsetOf(request));
}

type HoldHead = Awaited<ReturnType<typeof holdsPageQuery>>[number];
export interface HoldLine {
  readonly inventoryItemId: number;
  readonly inventoryGroupId: number;
  readonly sku: string | null;
  readonly quantity: number;
}
export interface HoldRow extends Omit<HoldHead, 'now'> {
  readonly now: Date;
  readonly lines: readonly HoldLine[];
}

export async function holdsPage(builder: MySql2Database, request: HoldsRequest): Promise<Page<HoldRow>> {
  const found = await holdsPageQuery(builder, request);
  const counting = builder.select({ total: count() }).from(reservations).$dynamic();
  const [all] = await (request.search ? counting.leftJoin(checkouts, ofCheckout) : counting).where(
    matching(request),
  );
  const ids = found.map(({ reservationId }) => reservationId);
  const lines = ids.length === 0 ? [] : await linesOf(builder, request.shopId, ids);
  const rows = found.map((row) => ({
    ...row,
    now: new Date(`${String(row.now).replace(' ', 'T')}Z`),
    lines: lines.filter(({ reservationId }) => reservationId === row.reservationId),
  }));
  return { rows, total: all?.total ?? 0 };
}

function linesOf(builder: MySql2Database, shopId: number, reservationIds: string[]) {
  return builder
    .select({
      reservationId: reservationLines.reservationId,
      inventoryItemId: reservationLines.inventoryItemId,
      inventoryGroupId: reservationLines.inventoryGroupId,
      sku: inventoryItems.sku,
      quantity: reservationLines.quantity,
    })
    .from(reservationLines)
    .leftJoin(
      inventoryItems,
      and(
        eq(inventoryItems.shopId, reservationLines.shopId),
        eq(inventoryItems.inventoryItemId, reservationLines.inventoryItemId),
      ),
    )
    .where(and(eq(reservationLines.shopId, shopId), inArray(reservationLines.reservationId, reservationIds)));
}

export async function countHolds(builder: MySql2Database, shopId: number): Promise<number> {
  const [row] = await builder
    .select({ holds: count() })
    .from(reservations)
    .where(and(eq(reservations.shopId, shopId), eq(reservations.status, 'held')));
  return row?.holds ?? 0;
}

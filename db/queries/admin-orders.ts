/** Orders for the merchant's list, and how many wait for them. */
import { and, asc, count, desc, eq, inArray, like, or, sql } from 'drizzle-orm';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import { orders, paymentAttempts, shipments } from '@/db/schema';
import { offsetOf, type Page, type PageRequest } from './paging';

export const orderStatuses = ['open', 'needs_attention', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export interface OrdersRequest extends PageRequest {
  readonly shopId: number;
  /** Beginning of an order code or of an e-mail address. */
  readonly search: string;
  readonly status: OrderStatus | null;
  readonly direction: 'asc' | 'desc';
}

const startsWith = (text: string) => `${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;

function matching({ shopId, search, status }: OrdersRequest) {
  return and(
    eq(orders.shopId, shopId),
    status ? eq(orders.status, status) : undefined,
    search
      ? or(like(orders.orderCode, startsWith(search)), like(orders.email, startsWith(search)))
      : undefined,
  );
}

/** The statement behind a page of orders; a test reads its plan. */
export function ordersPageQuery(builder: MySql2Database, request: OrdersRequest) {
  const way = request.direction === 'asc' ? asc : desc;
  return builder
    .select({
      orderId: orders.orderId,
      orderCode: orders.orderCode,
      status: orders.status,
      attentionReason: orders.attentionReason,
      fullName: orders.fullName,
      email: orders.email,
      totalMinor: orders.totalMinor,
      currency: orders.currency,
      placedAt: orders.placedAt,
      paymentId: orders.paymentId,
    })
    .from(orders)
    .where(matching(request))
    .orderBy(way(orders.placedAt), way(orders.orderId))
    .limit(request.pageSize)
    .offset(offsetOf(request));
}

type OrderHead = Awaited<ReturnType<typeof ordersPageQuery>>[number];
export interface OrderListRow extends OrderHead {
  readonly paymentStatus: string;
  readonly parcels: number;
  readonly parcelsShipped: number;
}

export async function ordersPage(
  builder: MySql2Database,
  request: OrdersRequest,
): Promise<Page<OrderListRow>> {
  const found = await ordersPageQuery(builder, request);
  const [all] = await builder.select({ total: count() }).from(orders).where(matching(request));
  if (found.length === 0) return { rows: [], total: all?.total ?? 0 };
  const ids = found.map(({ orderId }) => orderId);
  const parcels = await builder
    .select({
      orderId: shipments.orderId,
      parcels: count(),
      shipped: sql<number>`SUM(${shipments.status} = 'shipped')`.mapWith(Number),
    })
    .from(shipments)
    .where(and(eq(shipments.shopId, request.shopId), inArray(shipments.orderId, ids)))
    .groupBy(shipments.orderId);
  const payments = await builder
    .select({ paymentId: paymentAttempts.paymentId, status: paymentAttempts.status })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.shopId, request.shopId),
        inArray(
          paymentAttempts.paymentId,
          found.map(({ paymentId }) => paymentId),
        ),
      ),
    );
  const rows = found.map((row) => {
    const sent = parcels.find(({ orderId }) => orderId === row.orderId);
    return {
      ...row,
      paymentStatus: payments.find(({ paymentId }) => paymentId === row.paymentId)?.status ?? 'pending',
      parcels: sent?.parcels ?? 0,
      parcelsShipped: sent?.shipped ?? 0,
    };
  });
  return { rows, total: all?.total ?? 0 };
}

/** How many orders wait for the merchant. */
export async function countAttention(builder: MySql2Database, shopId: number): Promise<number> {
  const [row] = await builder
    .select({ waiting: count() })
    .from(orders)
    .where(and(eq(orders.shopId, shopId), eq(orders.status, 'needs_attention')));
  return row?.waiting ?? 0;
}

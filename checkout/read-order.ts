import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import type { OrderKey } from './cancel-order';
import type { AttemptStatus } from './read-checkout';
import type { Delivery } from './save-delivery';
import { readEvents } from './sql/read-checkout';
import { readOrderLines, readOrderRow, readRefunds, readShipments } from './sql/read-order';

export type AttentionReason = 'no_stock_after_payment' | 'paid_after_cancelling' | 'refunded_by_gateway';

export interface OrderLine {
  readonly variantId: number;
  readonly inventoryItemId: number;
  readonly productTitle: string;
  readonly variantTitle: string;
  readonly unitPriceMinor: number;
  readonly quantity: number;
  readonly productSlug: string;
  readonly image: string;
}

export interface OrderShipment {
  readonly locationId: number;
  readonly locationName: string;
  readonly status: 'waiting' | 'shipped' | 'cancelled';
  readonly shippedAt: Date | null;
  readonly lines: readonly {
    readonly inventoryItemId: number;
    readonly inventoryGroupId: number;
    readonly quantity: number;
  }[];
}

export interface OrderRefund {
  readonly refundId: string;
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly reason: string;
  readonly actor: string;
  readonly createdAt: Date;
}

/** One thing that happened to a checkout or its order. `detail` belongs to the kind. */
export interface OrderEvent {
  readonly eventKey: string;
  readonly kind: string;
  readonly actor: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly happenedAt: Date;
}

export interface OrderView extends OrderKey {
  readonly orderCode: string;
  readonly status: 'open' | 'needs_attention' | 'cancelled';
  readonly attentionReason: AttentionReason | null;
  readonly paymentId: string;
  readonly paymentStatus: AttemptStatus;
  readonly cardLast4: string;
  readonly reservationId: string | null;
  readonly delivery: Delivery;
  readonly regionName: string;
  readonly currency: string;
  readonly totalMinor: number;
  /** What went back of the order's own payment. */
  readonly refundedMinor: number;
  readonly placedAt: Date;
  readonly cancelledAt: Date | null;
  readonly lines: readonly OrderLine[];
  readonly shipments: readonly OrderShipment[];
  readonly refunds: readonly OrderRefund[];
  readonly events: readonly OrderEvent[];
}

/** An order with everything its page shows, or undefined when the shop has none of this id. One round trip, no lock. */
export async function readOrder(engine: Engine, key: OrderKey): Promise<OrderView | undefined> {
  const order = { shopId: key.shopId, orderId: key.orderId };
  const [found, lines, parcels, refundRows, events] = await engine.database.session('orders', (session) =>
    session.send(
      call(readOrderRow, order),
      call(readOrderLines, order),
      call(readShipments, order),
      call(readRefunds, order),
      call(readEvents, { shopId: order.shopId, checkoutId: order.orderId }),
    ),
  );
  const row = found?.rows[0];
  if (!row) return undefined;
  const { email, fullName, street, postcode, city, country, regionCode, ...rest } = row;
  const refunds = (refundRows?.rows ?? []) as OrderRefund[];
  return {
    ...order,
    ...(rest as Omit<OrderView, 'delivery' | 'lines' | 'shipments' | 'refunds' | 'events' | 'refundedMinor'>),
    regionName: row.regionName ?? regionCode,
    delivery: { email, fullName, street, postcode, city, country, regionCode },
    refundedMinor: refunds
      .filter(({ paymentId }) => paymentId === row.paymentId)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    lines: (lines?.rows ?? []) as OrderLine[],
    shipments: toShipments(parcels?.rows ?? []),
    refunds,
    events: (events?.rows ?? []) as OrderEvent[],
  };
}

function toShipments(rows: readonly Record<string, unknown>[]): OrderShipment[] {
  const shipments = new Map<number, OrderShipment & { lines: OrderShipment['lines'][number][] }>();
  for (const row of rows) {
    const { locationId, locationName, status, shippedAt, ...line } = row as unknown as OrderShipment &
      OrderShipment['lines'][number];
    const shipment = shipments.get(locationId) ?? { locationId, locationName, status, shippedAt, lines: [] };
    shipment.lines.push(line);
    shipments.set(locationId, shipment);
  }
  return [...shipments.values()];
}

import { orBusy, withRetry } from '@/db/retry';
import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import type { OrderKey } from './cancel-order';
import { recordEvent } from './sql/checkouts';
import { lockOrder, markShipped } from './sql/orders';

export type ShipParcelResult = {
  /** `not_open`: the order is cancelled or waits for the merchant. */
  readonly outcome: 'shipped' | 'not_open' | 'not_found' | 'busy';
};

/**
 * Notes that one location's parcel of an order has left; again, it changes nothing. Stock was deducted when it was sold.
 *
 * Locks: the order, then the parcel, until commit.
 */
export async function shipParcel(
  engine: Engine,
  { shopId, orderId, locationId, actor }: OrderKey & { readonly locationId: number; readonly actor: string },
): Promise<ShipParcelResult> {
  return orBusy(() =>
    withRetry(() =>
      engine.database.transaction<ShipParcelResult>('admin', async (tx) => {
        const [locked] = await tx.send(call(lockOrder, { shopId, orderId }));
        if (!locked?.rows[0]) return { outcome: 'not_found' };
        if (locked.rows[0].status !== 'open') return { outcome: 'not_open' };
        const [shipped] = await tx.send(call(markShipped, { shopId, orderId, locationId }));
        if (shipped?.affectedRows === 1) {
          await tx.send(
            call(recordEvent, {
              shopId,
              checkoutId: orderId,
              eventKey: `shipped:${locationId}`,
              kind: 'shipped',
              actor,
              detail: JSON.stringify({ locationId }),
            }),
          );
        }
        return { outcome: 'shipped' };
      }),
    ),
  );
}

import { orBusy, withRetry } from '@/db/retry';
import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import { recordEvent } from './sql/checkouts';
import { cancelOrderNow, cancelShipments, lockOrder, markRestocked, readShipmentLines } from './sql/orders';

export interface OrderKey {
  readonly shopId: number;
  readonly orderId: string;
}

export type CancelOrderResult =
  | { readonly outcome: 'cancelled'; readonly isRepeat: boolean }
  | { readonly outcome: 'not_found' | 'busy' };

/**
 * Ends an order and puts each of its units back on the level that it was sold from, sent or not. Its money is
 * another matter: `refundOrder`. Pressed twice, units come back once.
 *
 * Locks: the order until commit; then one level after another.
 */
export async function cancelOrder(engine: Engine, key: OrderKey, actor: string): Promise<CancelOrderResult> {
  const { shopId, orderId } = key;
  const order = { shopId, orderId };
  const ended = await orBusy(() =>
    withRetry(() =>
      engine.database.transaction('admin', async (tx) => {
        const [locked] = await tx.send(call(lockOrder, order));
        const row = locked?.rows[0];
        if (!row) return { outcome: 'not_found' } as const;
        if (row.status === 'cancelled') return { outcome: 'cancelled', isRepeat: true } as const;
        await tx.commit(
          call(cancelOrderNow, order),
          call(cancelShipments, order),
          call(recordEvent, {
            shopId,
            checkoutId: orderId,
            eventKey: 'order_cancelled',
            kind: 'order_cancelled',
            actor,
            detail: '{}',
          }),
        );
        return { outcome: 'cancelled', isRepeat: false } as const;
      }),
    ),
  );
  if (ended.outcome !== 'cancelled') return ended;
  const restocked = await finishCancelledOrder(engine, key, actor);
  return restocked.outcome === 'busy' ? { outcome: 'busy' } : ended;
}

/** Puts the units of a cancelled order back, as far as they aren't. A level whose units are back is passed over. */
export async function finishCancelledOrder(
  engine: Engine,
  { shopId, orderId }: OrderKey,
  actor = 'shop',
): Promise<{ readonly outcome: 'restocked' | 'busy' }> {
  const order = { shopId, orderId };
  const [lines] = await engine.database.session('admin', (session) =>
    session.send(call(readShipmentLines, order)),
  );
  for (const { inventoryItemId, inventoryGroupId, quantity } of lines?.rows ?? []) {
    const returned = await engine.returnSold({
      shopId,
      inventoryItemId,
      inventoryGroupId,
      orderId,
      quantity,
      // One return per order and level: the ledger's key refuses a second one.
      referenceId: orderId,
      actor,
      note: 'Order cancelled',
    });
    if (returned.outcome === 'busy') return { outcome: 'busy' };
    if (returned.outcome !== 'done' && returned.outcome !== 'repeated') {
      throw new Error(`The units of order ${orderId} could not be returned: ${returned.outcome}.`);
    }
  }
  await engine.database.session('admin', (session) => session.send(call(markRestocked, order)));
  return { outcome: 'restocked' };
}

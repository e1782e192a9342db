import { orBusy, withRetry } from '@/db/retry';
import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import type { OrderKey } from './cancel-order';
import { recordEvent } from './sql/checkouts';
import { lockOrder, readShipmentLines, resolveAttentionNow } from './sql/orders';

export type ResolveAttentionResult = {
  readonly outcome: 'resolved' | 'not_waiting' | 'not_found' | 'busy';
};

/**
 * Takes an order off the merchant's list. One that has units goes on as an open order (to be sent, or to be cancelled
 * next); one that never got any ends.
 *
 * Locks: the order, until commit.
 */
export async function resolveAttention(
  engine: Engine,
  { shopId, orderId, actor, note }: OrderKey & { readonly actor: string; readonly note: string },
): Promise<ResolveAttentionResult> {
  const order = { shopId, orderId };
  return orBusy(() =>
    withRetry(() =>
      engine.database.transaction<ResolveAttentionResult>('admin', async (tx) => {
        const [locked, lines] = await tx.send(call(lockOrder, order), call(readShipmentLines, order));
        if (!locked?.rows[0]) return { outcome: 'not_found' };
        if (locked.rows[0].status !== 'needs_attention') return { outcome: 'not_waiting' };
        const status = lines?.rows.length === 0 ? 'cancelled' : 'open';
        await tx.commit(
          call(resolveAttentionNow, { ...order, status, actor }),
          call(recordEvent, {
            shopId,
            checkoutId: orderId,
            eventKey: `resolved:${locked.rows[0].attentionReason}`,
            kind: 'resolved',
            actor,
            detail: JSON.stringify({ note }),
          }),
        );
        return { outcome: 'resolved' };
      }),
    ),
  );
}

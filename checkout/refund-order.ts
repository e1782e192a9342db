import { orBusy, withRetry } from '@/db/retry';
import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import type { OrderKey } from './cancel-order';
import { recordEvent } from './sql/checkouts';
import { lockOrder } from './sql/orders';
import { insertRefund, lockAttempt, refundAttempt, sumRefunds } from './sql/payments';

export interface RefundRequest extends OrderKey {
  /** UUID made with the form: the same form sent twice is one refund. */
  readonly refundId: string;
  /** Minor units; absent for all that is left. */
  readonly amountMinor?: number;
  readonly reason: string;
  readonly actor: string;
}

export type RefundResult =
  | { readonly outcome: 'refunded'; readonly amountMinor: number; readonly isRepeat: boolean }
  /** More than is left of the payment. */
  | { readonly outcome: 'too_much'; readonly leftMinor: number }
  | { readonly outcome: 'nothing_left' | 'not_found' | 'busy' };

/**
 * Gives money of an order back, in part or all that is left. Never more than was paid, whoever asks at the same time.
 * Stock is another matter: `cancelOrder`.
 *
 * Locks: the order, then its payment, until commit.
 */
export async function refundOrder(engine: Engine, request: RefundRequest): Promise<RefundResult> {
  const { shopId, orderId, refundId, reason, actor } = request;
  return orBusy(() =>
    withRetry(() =>
      engine.database.transaction<RefundResult>('admin', async (tx) => {
        const [locked] = await tx.send(call(lockOrder, { shopId, orderId }));
        const order = locked?.rows[0];
        if (!order) return { outcome: 'not_found' };
        const payment = { shopId, paymentId: order.paymentId };
        const [attempt, sum] = await tx.send(
          call(lockAttempt, payment),
          call(sumRefunds, { ...payment, checkoutId: orderId, refundId }),
        );
        const leftMinor = (attempt?.rows[0]?.amountMinor ?? 0) - sum?.rows[0]?.refundedMinor;
        if (sum?.rows[0]?.isKnown) {
          return { outcome: 'refunded', amountMinor: request.amountMinor ?? 0, isRepeat: true };
        }
        if (leftMinor <= 0) return { outcome: 'nothing_left' };
        const amountMinor = request.amountMinor ?? leftMinor;
        if (amountMinor > leftMinor) return { outcome: 'too_much', leftMinor };
        await tx.commit(
          call(insertRefund, {
            ...payment,
            refundId,
            checkoutId: orderId,
            amountMinor,
            reason,
            actor,
          }),
          ...(amountMinor === leftMinor ? [call(refundAttempt, payment)] : []),
          call(recordEvent, {
            shopId,
            checkoutId: orderId,
            eventKey: `refunded:${refundId}`,
            kind: 'refunded',
            actor,
            detail: JSON.stringify({ amountMinor, reason }),
          }),
        );
        return { outcome: 'refunded', amountMinor, isRepeat: false };
      }),
    ),
  );
}

import { withRetry } from '@/db/retry';
import { call } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { Engine } from '@/engine/index';
import { orderCode } from './ids';
import { completeOpenCheckout, lockCheckout, recordEvent } from './sql/checkouts';
import { insertOrder, insertOrderLines, lockOrder } from './sql/orders';
import { insertRefund, refundAttempt } from './sql/payments';

export type GiveBackReason = 'no_stock_after_payment' | 'paid_after_cancelling' | 'paid_twice';

const words: Record<GiveBackReason, string> = {
  no_stock_after_payment: 'Sold out when the payment arrived',
  paid_after_cancelling: 'Paid after the purchase was cancelled',
  paid_twice: 'Paid twice',
};

export interface PaidPayment {
  readonly shopId: number;
  readonly paymentId: string;
  readonly checkoutId: string;
  readonly amountMinor: number;
}

/**
 * Gives the money of a paid payment back in full, and puts the purchase on the merchant's list unless it has its order.
 * Nothing happens when an order was written for this payment meanwhile.
 *
 * Locks: the checkout, then its order, until commit.
 */
export async function giveBack(engine: Engine, payment: PaidPayment, why: GiveBackReason): Promise<void> {
  const reservationId = await withRetry(() =>
    engine.database.transaction('webhook', (tx) => write(tx, payment, why)),
  );
  // A hold that was being taken for a purchase that ended here would only keep units from others.
  if (reservationId) await engine.release({ shopId: payment.shopId, reservationId });
}

async function write(
  tx: Transaction,
  { shopId, paymentId, checkoutId, amountMinor }: PaidPayment,
  why: GiveBackReason,
): Promise<string | null> {
  const checkout = { shopId, checkoutId };
  const order = { shopId, orderId: checkoutId };
  const [locked, existing] = await tx.send(call(lockCheckout, checkout), call(lockOrder, order));
  const hasOrder = existing?.rows[0] !== undefined;
  const isPaidByOther = hasOrder && existing?.rows[0]?.paymentId !== paymentId;
  // Another call was faster: the next look at the payment tells how it ended.
  if (hasOrder !== (why === 'paid_twice') || (hasOrder && !isPaidByOther)) return null;
  const [refunded] = await tx.send(call(refundAttempt, { shopId, paymentId }));
  if (refunded?.affectedRows !== 1) return null;
  await tx.send(
    call(insertRefund, {
      shopId,
      refundId: paymentId,
      paymentId,
      checkoutId,
      amountMinor,
      reason: words[why],
      actor: 'shop',
    }),
    call(recordEvent, {
      ...checkout,
      eventKey: `given_back:${paymentId}`,
      kind: 'given_back',
      actor: 'shop',
      detail: JSON.stringify({ paymentId, amountMinor, why }),
    }),
  );
  if (hasOrder) return null;
  await tx.send(
    call(insertOrder, {
      ...order,
      paymentId,
      reservationId: null,
      orderCode: orderCode(checkoutId),
      status: 'needs_attention',
      attentionReason: why,
    }),
    call(insertOrderLines, order),
    call(completeOpenCheckout, checkout),
  );
  return locked?.rows[0]?.reservationId ?? null;
}

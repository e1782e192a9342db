import { orBusy, withRetry } from '@/db/retry';
import { call } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { Engine } from '@/engine/index';
import { finishPayment } from './finish-payment';
import { recordEvent } from './sql/checkouts';
import { askForAttention } from './sql/orders';
import {
  approveAttempt,
  failPendingAttempt,
  insertRefund,
  lockAttempt,
  recordPaymentEvent,
  refundAttempt,
  sumRefunds,
} from './sql/payments';

export interface PaymentEvent {
  readonly shopId: number;
  readonly paymentId: string;
  /** The gateway's name for the event: the same one told again is the same event. */
  readonly eventKey: string;
  readonly kind: 'approved' | 'declined' | 'refunded' | 'timed_out';
}

export type PaymentEventResult = { readonly outcome: 'recorded' | 'unknown_payment' | 'busy' };

/**
 * Takes in what is told about a payment, by the gateway or by our own clock. Each event is recorded once and counted when it
 * comes again. Paid wins: over failures told before or after, and over our time-out; given back is the end. A paid payment
 * is finished before the answer, so that the gateway tells it again if that fails.
 *
 * Locks: the payment, for the record; what finishing locks comes after.
 */
export async function receivePaymentEvent(engine: Engine, event: PaymentEvent): Promise<PaymentEventResult> {
  const recorded = await orBusy(() =>
    withRetry(() => engine.database.transaction('webhook', (tx) => record(tx, event))),
  );
  if (recorded.outcome !== 'recorded' || event.kind !== 'approved') return recorded;
  const { shopId, paymentId } = event;
  const finished = await finishPayment(engine, { shopId, paymentId });
  return finished.outcome === 'busy' ? { outcome: 'busy' } : recorded;
}

async function record(tx: Transaction, event: PaymentEvent): Promise<PaymentEventResult> {
  const { shopId, paymentId, eventKey, kind } = event;
  const key = { shopId, paymentId };
  const [locked] = await tx.send(call(lockAttempt, key));
  const attempt = locked?.rows[0];
  if (!attempt) return { outcome: 'unknown_payment' };
  const isApplied = await apply(tx, event, attempt);
  await tx.commit(
    call(recordPaymentEvent, { ...key, eventKey, kind, effect: isApplied ? 'applied' : 'ignored' }),
    call(recordEvent, {
      shopId,
      checkoutId: attempt.checkoutId,
      eventKey: `${kind}:${paymentId}:${eventKey}`,
      kind: isApplied ? kind : `${kind}_ignored`,
      actor: kind === 'timed_out' ? 'shop' : 'gateway',
      detail: JSON.stringify({ paymentId, amountMinor: attempt.amountMinor }),
    }),
  );
  return { outcome: 'recorded' };
}

/** True when the event changed the payment. */
async function apply(
  tx: Transaction,
  { shopId, paymentId, kind }: PaymentEvent,
  attempt: Record<string, unknown>,
): Promise<boolean> {
  const key = { shopId, paymentId };
  switch (kind) {
    case 'approved': {
      const [approved] = await tx.send(call(approveAttempt, key));
      return approved?.affectedRows === 1;
    }
    case 'declined':
    case 'timed_out': {
      const reason = kind === 'declined' ? 'not_enough_funds' : 'no_answer';
      const [failed] = await tx.send(call(failPendingAttempt, { ...key, status: kind, reason }));
      return failed?.affectedRows === 1;
    }
    case 'refunded':
      return takeBack(tx, key, attempt);
  }
}

/** The bank has taken the money back without the shop: what was sold is no longer paid. */
async function takeBack(
  tx: Transaction,
  key: { shopId: number; paymentId: string },
  attempt: Record<string, unknown>,
): Promise<boolean> {
  const { shopId, paymentId } = key;
  const checkoutId = attempt.checkoutId as string;
  const [refunded, sum] = await tx.send(
    call(refundAttempt, key),
    call(sumRefunds, { ...key, checkoutId, refundId: paymentId }),
  );
  if (refunded?.affectedRows !== 1) return false;
  const restMinor = (attempt.amountMinor as number) - (sum?.rows[0]?.refundedMinor ?? 0);
  const reason = 'Taken back by the bank';
  if (restMinor > 0) {
    await tx.send(
      call(insertRefund, {
        ...key,
        refundId: paymentId,
        checkoutId,
        amountMinor: restMinor,
        reason,
        actor: 'gateway',
      }),
    );
  }
  await tx.send(call(askForAttention, { shopId, orderId: checkoutId, reason: 'refunded_by_gateway' }));
  return true;
}

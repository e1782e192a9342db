import { orBusy, withRetry } from '@/db/retry';
import { call } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { Engine } from '@/engine/index';
import { beginPayment } from './begin-payment';
import type { CardScript } from './gateway/cards';
import { newId } from './ids';
import type { PaymentAttempt } from './read-checkout';
import type { CheckoutKey } from './save-delivery';
import { lockCheckout, readHold, readShop, recordEvent } from './sql/checkouts';
import { insertAttempt, readAttempts } from './sql/payments';

/** Longest wait for the gateway's answer, in seconds. */
const TIMEOUT_SECONDS = 30;
/** Most payments of one checkout: enough for a forgotten wallet, too few for trying out stolen numbers. */
export const MOST_ATTEMPTS = 12;

export interface StartPaymentRequest extends CheckoutKey {
  /** UUID made with the form. */
  readonly attemptKey: string;
  readonly card: CardScript;
}

export type StartPaymentResult =
  /** The gateway has it; its answer comes later. Also for a payment that was under way or had been tried already. */
  | { readonly outcome: 'started'; readonly paymentId: string; readonly isRepeat: boolean }
  | { readonly outcome: 'ordered' | 'cancelled' | 'not_found' | 'busy' | 'too_many' }
  /** There is no live hold to pay for, or it was made for another region. */
  | { readonly outcome: 'expired' | 'not_held' }
  | { readonly outcome: 'unreachable' };

/**
 * Starts one payment for a checkout whose units are held, and extends the hold, once, to cover it. At most one payment of a
 * checkout is under way: a second click, tab or form finds the first. No lock and no connection is held while it runs.
 *
 * Locks: the checkout, for the moment in which the attempt is written.
 */
export async function startPayment(
  engine: Engine,
  request: StartPaymentRequest,
): Promise<StartPaymentResult> {
  const { shopId, checkoutId } = request;
  const key = { shopId, checkoutId };
  const written = await orBusy(async () => {
    const [hold, shop] = await engine.database.session('checkout', (session) =>
      session.send(call(readHold, key), call(readShop, { shopId })),
    );
    const row = hold?.rows[0];
    if (!row) return { outcome: 'not_found' } as const;
    const extensionSeconds: number = shop?.rows[0]?.paymentExtensionSeconds ?? 0;
    if (row.checkoutStatus === 'open' && row.reservationId && extensionSeconds > 0) {
      await engine.extend({ shopId, reservationId: row.reservationId, extensionSeconds });
    }
    const timeoutSeconds = Math.min(TIMEOUT_SECONDS, Math.max(1, extensionSeconds));
    return withRetry(() =>
      engine.database.transaction('checkout', (tx) => write(tx, request, timeoutSeconds)),
    );
  });
  if (written.outcome !== 'started' || written.isRepeat) return written;
  const answer = await beginPayment(engine, { shopId, paymentId: written.paymentId });
  return answer === 'accepted' ? written : { outcome: answer };
}

async function write(
  tx: Transaction,
  { shopId, checkoutId, attemptKey, card }: StartPaymentRequest,
  timeoutSeconds: number,
): Promise<StartPaymentResult> {
  const key = { shopId, checkoutId };
  const [locked, attemptRows, hold] = await tx.send(
    call(lockCheckout, key),
    call(readAttempts, key),
    call(readHold, key),
  );
  const checkout = locked?.rows[0];
  if (!checkout) return { outcome: 'not_found' };
  const attempts = (attemptRows?.rows ?? []) as PaymentAttempt[];
  const known =
    attempts.find((one) => one.attemptKey === attemptKey) ??
    attempts.find(
      ({ status, settledAt }) => status === 'pending' || (status === 'approved' && settledAt === null),
    );
  if (known) return { outcome: 'started', paymentId: known.paymentId, isRepeat: true };
  if (checkout.status === 'completed') return { outcome: 'ordered' };
  if (checkout.status === 'cancelled') return { outcome: 'cancelled' };
  if (attempts.length >= MOST_ATTEMPTS) return { outcome: 'too_many' };
  const { holdStatus, isInTime, heldRegionCode, regionCode } = hold?.rows[0] ?? {};
  if (holdStatus === 'expired' || (holdStatus === 'held' && !isInTime)) return { outcome: 'expired' };
  if (holdStatus !== 'held' || heldRegionCode !== regionCode) return { outcome: 'not_held' };

  const paymentId = newId();
  const cardLast4 = card.number.slice(-4);
  await tx.commit(
    call(insertAttempt, {
      ...key,
      paymentId,
      attemptKey,
      amountMinor: checkout.totalMinor,
      currency: checkout.currency,
      cardLast4,
      cardScript: card.name,
      timeoutSeconds,
    }),
    call(recordEvent, {
      ...key,
      eventKey: `payment_started:${paymentId}`,
      kind: 'payment_started',
      actor: 'buyer',
      detail: JSON.stringify({ paymentId, cardLast4, amountMinor: checkout.totalMinor }),
    }),
  );
  return { outcome: 'started', paymentId, isRepeat: false };
}

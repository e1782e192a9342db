import { orBusy, withRetry } from '@/db/retry';
import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import type { CheckoutKey } from './save-delivery';
import { cancelOpenCheckout, lockCheckout, readHold, recordEvent } from './sql/checkouts';
import { countOpenPayments } from './sql/payments';

export type CancelCheckoutResult = {
  /** `paying`: a payment is under way and decides. */
  readonly outcome: 'cancelled' | 'ordered' | 'paying' | 'not_found' | 'busy';
};

/**
 * Ends a checkout at its buyer's wish and gives its units back at once. Pressed twice, it is one end.
 *
 * Locks: the checkout, until commit; the hold is released after that, in a transaction of its own.
 */
export async function cancelCheckout(engine: Engine, key: CheckoutKey): Promise<CancelCheckoutResult> {
  const { shopId, checkoutId } = key;
  const checkout = { shopId, checkoutId };
  const ended = await orBusy(() =>
    withRetry(() =>
      engine.database.transaction('checkout', async (tx) => {
        const [locked, payments, hold] = await tx.send(
          call(lockCheckout, checkout),
          call(countOpenPayments, checkout),
          call(readHold, checkout),
        );
        const status = locked?.rows[0]?.status;
        if (!status) return { outcome: 'not_found' } as const;
        if (status === 'completed') return { outcome: 'ordered' } as const;
        if (payments?.rows[0]?.open > 0) return { outcome: 'paying' } as const;
        await tx.commit(
          call(cancelOpenCheckout, checkout),
          call(recordEvent, {
            ...checkout,
            eventKey: 'checkout_cancelled',
            kind: 'checkout_cancelled',
            actor: 'buyer',
            detail: '{}',
          }),
        );
        const { reservationId, replacesId } = hold?.rows[0] ?? {};
        return { outcome: 'cancelled', holds: [reservationId, replacesId] as (string | null)[] } as const;
      }),
    ),
  );
  if (ended.outcome !== 'cancelled') return ended;
  for (const reservationId of ended.holds) {
    if (reservationId) await engine.release({ shopId, reservationId });
  }
  return { outcome: 'cancelled' };
}

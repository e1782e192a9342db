import { orBusy, withRetry } from '@/db/retry';
import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import { lockCheckout, readRegion, saveDelivery as writeDelivery } from './sql/checkouts';
import { countOpenPayments } from './sql/payments';

export interface CheckoutKey {
  readonly shopId: number;
  readonly checkoutId: string;
}

export interface Delivery {
  readonly email: string;
  readonly fullName: string;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  readonly country: string;
  readonly regionCode: string;
}

export type SaveDeliveryResult = {
  readonly outcome: 'saved' | 'ended' | 'paying' | 'unknown_region' | 'not_found' | 'busy';
};

/**
 * Notes who buys and where it goes. Another region makes a hold stale: the next reserve takes its place.
 *
 * Locks: the checkout, until commit. Outcomes: `paying` while a payment is under way, since the parcels are fixed then.
 */
export async function saveDelivery(
  engine: Engine,
  { shopId, checkoutId }: CheckoutKey,
  delivery: Delivery,
): Promise<SaveDeliveryResult> {
  const key = { shopId, checkoutId };
  return orBusy(() =>
    withRetry(() =>
      engine.database.transaction<SaveDeliveryResult>('checkout', async (tx) => {
        const [checkout, payments, region] = await tx.send(
          call(lockCheckout, key),
          call(countOpenPayments, key),
          call(readRegion, { shopId, regionCode: delivery.regionCode }),
        );
        const row = checkout?.rows[0];
        if (!row) return { outcome: 'not_found' };
        if (row.status !== 'open') return { outcome: 'ended' };
        if (payments?.rows[0]?.open > 0) return { outcome: 'paying' };
        if (!region?.rows[0]) return { outcome: 'unknown_region' };
        await tx.commit(call(writeDelivery, { ...key, ...delivery }));
        return { outcome: 'saved' };
      }),
    ),
  );
}

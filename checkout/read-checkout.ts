import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import type { CheckoutKey, Delivery } from './save-delivery';
import { readCheckoutLines } from './sql/checkouts';
import { readAttempts } from './sql/payments';
import { readCheckoutRow } from './sql/read-checkout';

export interface CheckoutLine {
  readonly variantId: number;
  readonly inventoryItemId: number;
  readonly productTitle: string;
  readonly variantTitle: string;
  readonly productSlug: string;
  readonly image: string;
  readonly unitPriceMinor: number;
  readonly quantity: number;
  /** False when it is no longer sold, or at another price. */
  readonly isCurrent: boolean;
}

export type AttemptStatus = 'pending' | 'approved' | 'declined' | 'timed_out' | 'refunded';

export interface PaymentAttempt {
  readonly paymentId: string;
  readonly attemptKey: string;
  readonly status: AttemptStatus;
  readonly amountMinor: number;
  readonly cardLast4: string;
  readonly cardScript: string;
  readonly declineReason: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly settledAt: Date | null;
}

/**
 * Where a checkout stands, from what its hold, its payments and its order say:
 * `details` lacks an address; `shipping` has no hold (`expired`: it had one); `payment` has one; `paying` waits for the
 * gateway or for the order; `ordered` and `cancelled` are the ends.
 */
export type CheckoutStage =
  | 'details'
  | 'shipping'
  | 'expired'
  | 'payment'
  | 'paying'
  | 'ordered'
  | 'cancelled';

export interface CheckoutView extends CheckoutKey {
  readonly stage: CheckoutStage;
  readonly cartId: string;
  readonly delivery: Delivery;
  readonly regionName: string;
  readonly currency: string;
  readonly totalMinor: number;
  readonly lines: readonly CheckoutLine[];
  readonly attempts: readonly PaymentAttempt[];
  readonly reservationId: string | null;
  /** The hold whose units this buyer may use again: the live one, or the one that the next hold replaces. */
  readonly ownReservationId: string | null;
  /** Whether the hold is live at `serverNow`. */
  readonly isHeld: boolean;
  readonly expiresAt: Date | null;
  readonly serverNow: Date;
}

/** A checkout as it stands now, or undefined when the shop has none of this id. One round trip, no lock. */
export async function readCheckout(engine: Engine, key: CheckoutKey): Promise<CheckoutView | undefined> {
  const { shopId, checkoutId } = key;
  const values = { shopId, checkoutId };
  const [found, lines, attempts] = await engine.database.session('checkout', (session) =>
    session.send(call(readCheckoutRow, values), call(readCheckoutLines, values), call(readAttempts, values)),
  );
  const row = found?.rows[0];
  if (!row) return undefined;
  const tried = (attempts?.rows ?? []) as PaymentAttempt[];
  const { email, fullName, street, postcode, city, country, regionCode } = row;
  return {
    shopId,
    checkoutId,
    stage: stageOf(row, tried),
    cartId: row.cartId,
    delivery: { email, fullName, street, postcode, city, country, regionCode },
    regionName: row.regionName ?? regionCode,
    currency: row.currency,
    totalMinor: row.totalMinor,
    lines: (lines?.rows ?? []).map((line) => ({
      ...(line as CheckoutLine),
      isCurrent: line.isCurrent === 1,
    })),
    attempts: tried,
    reservationId: row.reservationId,
    ownReservationId: row.holdStatus ? row.reservationId : row.replacesId,
    isHeld: row.holdStatus === 'held' && row.isInTime === 1,
    expiresAt: row.expiresAt,
    serverNow: row.serverNow,
  };
}

function stageOf(row: Record<string, unknown>, attempts: readonly PaymentAttempt[]): CheckoutStage {
  if (row.orderStatus) return 'ordered';
  const isUnderWay = attempts.some(
    ({ status, settledAt }) => settledAt === null && (status === 'pending' || status === 'approved'),
  );
  if (isUnderWay) return 'paying';
  if (row.status !== 'open') return 'cancelled';
  if (row.email === '') return 'details';
  if (!row.holdStatus || row.heldRegionCode !== row.regionCode) return 'shipping';
  if (row.holdStatus === 'held') return row.isInTime ? 'payment' : 'expired';
  return row.holdStatus === 'expired' ? 'expired' : 'shipping';
}

import { orBusy } from '@/db/retry';
import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import { type HoldResult, holdUnits } from './hold-units';
import { readCheckout } from './read-checkout';
import type { CheckoutKey } from './save-delivery';
import { readShop } from './sql/checkouts';

export type CompletePurchaseResult =
  | Exclude<HoldResult, { outcome: 'ended' }>
  /** Nothing is to be reserved: it is being paid for, or has ended. */
  | { readonly outcome: 'paying' | 'ordered' | 'cancelled' }
  /** The address is missing. */
  | { readonly outcome: 'incomplete' }
  /** A price has changed or something is no longer sold; the cart says what. */
  | { readonly outcome: 'changed' }
  | { readonly outcome: 'not_found' };

/**
 * What "Complete purchase" does: holds the units of the checkout for the time that the shop allows. Pressed twice, or in
 * two tabs, it is one hold; pressed after a hold has run out, it is a new one if the units are still there.
 */
export async function completePurchase(engine: Engine, key: CheckoutKey): Promise<CompletePurchaseResult> {
  return orBusy(() => complete(engine, key));
}

async function complete(engine: Engine, key: CheckoutKey): Promise<CompletePurchaseResult> {
  const checkout = await readCheckout(engine, key);
  if (!checkout) return { outcome: 'not_found' };
  switch (checkout.stage) {
    case 'details':
      return { outcome: 'incomplete' };
    case 'paying':
    case 'ordered':
    case 'cancelled':
      return { outcome: checkout.stage };
    case 'payment':
      return { outcome: 'held', reservationId: checkout.reservationId ?? '', isRepeat: true };
    case 'shipping':
    case 'expired':
  }
  if (checkout.lines.some(({ isCurrent }) => !isCurrent)) return { outcome: 'changed' };
  const { shopId, checkoutId } = key;
  const [shop] = await engine.database.session('checkout', (session) =>
    session.send(call(readShop, { shopId })),
  );
  const held = await holdUnits(engine, {
    shopId,
    checkoutId,
    lines: checkout.lines,
    holdSeconds: shop?.rows[0]?.holdSeconds,
  });
  if (held.outcome !== 'ended') return held;
  // It ended between the two looks; what it became is the answer.
  return complete(engine, key);
}

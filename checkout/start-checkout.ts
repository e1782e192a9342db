import { orBusy, withRetry } from '@/db/retry';
import { call } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { Engine } from '@/engine/index';
import { type CartKey, type CartLine, toCartLine } from './cart';
import { newSecretId } from './ids';
import { lockCart, pointCart, readCartLines } from './sql/carts';
import {
  addCheckoutLines,
  cancelOpenCheckout,
  lockCheckout,
  openCheckout,
  readCheckoutLines,
  readHold,
  readRegion,
  setRegion,
} from './sql/checkouts';
import { countOpenPayments } from './sql/payments';

export type StartCheckoutResult =
  | { readonly outcome: 'started'; readonly checkoutId: string; readonly isRepeat: boolean }
  /** A payment for what was in the cart before is under way: it has to end first. */
  | { readonly outcome: 'paying'; readonly checkoutId: string }
  | { readonly outcome: 'empty' | 'unknown_region' | 'busy' }
  /** The merchant has taken these off the shelf. */
  | { readonly outcome: 'not_sold'; readonly titles: readonly string[] };

/**
 * Gives the cart a checkout with its lines and prices of this moment. Pressed again with the same cart, it is the same
 * checkout; with another cart it is a new one that takes over address and hold of the one before.
 *
 * Locks: the cart, then the checkout before, until commit.
 */
export async function startCheckout(
  engine: Engine,
  request: CartKey & { readonly regionCode: string },
): Promise<StartCheckoutResult> {
  return orBusy(() => withRetry(() => engine.database.transaction('checkout', (tx) => start(tx, request))));
}

async function start(
  tx: Transaction,
  { shopId, cartId, regionCode }: CartKey & { readonly regionCode: string },
): Promise<StartCheckoutResult> {
  const [cart, cartRows, region] = await tx.send(
    call(lockCart, { shopId, cartId }),
    call(readCartLines, { shopId, cartId }),
    call(readRegion, { shopId, regionCode }),
  );
  const lines = (cartRows?.rows ?? []).map(toCartLine);
  if (!cart?.rows[0] || lines.length === 0) return { outcome: 'empty' };
  if (!region?.rows[0]) return { outcome: 'unknown_region' };

  const previousId: string | null = cart.rows[0].checkoutId;
  let replaces: string | null = null;
  if (previousId) {
    const key = { shopId, checkoutId: previousId };
    const [before, beforeRows, payments, hold] = await tx.send(
      call(lockCheckout, key),
      call(readCheckoutLines, key),
      call(countOpenPayments, key),
      call(readHold, key),
    );
    if (before?.rows[0]?.status === 'open') {
      if (payments?.rows[0]?.open > 0) return { outcome: 'paying', checkoutId: previousId };
      if (isSame(lines, beforeRows?.rows ?? [])) {
        await tx.commit(call(setRegion, { ...key, regionCode }));
        return { outcome: 'started', checkoutId: previousId, isRepeat: true };
      }
      // A hold that was named but never made has not replaced the one before it.
      const { holdStatus, reservationId, replacesId } = hold?.rows[0] ?? {};
      replaces = (holdStatus ? reservationId : replacesId) ?? null;
    }
  }
  const gone = lines.filter(({ isSold }) => !isSold);
  if (gone.length > 0) {
    return { outcome: 'not_sold', titles: gone.map(({ productTitle }) => productTitle) };
  }

  const checkoutId = newSecretId();
  const totalMinor = lines.reduce((sum, line) => sum + line.unitPriceMinor * line.quantity, 0);
  await tx.commit(
    call(openCheckout, { shopId, checkoutId, cartId, regionCode, totalMinor, previousId, replaces }),
    call(addCheckoutLines, { shopId, checkoutId, lines: JSON.stringify(lines) }),
    call(pointCart, { shopId, cartId, checkoutId }),
    ...(previousId ? [call(cancelOpenCheckout, { shopId, checkoutId: previousId })] : []),
  );
  return { outcome: 'started', checkoutId, isRepeat: false };
}

/** True when a checkout is about the same units at prices that still hold. */
function isSame(lines: readonly CartLine[], before: readonly Record<string, unknown>[]): boolean {
  const quantities = new Map(lines.map(({ variantId, quantity }) => [variantId, quantity]));
  return (
    before.length === lines.length &&
    before.every((row) => row.isCurrent === 1 && quantities.get(row.variantId as number) === row.quantity)
  );
}

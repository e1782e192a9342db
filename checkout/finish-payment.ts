import { isDuplicateKey } from '@/db/errors';
import { call } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { Engine } from '@/engine/index';
import { giveBack } from './give-back';
import { holdUnits } from './hold-units';
import { orderCode } from './ids';
import { dropBoughtLines, lessenBoughtLines } from './sql/carts';
import { completeOpenCheckout, readCheckoutLines, readShop, recordEvent } from './sql/checkouts';
import { insertOrder, insertOrderLines, insertShipmentLines, insertShipments } from './sql/orders';
import { readPayment, settleApproved } from './sql/payments';

export interface PaymentKey {
  readonly shopId: number;
  readonly paymentId: string;
}

export type FinishResult = {
  /** `ordered` has an order; `given_back` was refunded; `nothing` has nothing to finish. */
  readonly outcome: 'ordered' | 'given_back' | 'nothing' | 'busy';
};

/** The checkout or the payment was ended by another call while this one was about to write the order. */
class Overtaken extends Error {
  override name = 'Overtaken';
}

/** Rounds after which something that keeps changing is left to the next run. */
const MOST_ROUNDS = 6;

/**
 * Gives a paid payment its order: claims the hold and writes the order in one transaction. When the hold has ended, the
 * units are taken again if they are there; else, and when the checkout was cancelled or paid by another payment, the money goes
 * back. Any number of callers may do it at once, and it can be done again after any crash.
 */
export async function finishPayment(
  engine: Engine,
  { shopId, paymentId }: PaymentKey,
): Promise<FinishResult> {
  const key = { shopId, paymentId };
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const [read] = await engine.database.session('webhook', (session) =>
      session.send(call(readPayment, key)),
    );
    const payment = read?.rows[0];
    if (payment?.status === 'refunded') return { outcome: 'given_back' };
    if (payment?.status !== 'approved') return { outcome: 'nothing' };
    const { checkoutId, reservationId, checkoutStatus, orderPaymentId } = payment;
    if (payment.settledAt) return { outcome: 'ordered' };
    const back = { ...key, checkoutId, amountMinor: payment.amountMinor };
    if (orderPaymentId) {
      await giveBack(engine, back, 'paid_twice');
    } else if (checkoutStatus === 'cancelled') {
      await giveBack(engine, back, 'paid_after_cancelling');
    } else {
      const claimed = await claimAndOrder(engine, { ...key, checkoutId, reservationId });
      if (claimed === 'busy') return { outcome: 'busy' };
      if (claimed === 'ended') {
        const again = await takeAgain(engine, { shopId, checkoutId });
        if (again === 'busy') return { outcome: 'busy' };
        if (again === 'refused') await giveBack(engine, back, 'no_stock_after_payment');
      }
    }
    // The next look tells what it has become, whoever did it.
  }
  return { outcome: 'busy' };
}

async function claimAndOrder(
  engine: Engine,
  order: PaymentKey & { checkoutId: string; reservationId: string | null },
): Promise<'claimed' | 'ended' | 'busy'> {
  const { shopId, checkoutId, reservationId } = order;
  if (!reservationId) return 'ended';
  try {
    const { outcome } = await engine.claim({ shopId, reservationId, orderId: checkoutId }, (tx) =>
      writeOrder(tx, { ...order, reservationId }),
    );
    if (outcome === 'claimed' || outcome === 'busy') return outcome;
    return 'ended';
  } catch (error) {
    if (error instanceof Overtaken || isDuplicateKey(error)) return 'claimed';
    throw error;
  }
}

/** The order, its parcels and the end of the checkout, in the transaction that claims the units. One round trip. */
async function writeOrder(
  tx: Transaction,
  {
    shopId,
    paymentId,
    checkoutId,
    reservationId,
  }: PaymentKey & { checkoutId: string; reservationId: string },
): Promise<void> {
  const checkout = { shopId, checkoutId };
  const order = { shopId, orderId: checkoutId };
  const [completed, settled] = await tx.send(
    call(completeOpenCheckout, checkout),
    call(settleApproved, { shopId, paymentId }),
    call(insertOrder, {
      ...order,
      paymentId,
      reservationId,
      orderCode: orderCode(checkoutId),
      status: 'open',
      attentionReason: null,
    }),
    call(insertOrderLines, order),
    call(insertShipments, { ...order, reservationId }),
    call(insertShipmentLines, { ...order, reservationId }),
    call(dropBoughtLines, checkout),
    call(lessenBoughtLines, checkout),
    call(recordEvent, {
      ...checkout,
      eventKey: 'ordered',
      kind: 'ordered',
      actor: 'shop',
      detail: JSON.stringify({ paymentId, reservationId }),
    }),
  );
  if (completed?.affectedRows !== 1 || settled?.affectedRows !== 1) throw new Overtaken();
}

/** The hold is over, the money is there: the same units or others, if there are any. */
async function takeAgain(
  engine: Engine,
  key: { shopId: number; checkoutId: string },
): Promise<'held' | 'refused' | 'busy'> {
  const [lines, shop] = await engine.database.session('webhook', (session) =>
    session.send(call(readCheckoutLines, key), call(readShop, { shopId: key.shopId })),
  );
  const held = await holdUnits(engine, {
    ...key,
    lines: (lines?.rows ?? []) as { inventoryItemId: number; quantity: number }[],
    holdSeconds: shop?.rows[0]?.holdSeconds,
    needsUnits: true,
  });
  switch (held.outcome) {
    case 'held':
    case 'ended':
      return 'held';
    case 'busy':
      return 'busy';
    case 'sold_out':
    case 'all_held':
      return 'refused';
  }
}

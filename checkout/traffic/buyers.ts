/**
 * Buyers that go through real checkouts, from the cart to the payment or to where they give up; the same seed gives the same
 * wishes and tempers. Promise: every checkout is one as the shop's pages make it, and none is retried behind the figures.
 */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { v7 as uuidv7 } from 'uuid';
import { cancelCheckout } from '@/checkout/cancel-checkout';
import { addToCart } from '@/checkout/cart';
import { completePurchase } from '@/checkout/complete-purchase';
import { cardOfName } from '@/checkout/gateway/cards';
import { runDuePayments } from '@/checkout/gateway/run-due-payments';
import { newSecretId } from '@/checkout/ids';
import { saveDelivery } from '@/checkout/save-delivery';
import { startCheckout } from '@/checkout/start-checkout';
import { startPayment } from '@/checkout/start-payment';
import type { Engine } from '@/engine/index';

export interface TrafficShop {
  readonly shopId: number;
  readonly variantIds: readonly number[];
  readonly regionCode: string;
  /** How often it is visited, compared with the others. */
  readonly weight: number;
}

export interface TrafficPlan {
  readonly checkouts: number;
  readonly atOnce: number;
  readonly seed: number;
  /** Called after each checkout. */
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

/** What became of the checkouts at "Complete purchase". */
export type TrafficOutcomes = Readonly<Record<string, number>>;

interface Wish {
  readonly shop: TrafficShop;
  readonly lines: readonly { readonly variantId: number; readonly quantity: number }[];
  /** Pays, is declined and leaves, cancels, or leaves the hold to its time. */
  readonly temper: 'approve' | 'decline' | 'cancel' | 'abandon';
}

const address = {
  email: 'ada@example.org',
  fullName: 'Ada Example',
  street: '1 Analytical Row',
  postcode: '10115',
  city: 'Berlin',
  country: 'Germany',
};

/** Between two rounds of what the worker does otherwise, in ms. */
const ROUND_MS = 200;

/** Sends the buyers, `atOnce` at a time, and resolves when each has come to an end. */
export async function sendBuyers(
  engine: Engine,
  shops: readonly TrafficShop[],
  { checkouts, atOnce, seed, onProgress, signal }: TrafficPlan,
): Promise<TrafficOutcomes> {
  const wishes = wishesOf(shops, seed);
  const outcomes: Record<string, number> = {};
  let begun = 0;
  let done = 0;
  const isOver = new AbortController();
  const upkeep = keepUp(engine, shops, isOver.signal);
  const lane = async () => {
    while (begun < checkouts && !signal?.aborted) {
      begun += 1;
      const outcome = await buy(engine, wishes());
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      done += 1;
      onProgress?.(done);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, checkouts) }, lane));
  } finally {
    isOver.abort();
    await upkeep;
  }
  return outcomes;
}

function wishesOf(shops: readonly TrafficShop[], seed: number): () => Wish {
  const generator = xoroshiro128plus(seed);
  const float = () => uniformFloat64(generator);
  const weights = shops.reduce((sum, { weight }) => sum + weight, 0);
  return () => {
    let place = float() * weights;
    const shop = shops.find(({ weight }) => {
      place -= weight;
      return place < 0;
    });
    if (!shop) throw new RangeError('There is no shop to buy in.');
    const first = Math.floor(float() * shop.variantIds.length);
    const others = float() < 0.2 ? [shop.variantIds[(first + 1) % shop.variantIds.length]] : [];
    const lines = [shop.variantIds[first], ...others].flatMap((variantId) =>
      variantId === undefined ? [] : { variantId, quantity: 1 + Math.floor(float() * 2) },
    );
    const mood = float();
    const temper = mood < 0.7 ? 'approve' : mood < 0.8 ? 'decline' : mood < 0.95 ? 'cancel' : 'abandon';
    return { shop, lines: dedupe(lines), temper };
  };
}

/** A shop with one variant has no other to add. */
function dedupe(lines: Wish['lines']): Wish['lines'] {
  return lines.filter(
    ({ variantId }, index) => lines.findIndex((line) => line.variantId === variantId) === index,
  );
}

async function buy(engine: Engine, { shop, lines, temper }: Wish): Promise<string> {
  const { shopId, regionCode } = shop;
  const cartId = newSecretId();
  for (const line of lines) await addToCart(engine, { shopId, cartId, ...line });
  const started = await startCheckout(engine, { shopId, cartId, regionCode });
  if (started.outcome !== 'started') return started.outcome;
  const key = { shopId, checkoutId: started.checkoutId, cartId };
  await saveDelivery(engine, key, { ...address, regionCode });
  const { outcome } = await completePurchase(engine, key);
  if (outcome !== 'held' || temper === 'abandon') return outcome;
  if (temper === 'cancel') await cancelCheckout(engine, key);
  else {
    const card = cardOfName(temper);
    if (!card) throw new RangeError(`There is no test card ${temper}.`);
    await startPayment(engine, { ...key, attemptKey: uuidv7(), card });
  }
  return outcome;
}

/** Payments, expiry and refills, as the worker sees to them. */
async function keepUp(engine: Engine, shops: readonly TrafficShop[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { handled } = await runDuePayments(engine);
    for (const { shopId } of shops) {
      await engine.expire(shopId);
      await engine.replenishLow(shopId);
    }
    if (handled === 0) await delayed(signal);
  }
}

function delayed(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ROUND_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

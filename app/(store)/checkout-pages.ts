/** Where a checkout's pages are, and which of them its stage belongs to. */
import { notFound, redirect } from 'next/navigation';
import { isId } from '@/checkout/ids';
import { type CheckoutStage, type CheckoutView, readCheckout } from '@/checkout/read-checkout';
import type { CheckoutStep } from '@/components/store/checkout-steps';
import type { StoreShop } from '@/db/queries/storefront';
import { getEngine } from '../engine';
import { wakePayments } from '../payments';
import { shopOf } from './shop';

export interface CheckoutParams {
  params: Promise<{ shop: string; checkoutId: string }>;
}

/** The checkout that an address names; one of another shop is not there. */
export async function checkoutOf({ params }: CheckoutParams): Promise<{
  shop: StoreShop;
  checkout: CheckoutView;
}> {
  const { shop: slug, checkoutId } = await params;
  const shop = await shopOf(slug);
  const checkout = isId(checkoutId)
    ? await readCheckout(getEngine(), { shopId: shop.shopId, checkoutId })
    : undefined;
  if (!checkout) notFound();
  // A payment whose server was restarted goes on as soon as somebody asks about it.
  if (checkout.stage === 'paying') wakePayments();
  return { shop, checkout };
}

export const checkoutPath = (slug: string, checkoutId: string) => `/${slug}/checkout/${checkoutId}`;

/** The page on which a stage goes on. */
export function pathOfStage(slug: string, checkoutId: string, stage: CheckoutStage): string {
  const base = checkoutPath(slug, checkoutId);
  switch (stage) {
    case 'details':
    case 'cancelled':
      return base;
    case 'shipping':
    case 'expired':
      return `${base}/shipping`;
    case 'payment':
    case 'paying':
      return `${base}/payment`;
    case 'ordered':
      return `/${slug}/orders/${checkoutId}`;
  }
}

/** Leads to where the checkout goes on, unless this page is for its stage. */
export function requireStage(slug: string, checkout: CheckoutView, stages: readonly CheckoutStage[]): void {
  if (stages.includes(checkout.stage)) return;
  redirect(pathOfStage(slug, checkout.checkoutId, checkout.stage));
}

/** The steps with links back to those that can be changed. */
export function stepsOf(slug: string, checkoutId: string): CheckoutStep[] {
  const base = checkoutPath(slug, checkoutId);
  return [
    { label: 'Cart', href: `/${slug}/cart` },
    { label: 'Contact and address', href: base },
    { label: 'Parcels', href: `${base}/shipping` },
    { label: 'Payment' },
  ];
}

/** What a page about a checkout was rendered from; another text means that it is no longer true. */
export function fingerprintOf({ stage, expiresAt, attempts }: CheckoutView): string {
  const last = attempts.at(-1);
  return JSON.stringify({ stage, expiresAt, attempts: attempts.length, last: last?.status ?? null });
}

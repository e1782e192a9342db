/** First step of a checkout: who buys and where it goes. */
import type { Metadata } from 'next';
import { LiveRefresh } from '@/components/live-refresh';
import { AddressForm } from '@/components/store/address-form';
import { CheckoutFrame } from '@/components/store/checkout-frame';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import {
  type CheckoutParams,
  checkoutOf,
  checkoutPath,
  fingerprintOf,
  requireStage,
  stepsOf,
} from '../../../checkout-pages';
import { PurchaseSummary } from '../../../purchase-summary';
import { saveAddress } from './actions';

export const metadata: Metadata = { title: 'Checkout' };

export default async function AddressPage(props: CheckoutParams) {
  const { shop, checkout } = await checkoutOf(props);
  const { checkoutId, stage } = checkout;
  const { slug } = shop;
  requireStage(slug, checkout, ['details', 'shipping', 'expired', 'payment', 'cancelled']);
  if (stage === 'cancelled') {
    return (
      <div className="page py-24">
        <h1 className="sr-only">Checkout</h1>
        <EmptyState
          title="This purchase was ended."
          action={<ButtonLink href={`/${slug}/cart`}>Go to the cart</ButtonLink>}
        >
          You were not charged, and nothing is held. What was in it may still be in your cart.
        </EmptyState>
      </div>
    );
  }
  return (
    <CheckoutFrame
      title="Contact and address"
      steps={stepsOf(slug, checkoutId)}
      current={1}
      summary={<PurchaseSummary shop={shop} checkout={checkout} />}
    >
      <AddressForm
        action={saveAddress.bind(null, slug, checkoutId)}
        delivery={checkout.delivery}
        regions={shop.regions}
      />
      <LiveRefresh
        url={`${checkoutPath(slug, checkoutId)}/state`}
        seen={fingerprintOf(checkout)}
        everyMs={15_000}
      />
    </CheckoutFrame>
  );
}

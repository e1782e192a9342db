/** Second step: from where the parcels come and why, and the button that holds the units. */
import type { Metadata } from 'next';
import { addUp, planShipments } from '@/checkout/plan-shipments';
import { readRoutingOf } from '@/checkout/routing';
import { LiveRefresh } from '@/components/live-refresh';
import { CheckoutFrame } from '@/components/store/checkout-frame';
import { CompleteForm } from '@/components/store/complete-form';
import { leftWords } from '@/components/store/purchase-words';
import { ShippingSplit } from '@/components/store/shipping-split';
import { ButtonLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { getEngine } from '../../../../../engine';
import {
  type CheckoutParams,
  checkoutOf,
  checkoutPath,
  fingerprintOf,
  requireStage,
  stepsOf,
} from '../../../../checkout-pages';
import { PurchaseSummary } from '../../../../purchase-summary';
import { namesOf, splitOf } from '../../../../split';
import { cancel, complete } from '../actions';

export const metadata: Metadata = { title: 'Parcels' };

export default async function ShippingPage(props: CheckoutParams) {
  const { shop, checkout } = await checkoutOf(props);
  const { checkoutId, stage, delivery, lines, regionName } = checkout;
  const { slug } = shop;
  requireStage(slug, checkout, ['shipping', 'expired', 'payment']);
  const { locations, stock } = await readRoutingOf(getEngine(), {
    shopId: shop.shopId,
    regionCode: delivery.regionCode,
    inventoryItemIds: lines.map(({ inventoryItemId }) => inventoryItemId),
    ownReservationId: checkout.ownReservationId,
  });
  const plan = planShipments(addUp(lines), locations, stock);
  const names = namesOf(lines);
  const base = checkoutPath(slug, checkoutId);
  return (
    <CheckoutFrame
      title="Parcels"
      steps={stepsOf(slug, checkoutId)}
      current={2}
      banner={
        stage === 'expired' ? (
          <Notice tone="warn" title="Your hold has run out." isAnswer>
            You were not charged. If the units are still there, press “Complete purchase” once more.
          </Notice>
        ) : stage === 'payment' ? (
          <Notice
            tone="accent"
            title="Your units are held."
            actions={
              <ButtonLink href={`${base}/payment`} size="sm">
                Go on to the payment
              </ButtonLink>
            }
          />
        ) : undefined
      }
      summary={<PurchaseSummary shop={shop} checkout={checkout} />}
    >
      {plan.outcome === 'planned' ? (
        <ShippingSplit {...splitOf(plan.lines, plan.reasons, names, regionName)} />
      ) : (
        <Notice tone="warn" title="Not everything can be had just now.">
          <ul className="space-y-1">
            {plan.short.map(({ inventoryItemId }) => (
              <li key={inventoryItemId}>
                {names.find((name) => name.inventoryItemId === inventoryItemId)?.title}:{' '}
                {leftWords(inventoryItemId, plan.reasons, regionName)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <dl className="mt-8 text-[0.9375rem]">
        <dt className="text-label">Goes to</dt>
        <dd className="mt-1 break-words">
          {delivery.fullName}, {delivery.street}, {delivery.postcode} {delivery.city}, {delivery.country}
        </dd>
      </dl>
      <div className="mt-8">
        <CompleteForm
          action={complete.bind(null, slug, checkoutId)}
          cancel={cancel.bind(null, slug, checkoutId)}
          cartHref={`/${slug}/cart`}
        />
      </div>
      <LiveRefresh url={`${base}/state`} seen={fingerprintOf(checkout)} everyMs={15_000} />
    </CheckoutFrame>
  );
}

/**
 * Third step: the payment. The page can be reloaded, left and come back to at any time: what it shows is how the checkout
 * stands, and the time left is the server's.
 */
import type { Metadata } from 'next';
import { testCards } from '@/checkout/gateway/cards';
import { newId } from '@/checkout/ids';
import type { CheckoutView } from '@/checkout/read-checkout';
import { formatMoney } from '@/components/format';
import { LiveRefresh } from '@/components/live-refresh';
import { CardForm } from '@/components/store/card-form';
import { CheckoutFrame } from '@/components/store/checkout-frame';
import { LiveHold } from '@/components/store/live-hold';
import { PayingNotice } from '@/components/store/paying-notice';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import {
  type CheckoutParams,
  checkoutOf,
  checkoutPath,
  fingerprintOf,
  requireStage,
  stepsOf,
} from '../../../../checkout-pages';
import { PurchaseSummary } from '../../../../purchase-summary';
import { cancel, pay } from '../actions';

export const metadata: Metadata = { title: 'Payment' };

export default async function PaymentPage(props: CheckoutParams) {
  const { shop, checkout } = await checkoutOf(props);
  const { checkoutId, stage, expiresAt, serverNow, currency, totalMinor } = checkout;
  const { slug } = shop;
  requireStage(slug, checkout, ['payment', 'paying']);
  const isPaying = stage === 'paying';
  return (
    <CheckoutFrame
      title="Payment"
      steps={stepsOf(slug, checkoutId)}
      current={3}
      banner={
        checkout.isHeld &&
        expiresAt && (
          <LiveHold
            quantity={checkout.lines.reduce((sum, { quantity }) => sum + quantity, 0)}
            expiresAt={expiresAt.toISOString()}
            serverNow={serverNow.toISOString()}
          />
        )
      }
      summary={<PurchaseSummary shop={shop} checkout={checkout} />}
    >
      {isPaying ? (
        <PayingNotice />
      ) : (
        <>
          <LastAttempt checkout={checkout} />
          <CardForm
            action={pay.bind(null, slug, checkoutId)}
            attemptKey={newId()}
            payLabel={`Pay ${formatMoney(totalMinor, currency)}`}
            cards={testCards.map(({ number, effect }) => ({ number, effect }))}
            usualExpiry={`12/${(serverNow.getUTCFullYear() + 3) % 100}`}
          />
          <div className="mt-4">
            <form action={cancel.bind(null, slug, checkoutId)}>
              <Button type="submit" tone="quiet">
                End this purchase
              </Button>
            </form>
          </div>
        </>
      )}
      <LiveRefresh
        url={`${checkoutPath(slug, checkoutId)}/state`}
        seen={fingerprintOf(checkout)}
        // An answer may come after all, when the bank has changed its mind or woken up.
        everyMs={isPaying ? 700 : checkout.attempts.length > 0 ? 2_000 : 10_000}
      />
    </CheckoutFrame>
  );
}

/** What became of the payment before, when it didn't work. */
function LastAttempt({ checkout }: { checkout: CheckoutView }) {
  const last = checkout.attempts.at(-1);
  if (last?.status === 'declined' && last.declineReason === 'unreachable') {
    return (
      <div className="mb-6">
        <Notice tone="warn" title="The payment service could not be reached." isAnswer>
          You were not charged. Your units are still held: try again in a moment.
        </Notice>
      </div>
    );
  }
  if (last?.status === 'declined') {
    return (
      <div className="mb-6">
        <Notice tone="danger" title="Your payment was declined." isAnswer>
          The bank said no to the card ending in {last.cardLast4}. You were not charged. Your units are still
          held: try again, or with another card.
        </Notice>
      </div>
    );
  }
  if (last?.status === 'timed_out') {
    return (
      <div className="mb-6">
        <Notice tone="warn" title="The bank didn’t answer." isAnswer>
          We stopped waiting. Should the money arrive after all, you get your order, or the money back at
          once. Your units are still held: you may try another card.
        </Notice>
      </div>
    );
  }
  return null;
}

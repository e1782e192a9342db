'use server';
/** What a buyer can do with a checkout. Each action may be called twice, late, or from an old page, and leads to where it stands. */
import { redirect } from 'next/navigation';
import { cancelCheckout } from '@/checkout/cancel-checkout';
import { completePurchase } from '@/checkout/complete-purchase';
import { cardOfNumber } from '@/checkout/gateway/cards';
import { isId } from '@/checkout/ids';
import { readCheckout } from '@/checkout/read-checkout';
import { saveDelivery } from '@/checkout/save-delivery';
import { MOST_ATTEMPTS, startPayment } from '@/checkout/start-payment';
import { shortWords } from '@/components/store/purchase-words';
import { getEngine } from '../../../../engine';
import { wakePayments } from '../../../../payments';
import { checkoutPath, pathOfStage } from '../../../checkout-pages';
import { answerOf, cardForm, deliveryForm, type FormAnswer, fieldsOf } from '../../../forms';
import { rememberRegion, shopOf } from '../../../shop';

/** The checkout that an action was bound to; what the browser sends back is checked like anything else. */
async function keyOf(slug: string, checkoutId: string) {
  const shop = await shopOf(slug);
  if (!isId(checkoutId)) redirect(`/${shop.slug}/cart`);
  return { shop, key: { shopId: shop.shopId, checkoutId } };
}

/** To the page that fits the checkout as it stands now. */
async function goOn(slug: string, key: { shopId: number; checkoutId: string }): Promise<never> {
  const checkout = await readCheckout(getEngine(), key);
  redirect(checkout ? pathOfStage(slug, key.checkoutId, checkout.stage) : `/${slug}/cart`);
}

export async function saveAddress(
  slug: string,
  checkoutId: string,
  _before: FormAnswer,
  form: FormData,
): Promise<FormAnswer> {
  const { shop, key } = await keyOf(slug, checkoutId);
  const delivery = deliveryForm.safeParse(fieldsOf(form));
  if (!delivery.success) return answerOf(delivery.error);
  const { outcome } = await saveDelivery(getEngine(), key, delivery.data);
  switch (outcome) {
    case 'saved':
      await rememberRegion(shop, delivery.data.regionCode);
      redirect(`${checkoutPath(shop.slug, checkoutId)}/shipping`);
      break;
    case 'unknown_region':
      return { fields: { regionCode: 'Choose a region from the list.' } };
    case 'busy':
      return { message: 'The shop is busy just now. Nothing was changed. Try again.' };
    case 'ended':
    case 'paying':
    case 'not_found':
      return goOn(shop.slug, key);
  }
}

/** "Complete purchase": holds the units, or says in sentences why they can't be had. */
export async function complete(
  slug: string,
  checkoutId: string,
  _before: CompleteAnswer,
): Promise<CompleteAnswer> {
  const { shop, key } = await keyOf(slug, checkoutId);
  const result = await completePurchase(getEngine(), key);
  switch (result.outcome) {
    case 'held':
      redirect(`${checkoutPath(shop.slug, checkoutId)}/payment`);
      break;
    case 'sold_out':
    case 'all_held': {
      const checkout = await readCheckout(getEngine(), key);
      const names = (checkout?.lines ?? []).map(({ inventoryItemId, productTitle, variantTitle }) => ({
        inventoryItemId,
        title: `${productTitle}, ${variantTitle}`,
      }));
      return {
        refusal: result.outcome,
        sentences: result.short.map((item) =>
          shortWords(item, names, result.reasons, checkout?.regionName ?? ''),
        ),
      };
    }
    case 'busy':
      return {
        refusal: 'busy',
        sentences: [
          'Many people are buying this at once. Your units may still be there: nothing was reserved for you and nothing was charged.',
        ],
      };
    case 'changed':
      return {
        refusal: 'changed',
        sentences: [
          'A price has changed, or something is no longer sold. The cart shows how it stands now. You were not charged.',
        ],
      };
    case 'incomplete':
    case 'paying':
    case 'ordered':
    case 'cancelled':
    case 'not_found':
      return goOn(shop.slug, key);
  }
}

export interface CompleteAnswer {
  readonly refusal?: 'sold_out' | 'all_held' | 'busy' | 'changed';
  readonly sentences?: readonly string[];
}

export async function pay(
  slug: string,
  checkoutId: string,
  _before: FormAnswer,
  form: FormData,
): Promise<FormAnswer> {
  const { shop, key } = await keyOf(slug, checkoutId);
  const filled = cardForm.safeParse(fieldsOf(form));
  if (!filled.success) return answerOf(filled.error);
  const card = cardOfNumber(filled.data.number);
  if (!card) return { fields: { number: 'Only the test cards listed here are taken.' } };
  const { outcome } = await startPayment(getEngine(), { ...key, attemptKey: filled.data.attemptKey, card });
  switch (outcome) {
    case 'busy':
      return { message: 'The shop is busy just now. You were not charged. Try again.' };
    case 'too_many':
      return {
        message: `This purchase has been paid for ${MOST_ATTEMPTS} times without success. Start again from the cart.`,
      };
    case 'started':
      wakePayments();
      return goOn(shop.slug, key);
    // The page says so, as it does when it is loaded again.
    case 'unreachable':
    case 'expired':
    case 'not_held':
    case 'ordered':
    case 'cancelled':
    case 'not_found':
      return goOn(shop.slug, key);
  }
}

export async function cancel(slug: string, checkoutId: string): Promise<void> {
  const { shop, key } = await keyOf(slug, checkoutId);
  const { outcome } = await cancelCheckout(getEngine(), key);
  if (outcome === 'cancelled') redirect(`/${shop.slug}/cart`);
  await goOn(shop.slug, key);
}

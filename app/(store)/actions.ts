'use server';
/** What a visitor can do with a shop and a cart. Each action checks its input and answers field by field. */
import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { addToCart, MOST_LINES, MOST_OF_ONE, setCartQuantity } from '@/checkout/cart';
import { startCheckout } from '@/checkout/start-checkout';
import { getEngine } from '../engine';
import { addForm, answerOf, changeForm, type FormAnswer, fieldsOf, regionForm } from './forms';
import { cartIdOf, ensureCartId, regionOf, rememberRegion, shopOf } from './shop';

/** Remembers where the parcel goes. */
export async function chooseRegion(slug: string, form: FormData): Promise<void> {
  const shop = await shopOf(slug);
  const chosen = regionForm.safeParse(fieldsOf(form));
  if (chosen.success && shop.regions.some(({ code }) => code === chosen.data.region)) {
    await rememberRegion(shop, chosen.data.region);
  }
  revalidatePath(`/${shop.slug}`, 'layout');
}

export interface AddAnswer extends FormAnswer {
  /** How many of it are in the cart now. */
  readonly inCart?: number;
}

export async function putInCart(slug: string, _before: AddAnswer, form: FormData): Promise<AddAnswer> {
  const shop = await shopOf(slug);
  const wanted = addForm.safeParse(fieldsOf(form));
  if (!wanted.success) return answerOf(wanted.error);
  const cartId = await ensureCartId(shop);
  const added = await addToCart(getEngine(), { shopId: shop.shopId, cartId, ...wanted.data });
  switch (added.outcome) {
    case 'saved':
      revalidatePath(`/${shop.slug}`, 'layout');
      return { inCart: added.quantity };
    case 'too_many':
      return { fields: { quantity: `At most ${MOST_OF_ONE} of one kind fit in a cart.` } };
    case 'too_many_lines':
      return { message: `A cart takes ${MOST_LINES} different things. Yours is full.` };
    case 'unknown_variant':
      return { message: 'This is no longer sold.' };
  }
}

export async function changeCart(slug: string, _before: FormAnswer, form: FormData): Promise<FormAnswer> {
  const shop = await shopOf(slug);
  const wanted = changeForm.safeParse(fieldsOf(form));
  if (!wanted.success) return answerOf(wanted.error);
  const cartId = await cartIdOf(shop);
  if (!cartId) redirect(`/${shop.slug}/cart`);
  const changed = await setCartQuantity(getEngine(), { shopId: shop.shopId, cartId, ...wanted.data });
  revalidatePath(`/${shop.slug}`, 'layout');
  if (changed.outcome === 'saved') return {};
  if (changed.outcome === 'unknown_variant') return { message: 'This is no longer sold. Take it out.' };
  return { fields: { quantity: `At most ${MOST_OF_ONE} of one kind.` } };
}

/** Leads from the cart into its checkout. */
export async function checkOut(slug: string): Promise<FormAnswer> {
  const shop = await shopOf(slug);
  const cartId = await cartIdOf(shop);
  if (!cartId) redirect(`/${shop.slug}/cart`);
  const region = await regionOf(shop);
  const started = await startCheckout(getEngine(), {
    shopId: shop.shopId,
    cartId,
    regionCode: region.code,
  });
  switch (started.outcome) {
    case 'started':
      redirect(`/${shop.slug}/checkout/${started.checkoutId}`);
      break;
    case 'paying':
      redirect(`/${shop.slug}/checkout/${started.checkoutId}/payment`);
      break;
    case 'empty':
      redirect(`/${shop.slug}/cart`);
      break;
    case 'not_sold':
      return { message: `No longer sold: ${started.titles.join(', ')}. Take it out of the cart to go on.` };
    case 'unknown_region':
      return { message: 'Choose where the parcel goes.' };
    case 'busy':
      return { message: 'The shop is busy just now. Nothing was reserved. Try again.' };
  }
}

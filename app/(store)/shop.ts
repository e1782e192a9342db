/** The shop that an address names, and its visitor: cart and region come from cookies, everything else from the database. */
import { cookies } from 'next/headers';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { isId, newSecretId } from '@/checkout/ids';
import { getDatabase } from '@/db/client';
import { readShop, type StoreShop } from '@/db/queries/storefront';

/** The shop of a slug, read once a request. An unknown one ends in the page for what is not there. */
export const shopOf = cache(async (slug: string): Promise<StoreShop> => {
  const shop = /^[a-z0-9-]{1,60}$/.test(slug) ? await readShop(getDatabase(), slug) : undefined;
  if (!shop) notFound();
  return shop;
});

const YEAR_SECONDS = 365 * 24 * 3600;
const cookieOptions = { httpOnly: true, sameSite: 'lax', path: '/', maxAge: YEAR_SECONDS } as const;

const cartCookie = (shopId: number) => `cart-${shopId}`;
const regionCookie = (shopId: number) => `region-${shopId}`;

/** The visitor's cart in this shop, if there is one. */
export async function cartIdOf({ shopId }: StoreShop): Promise<string | undefined> {
  const value = (await cookies()).get(cartCookie(shopId))?.value;
  return value && isId(value) ? value : undefined;
}

/** The visitor's cart, given a new id on first use. Only in actions and handlers: pages can't set cookies. */
export async function ensureCartId(shop: StoreShop): Promise<string> {
  const existing = await cartIdOf(shop);
  if (existing) return existing;
  const cartId = newSecretId();
  (await cookies()).set(cartCookie(shop.shopId), cartId, cookieOptions);
  return cartId;
}

/** Where the visitor's parcels go: the region chosen, else the shop's first. */
export async function regionOf({ shopId, regions }: StoreShop): Promise<{ code: string; name: string }> {
  const chosen = (await cookies()).get(regionCookie(shopId))?.value;
  return regions.find(({ code }) => code === chosen) ?? regions[0] ?? { code: '', name: '' };
}

export async function rememberRegion({ shopId }: StoreShop, code: string): Promise<void> {
  (await cookies()).set(regionCookie(shopId), code, cookieOptions);
}

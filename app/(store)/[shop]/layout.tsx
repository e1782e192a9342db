/** The frame of a shop: its name, where the parcel goes, the cart. */
import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { readCart } from '@/checkout/cart';
import { RegionSelector } from '@/components/store/region-selector';
import { StoreBar } from '@/components/store/store-bar';
import { getEngine } from '../../engine';
import { chooseRegion } from '../actions';
import { cartIdOf, regionOf, shopOf } from '../shop';

// Stock and carts are never served from a cache.
export const dynamic = 'force-dynamic';

interface ShopProps {
  params: Promise<{ shop: string }>;
}

export async function generateMetadata({ params }: ShopProps): Promise<Metadata> {
  const { name } = await shopOf((await params).shop);
  return { title: { default: name, template: `%s · ${name}` } };
}

export default async function ShopLayout({ params, children }: ShopProps & { children: ReactNode }) {
  const shop = await shopOf((await params).shop);
  const cartId = await cartIdOf(shop);
  const lines = cartId ? await readCart(getEngine(), { shopId: shop.shopId, cartId }) : [];
  const region = await regionOf(shop);
  return (
    <>
      <StoreBar
        shopName={shop.name}
        shopHref={`/${shop.slug}`}
        cartHref={`/${shop.slug}/cart`}
        cartQuantity={lines.reduce((sum, { quantity }) => sum + quantity, 0)}
        region={
          <RegionSelector
            regions={[...shop.regions]}
            current={region.code}
            action={chooseRegion.bind(null, shop.slug)}
          />
        }
      />
      {children}
    </>
  );
}

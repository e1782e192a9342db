/** A product: its variants, its price, what can be promised of it now, and the way into the cart. */
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache, Suspense } from 'react';
import { MOST_OF_ONE } from '@/checkout/cart';
import { LiveRefresh } from '@/components/live-refresh';
import { AddToCart } from '@/components/store/add-to-cart';
import { ProductView } from '@/components/store/product-view';
import { StockByLocation } from '@/components/store/stock-by-location';
import { StockLine } from '@/components/store/stock-line';
import { VariantPicker } from '@/components/store/variant-picker';
import { Skeleton } from '@/components/ui/skeleton';
import { getDatabase } from '@/db/client';
import { readProduct, type StoreShop, type StoreVariant } from '@/db/queries/storefront';
import { putInCart } from '../../actions';
import { shopOf } from '../../shop';
import { readStock } from '../../stock';

interface ProductProps {
  params: Promise<{ shop: string; product: string }>;
  searchParams: Promise<{ variant?: string | string[] }>;
}

const productOf = cache(async (shop: StoreShop, slug: string) => {
  const product = /^[a-z0-9-]{1,80}$/.test(slug)
    ? await readProduct(getDatabase(), shop.shopId, slug)
    : undefined;
  if (!product || product.variants.length === 0) notFound();
  return product;
});

export async function generateMetadata({ params }: ProductProps): Promise<Metadata> {
  const { shop, product } = await params;
  const { title, tagline } = await productOf(await shopOf(shop), product);
  return { title, description: tagline };
}

export default async function ProductPage({ params, searchParams }: ProductProps) {
  const { shop: shopSlug, product: productSlug } = await params;
  const shop = await shopOf(shopSlug);
  const product = await productOf(shop, productSlug);
  const wanted = Number((await searchParams).variant);
  const variant = product.variants.find(({ variantId }) => variantId === wanted) ?? product.variants[0];
  if (!variant) notFound();
  const parts = { shop, productHref: `/${shop.slug}/${product.slug}`, variants: product.variants, variant };
  return (
    <ProductView
      title={product.title}
      tagline={product.tagline}
      description={product.description}
      category={{
        label: product.category,
        href: `/${shop.slug}?${new URLSearchParams({ category: product.category })}`,
      }}
      image={product.image}
      priceMinor={variant.priceMinor}
      currency={shop.currency}
      purchase={
        <Suspense fallback={<PurchaseSkeleton hasPicker={product.variants.length > 1} />}>
          <Purchase {...parts} />
        </Suspense>
      }
      stock={
        <Suspense fallback={<Skeleton className="h-32 w-full" />}>
          <Whereabouts {...parts} />
        </Suspense>
      }
    />
  );
}

interface PartProps {
  shop: StoreShop;
  productHref: string;
  variants: readonly StoreVariant[];
  variant: StoreVariant;
}

/** One read for both parts of the page. */
const stockOfProduct = cache((shop: StoreShop, variants: readonly StoreVariant[]) =>
  readStock(
    shop,
    variants.map(({ inventoryItemId }) => inventoryItemId),
  ),
);

async function Purchase({ shop, productHref, variants, variant }: PartProps) {
  const stock = await stockOfProduct(shop, variants);
  const available = ({ inventoryItemId }: StoreVariant) =>
    stock([inventoryItemId]).promise.places.reduce((sum, place) => sum + place.available, 0);
  const { promise } = stock([variant.inventoryItemId]);
  const isAvailable = available(variant) > 0;
  return (
    <>
      {variants.length > 1 && (
        <VariantPicker
          variants={variants.map((one) => ({
            href: `${productHref}?variant=${one.variantId}`,
            title: one.title,
            isCurrent: one.variantId === variant.variantId,
            isAvailable: available(one) > 0,
          }))}
        />
      )}
      <StockLine promise={promise} className="mt-6" />
      <div className="mt-4">
        <AddToCart
          key={variant.variantId}
          action={putInCart.bind(null, shop.slug)}
          variantId={variant.variantId}
          most={MOST_OF_ONE}
          cartHref={`/${shop.slug}/cart`}
          isAvailable={isAvailable}
        />
      </div>
    </>
  );
}

async function Whereabouts({ shop, variants, variant }: PartProps) {
  const stock = await stockOfProduct(shop, variants);
  const items = variants.map(({ inventoryItemId }) => inventoryItemId);
  return (
    <section aria-label="Stock by location">
      <h2 className="text-label">Where it is</h2>
      <div className="mt-2">
        <StockByLocation rows={stock([variant.inventoryItemId]).locations} />
      </div>
      <LiveRefresh
        url={`/${shop.slug}/stock?items=${items.join(',')}`}
        seen={JSON.stringify(items.map((id) => ({ inventoryItemId: id, ...stock([id]) })))}
        everyMs={5_000}
      />
    </section>
  );
}

/** Of the size of what comes. */
function PurchaseSkeleton({ hasPicker }: { hasPicker: boolean }) {
  return (
    <>
      {hasPicker && <Skeleton className="h-10 w-72 max-w-full" />}
      <Skeleton className="mt-6 h-5 w-48" />
      <Skeleton className="mt-4 h-12 w-full max-w-sm" />
    </>
  );
}

/** A product: its variants, its price, what can be promised of it now, and the way into the cart. */
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache, Suspense } from 'react';
import { MOST_OF_ONE } from '@/checkout/cart';
import { LiveRefresh } from '@/components/live-refresh';
import { ProductChoice } from '@/components/store/product-choice';
import { ProductView } from '@/components/store/product-view';
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

/** Named by slugs alone, so that it needn't wait for the shop: both are asked for at the same time. */
const productOf = cache(async (shopSlug: string, slug: string) => {
  const product = /^[a-z0-9-]{1,80}$/.test(slug)
    ? await readProduct(getDatabase(), shopSlug, slug)
    : undefined;
  if (!product) notFound();
  return product;
});

export async function generateMetadata({ params }: ProductProps): Promise<Metadata> {
  const { shop, product } = await params;
  const { title, tagline } = await productOf(shop, product);
  return { title, description: tagline };
}

export default async function ProductPage({ params, searchParams }: ProductProps) {
  const { shop: shopSlug, product: productSlug } = await params;
  const [shop, product] = await Promise.all([shopOf(shopSlug), productOf(shopSlug, productSlug)]);
  const { variant } = await searchParams;
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
      purchase={
        <Suspense fallback={<ChoiceSkeleton hasVariants={product.variants.length > 1} />}>
          <Choice shop={shop} variants={product.variants} wantedId={Number(variant)} />
        </Suspense>
      }
    />
  );
}

interface ChoiceProps {
  shop: StoreShop;
  variants: readonly StoreVariant[];
  wantedId: number;
}

async function Choice({ shop, variants, wantedId }: ChoiceProps) {
  const items = variants.map(({ inventoryItemId }) => inventoryItemId);
  const stock = await readStock(shop, items);
  const initial = variants.find(({ variantId }) => variantId === wantedId) ?? variants[0];
  return (
    <>
      <ProductChoice
        action={putInCart.bind(null, shop.slug)}
        variants={variants.map(({ variantId, title, priceMinor, inventoryItemId }) => ({
          variantId,
          title,
          priceMinor,
          ...stock([inventoryItemId]),
        }))}
        initialId={initial?.variantId ?? 0}
        currency={shop.currency}
        most={MOST_OF_ONE}
        cartHref={`/${shop.slug}/cart`}
      />
      <LiveRefresh
        url={`/${shop.slug}/stock?items=${items.join(',')}`}
        seen={JSON.stringify(items.map((id) => ({ inventoryItemId: id, ...stock([id]) })))}
        everyMs={5_000}
      />
    </>
  );
}

/** Of the size of what comes. */
function ChoiceSkeleton({ hasVariants }: { hasVariants: boolean }) {
  return (
    <>
      <Skeleton className="h-8 w-24" />
      {hasVariants && <Skeleton className="mt-6 h-10 w-72 max-w-full" />}
      <Skeleton className="mt-6 h-5 w-48" />
      <Skeleton className="mt-4 h-16 w-64" />
      <Skeleton className="mt-16 h-32 w-full" />
    </>
  );
}

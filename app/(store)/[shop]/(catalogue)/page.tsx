/** The catalogue: what is sold and what can be promised of it now. */

import { LiveRefresh } from '@/components/live-refresh';
import { CatalogueFilter } from '@/components/store/catalogue-filter';
import { Pager } from '@/components/store/pager';
import { ProductGrid } from '@/components/store/product-grid';
import { getDatabase } from '@/db/client';
import { listCategories, listProducts } from '@/db/queries/storefront';
import { shopOf } from '../../shop';
import { readStock } from '../../stock';

interface CatalogueProps {
  params: Promise<{ shop: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)?.slice(0, 80);

export default async function CataloguePage({ params, searchParams }: CatalogueProps) {
  const shop = await shopOf((await params).shop);
  const { shopId, slug, currency } = shop;
  const search = await searchParams;
  const query = one(search.q) ?? '';
  const category = one(search.category);
  const wantedPage = Number(one(search.page) ?? 1);
  const [categories, found] = await Promise.all([
    listCategories(getDatabase(), shopId),
    listProducts(getDatabase(), {
      shopId,
      query,
      category,
      page: Number.isSafeInteger(wantedPage) ? wantedPage : 1,
    }),
  ]);
  const home = `/${slug}`;
  const items = found.products.flatMap(({ variants }) => variants.map((one) => one.inventoryItemId));
  const stock = await readStock(shop, items);
  const at = (changes: Record<string, string>) => {
    const entries = Object.entries({ q: query, category: category ?? '', ...changes }).filter(([, v]) => v);
    return entries.length > 0 ? `${home}?${new URLSearchParams(entries)}` : home;
  };
  const heading = query ? `What matches “${query}”` : (category ?? 'Made in batches we can count.');
  return (
    <div className="page pb-8">
      <h1 className="pt-4 pb-8 text-display sm:pt-8 sm:pb-10">{heading}</h1>
      <CatalogueFilter
        action={home}
        query={query}
        category={category}
        categories={[
          { label: 'Everything', href: at({ category: '' }), isCurrent: !category },
          ...categories.map((name) => ({
            label: name,
            href: at({ category: name }),
            isCurrent: name === category,
          })),
        ]}
      />
      <div className="mt-10">
        <ProductGrid
          clearHref={home}
          products={found.products
            .filter(({ variants }) => variants.length > 0)
            .map(({ slug: productSlug, title, tagline, image, variants }) => {
              const prices = variants.map(({ priceMinor }) => priceMinor);
              return {
                href: `${home}/${productSlug}`,
                title,
                tagline,
                image,
                priceMinor: Math.min(...prices),
                hasSeveralPrices: new Set(prices).size > 1,
                currency,
                promise: stock(variants.map((one) => one.inventoryItemId)).promise,
              };
            })}
        />
      </div>
      <Pager
        page={found.page}
        pages={found.pages}
        hrefOf={(page) => at({ page: page > 1 ? String(page) : '' })}
      />
      {items.length > 0 && (
        <LiveRefresh
          url={`${home}/stock?items=${items.join(',')}`}
          seen={JSON.stringify(items.map((id) => ({ inventoryItemId: id, ...stock([id]) })))}
          everyMs={10_000}
        />
      )}
    </div>
  );
}

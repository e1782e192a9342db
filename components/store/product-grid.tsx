/** The catalogue's grid, with its empty and loading states. */
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ProductCard, type ProductCardData, ProductCardSkeleton } from './product-card';

const grid = 'grid grid-cols-1 gap-x-8 gap-y-12 min-[28rem]:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4';

export function ProductGrid({ products, clearHref }: { products: ProductCardData[]; clearHref: string }) {
  if (products.length === 0) {
    return (
      <div className="py-20">
        <EmptyState
          title="Nothing here matches."
          action={
            <ButtonLink href={clearHref} tone="outline">
              Show everything
            </ButtonLink>
          }
        >
          Try a shorter word, or another category.
        </EmptyState>
      </div>
    );
  }
  return (
    <ul className={grid}>
      {products.map((product, index) => (
        <li key={product.href}>
          <ProductCard product={product} isPriority={index < 3} />
        </li>
      ))}
    </ul>
  );
}

export function ProductGridSkeleton({ count = 6 }: { count?: number }) {
  const places = Array.from({ length: count }, (_, place) => place);
  return (
    <div role="status" aria-label="Loading products" className={grid}>
      {places.map((place) => (
        <ProductCardSkeleton key={place} />
      ))}
    </div>
  );
}

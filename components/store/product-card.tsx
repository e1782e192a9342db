/** A product in the catalogue: picture, name, price, stock. The whole card leads to its page. */
import Link from 'next/link';
import { Money } from '@/components/ui/money';
import { Skeleton } from '@/components/ui/skeleton';
import { ProductImage } from './product-image';
import { StockLine } from './stock-line';
import type { StockPromise } from './stock-words';

export interface ProductCardData {
  href: string;
  title: string;
  tagline: string;
  image: string;
  /** The lowest price of its variants, in minor units. */
  priceMinor: number;
  hasSeveralPrices: boolean;
  currency: string;
  promise: StockPromise;
}

export function ProductCard({ product, isPriority }: { product: ProductCardData; isPriority?: boolean }) {
  const { href, title, tagline, image, priceMinor, hasSeveralPrices, currency, promise } = product;
  return (
    <article className="group relative">
      <div className="overflow-hidden rounded-sm">
        <ProductImage
          src={image}
          alt=""
          isPriority={isPriority}
          className="transition-transform duration-200 ease-settle group-hover:scale-[1.015]"
        />
      </div>
      <div className="mt-3.5 flex items-baseline justify-between gap-4">
        <h2 className="text-subtitle">
          <Link href={href} className="after:absolute after:inset-0">
            {title}
          </Link>
        </h2>
        <p className="text-[0.9375rem]">
          {hasSeveralPrices && <span className="text-ink-soft">from </span>}
          <Money amount={priceMinor} currency={currency} />
        </p>
      </div>
      <p className="mt-0.5 text-sm text-ink-soft">{tagline}</p>
      <StockLine promise={promise} className="mt-2" />
    </article>
  );
}

export function ProductCardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-4/5 w-full" />
      <Skeleton className="mt-4 h-5 w-2/3" />
      <Skeleton className="mt-2.5 h-4 w-full" />
      <Skeleton className="mt-3 h-4 w-1/2" />
    </div>
  );
}

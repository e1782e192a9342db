/** A product's page: picture to the left, everything one decides with to the right. The form is the page's. */
import Link from 'next/link';
import type { ReactNode } from 'react';
import { ProductImage } from './product-image';

interface ProductViewProps {
  title: string;
  tagline: string;
  description: string;
  category: { label: string; href: string };
  image: string;
  /** The ProductChoice. */
  purchase: ReactNode;
}

export function ProductView(props: ProductViewProps) {
  const { title, tagline, description, category, image, purchase } = props;
  return (
    <div className="page grid grid-cols-1 gap-x-16 gap-y-8 pt-4 pb-16 md:grid-cols-2 lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)]">
      <div className="md:sticky md:top-6 md:self-start">
        <ProductImage src={image} alt="" isPriority className="max-h-[calc(100dvh-6rem)]" />
      </div>
      <div className="max-w-xl lg:pt-6">
        <p className="text-sm">
          <Link href={category.href} className="text-ink-soft hover:text-ink">
            {category.label}
          </Link>
        </p>
        <h1 className="text-display mt-4">{title}</h1>
        <p className="mt-4 text-lg text-ink-soft">{tagline}</p>
        <div className="mt-6">{purchase}</div>
        <p className="mt-10 leading-7">{description}</p>
      </div>
    </div>
  );
}

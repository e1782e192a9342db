/** The shop's own bar below the site's header: its name, where the parcel goes, the cart. */
import { ShoppingBag } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { formatCount } from '@/components/format';

interface StoreBarProps {
  shopName: string;
  shopHref: string;
  cartHref: string;
  cartQuantity: number;
  /** A RegionSelector. */
  region: ReactNode;
}

export function StoreBar({ shopName, shopHref, cartHref, cartQuantity, region }: StoreBarProps) {
  return (
    <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-4">
      <Link href={shopHref} className="font-serif text-xl tracking-tight">
        {shopName}
      </Link>
      <div className="flex items-center justify-between gap-5 text-sm max-sm:-ml-1 max-sm:w-full">
        {region}
        <Link
          href={cartHref}
          aria-label={`Cart, ${formatCount(cartQuantity, 'item')}`}
          className="flex h-10 items-center gap-2 rounded-md px-1 hover:text-accent"
        >
          <ShoppingBag aria-hidden="true" className="size-[1.125rem]" />
          <span className="min-w-4 tabular-nums">{cartQuantity}</span>
        </Link>
      </div>
    </div>
  );
}

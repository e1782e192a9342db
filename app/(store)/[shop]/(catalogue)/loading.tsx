/** The catalogue's places while it is on its way, in their final sizes. */
import { ProductGridSkeleton } from '@/components/store/product-grid';
import { Skeleton } from '@/components/ui/skeleton';

export default function Loading() {
  return (
    <div className="page pb-8">
      <div className="pt-4 pb-8 text-display sm:pt-8 sm:pb-10">
        <Skeleton className="h-[1.02em] w-3/4" />
      </div>
      <div className="h-28 border-y md:h-[4.125rem]" />
      <div className="mt-10">
        <ProductGridSkeleton />
      </div>
    </div>
  );
}

import { ProductGridSkeleton } from '@/components/store/product-grid';

export default function Loading() {
  return (
    <div className="page pt-24">
      <ProductGridSkeleton />
    </div>
  );
}

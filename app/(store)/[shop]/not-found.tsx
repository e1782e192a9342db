'use client';
/** An address of a shop behind which nothing is: a product that is gone, a wrong id, or a checkout of another shop. */
import { useParams } from 'next/navigation';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

export default function StoreNotFound() {
  const { shop } = useParams<{ shop: string }>();
  return (
    <div className="page py-24">
      {/* Not as metadata: of a page that says "not found" itself, Next.js uses none. */}
      <title>Not here</title>
      <h1 className="sr-only">Not here</h1>
      <EmptyState
        title="Not on the shelf."
        action={<ButtonLink href={`/${shop}`}>See what there is</ButtonLink>}
      >
        It may have been sold for good, or the address is mistyped. A purchase is found only at the address
        that it was begun at.
      </EmptyState>
    </div>
  );
}

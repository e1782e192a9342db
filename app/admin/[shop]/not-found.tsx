/** An address of the admin behind which this shop has nothing: a wrong id, or another shop's. */
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

export default function AdminNotFound() {
  return (
    <div className="py-16">
      <EmptyState title="Not here." action={<ButtonLink href="/admin">To the overview</ButtonLink>}>
        This shop has no such page. It may belong to another shop, or never have been.
      </EmptyState>
    </div>
  );
}

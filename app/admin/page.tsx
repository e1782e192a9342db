/** Of one shop the admin is opened at once; of several one chooses. */
import { redirect } from 'next/navigation';
import { getEngine } from '@/app/engine';
import { requireSignIn } from '@/app/sign-in/session';
import { EmptyState } from '@/components/ui/empty-state';
import { listShops } from '@/db/queries/admin-shops';

export const dynamic = 'force-dynamic';

export default async function AdminEntrance() {
  await requireSignIn('/admin');
  const [first] = await getEngine().database.read('admin', listShops);
  if (first) redirect(`/admin/${first.slug}`);
  return (
    <div className="page py-24">
      <EmptyState title="There is no shop yet.">Run npm run demo, which writes one.</EmptyState>
    </div>
  );
}

import { ListLoading } from '@/components/admin/list-loading';

export default function Loading() {
  return <ListLoading title="Live holds" columnCount={5} />;
}

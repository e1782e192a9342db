import { ListLoading } from '@/components/admin/list-loading';

export default function Loading() {
  return <ListLoading title="Inventory" columnCount={8} />;
}

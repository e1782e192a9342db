/** A list on its way: heading, filters and rows in their final places. */
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { Table, TableSkeleton } from '@/components/ui/table';
import { PageHeading } from './page-heading';

export function ListLoading({ title, columnCount }: { title: string; columnCount: number }) {
  return (
    <div aria-busy="true">
      <PageHeading title={title} />
      <Card isFlush>
        <div className="flex gap-3 border-b px-5 py-4">
          <Skeleton className="mt-7 h-10 w-64 max-w-full" />
          <Skeleton className="mt-7 h-10 w-36 max-sm:hidden" />
        </div>
        <Table caption={`${title}, on its way`}>
          <tbody>
            <TableSkeleton columnCount={columnCount} rowCount={12} />
          </tbody>
        </Table>
      </Card>
    </div>
  );
}

/** Goods that move from one location to another: planned, on the way, arrived. */
import type { Metadata } from 'next';
import Link from 'next/link';
import { openAdmin } from '@/app/admin/access';
import { type Column, DataTable } from '@/components/admin/data-table';
import { FilterBar } from '@/components/admin/filter-bar';
import { pagesOf, readListView, type SearchParams } from '@/components/admin/list-view';
import { PageHeading } from '@/components/admin/page-heading';
import { Pager } from '@/components/admin/pager';
import { TransferBadge } from '@/components/admin/transfer-badge';
import { formatDateTime, formatNumber } from '@/components/format';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { listLocations } from '@/db/queries/admin-shops';
import { type TransferListRow, transferStatuses, transfersPage } from '@/db/queries/admin-transfers';

export const metadata: Metadata = { title: 'Transfers' };
const PAGE_SIZE = 50;

interface PageProps {
  params: Promise<{ shop: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function TransfersPage({ params, searchParams }: PageProps) {
  const { shop, engine } = await openAdmin((await params).shop);
  const root = `/admin/${shop.slug}/transfers`;
  const view = readListView(await searchParams, {
    path: root,
    sorts: ['time'],
    defaultSort: 'time',
    defaultDirection: 'descending',
    filters: ['state'],
  });
  const { transfers, locations } = await engine.database.read('admin', async (builder) => ({
    transfers: await transfersPage(builder, {
      shopId: shop.shopId,
      status: transferStatuses.find((status) => status === view.filters.state) ?? null,
      page: view.page,
      pageSize: PAGE_SIZE,
    }),
    locations: await listLocations(builder, shop.shopId),
  }));
  const names = new Map(locations.map(({ locationId, name }) => [locationId, name]));
  const add = <ButtonLink href={`${root}/new`}>New transfer</ButtonLink>;
  return (
    <>
      <PageHeading
        title="Transfers"
        lead="Shipping takes units out of the source; they can't be bought until they are received at the destination."
        actions={add}
      />
      <Card isFlush>
        <div className="border-b px-5 py-4">
          <FilterBar
            view={view}
            filters={[
              {
                name: 'state',
                label: 'State',
                options: transferStatuses.map((status) => ({ value: status, label: status })),
              },
            ]}
          />
        </div>
        <DataTable
          caption="Transfers, newest first"
          columns={columnsFor(root, names)}
          rows={transfers.rows}
          keyOf={(row) => row.transferId}
          view={view}
          empty={{ title: 'No transfers yet.', action: add }}
        />
        <Pager {...pagesOf(view, transfers.total, PAGE_SIZE, ['transfer', 'transfers'])} />
      </Card>
    </>
  );
}

function columnsFor(root: string, names: ReadonlyMap<number, string>): Column<TransferListRow>[] {
  return [
    {
      key: 'way',
      heading: 'Transfer',
      cell: (row) => (
        <Link href={`${root}/${row.transferId}`} className="block min-w-40 font-medium hover:underline">
          {names.get(row.fromLocationId)} to {names.get(row.toLocationId)}
        </Link>
      ),
    },
    { key: 'state', heading: 'State', cell: (row) => <TransferBadge status={row.status} /> },
    { key: 'items', heading: 'Items', isNumeric: true, cell: (row) => formatNumber(row.lines) },
    { key: 'units', heading: 'Units', isNumeric: true, cell: (row) => formatNumber(row.units) },
    { key: 'onTheWay', heading: 'On the way', isNumeric: true, cell: (row) => formatNumber(row.onTheWay) },
    {
      key: 'time',
      heading: 'Planned',
      cell: (row) => <span className="whitespace-nowrap text-ink-soft">{formatDateTime(row.createdAt)}</span>,
    },
    { key: 'by', heading: 'By', cell: (row) => row.createdBy },
  ];
}

/** Orders, newest first; those that wait for the merchant are one click away. */
import type { Metadata } from 'next';
import Link from 'next/link';
import { openAdmin } from '@/app/admin/access';
import { type Column, DataTable } from '@/components/admin/data-table';
import { FilterBar } from '@/components/admin/filter-bar';
import { listHref, pagesOf, readListView, type SearchParams } from '@/components/admin/list-view';
import { OrderBadge, PaymentBadge } from '@/components/admin/order-badges';
import { PageHeading } from '@/components/admin/page-heading';
import { Pager } from '@/components/admin/pager';
import { formatCount, formatDateTime, formatMoney } from '@/components/format';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { countAttention, type OrderListRow, orderStatuses, ordersPage } from '@/db/queries/admin-orders';

export const metadata: Metadata = { title: 'Orders' };
const PAGE_SIZE = 50;

interface PageProps {
  params: Promise<{ shop: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function OrdersPage({ params, searchParams }: PageProps) {
  const { shop, engine } = await openAdmin((await params).shop);
  const { shopId, slug } = shop;
  const root = `/admin/${slug}/orders`;
  const view = readListView(await searchParams, {
    path: root,
    sorts: ['placed'],
    defaultSort: 'placed',
    defaultDirection: 'descending',
    filters: ['status'],
  });
  const { orders, waiting } = await engine.database.read('admin', async (builder) => ({
    orders: await ordersPage(builder, {
      shopId,
      search: view.query,
      status: orderStatuses.find((status) => status === view.filters.status) ?? null,
      direction: view.direction === 'ascending' ? 'asc' : 'desc',
      page: view.page,
      pageSize: PAGE_SIZE,
    }),
    waiting: await countAttention(builder, shopId),
  }));
  return (
    <>
      <PageHeading title="Orders" />
      {waiting > 0 && view.filters.status !== 'needs_attention' && (
        <div className="mb-6">
          <Notice
            tone="warn"
            title={`${formatCount(waiting, 'order')} ${waiting === 1 ? 'needs' : 'need'} attention.`}
            actions={
              <ButtonLink
                tone="outline"
                size="sm"
                href={listHref(view, { query: '', filters: { status: 'needs_attention' } })}
              >
                Show {waiting === 1 ? 'it' : 'them'}
              </ButtonLink>
            }
          />
        </div>
      )}
      <Card isFlush>
        <div className="border-b px-5 py-4">
          <FilterBar
            view={view}
            searchLabel="Order code or e-mail"
            filters={[
              {
                name: 'status',
                label: 'Status',
                options: orderStatuses.map((status) => ({ value: status, label: status.replace('_', ' ') })),
              },
            ]}
          />
        </div>
        <DataTable
          caption="Orders"
          columns={columnsFor(root)}
          rows={orders.rows}
          keyOf={(row) => row.orderId}
          view={view}
          empty={{
            title: 'No orders yet.',
            text: 'An order appears here as soon as its payment is approved.',
            action: <ButtonLink href={`/${slug}`}>Go to the storefront</ButtonLink>,
          }}
        />
        <Pager {...pagesOf(view, orders.total, PAGE_SIZE, ['order', 'orders'])} />
      </Card>
    </>
  );
}

function columnsFor(root: string): Column<OrderListRow>[] {
  return [
    {
      key: 'code',
      heading: 'Order',
      cell: (row) => (
        <Link
          href={`${root}/${row.orderId}`}
          className="font-mono text-xs font-medium whitespace-nowrap link"
        >
          {row.orderCode}
        </Link>
      ),
    },
    {
      key: 'placed',
      heading: 'Placed',
      isSortable: true,
      cell: (row) => <span className="whitespace-nowrap text-ink-soft">{formatDateTime(row.placedAt)}</span>,
    },
    {
      key: 'buyer',
      heading: 'Buyer',
      cell: (row) => (
        <span className="block min-w-36">
          {row.fullName}
          <span className="block text-xs text-ink-soft">{row.email}</span>
        </span>
      ),
    },
    { key: 'status', heading: 'Status', cell: (row) => <OrderBadge status={row.status} /> },
    { key: 'payment', heading: 'Payment', cell: (row) => <PaymentBadge status={row.paymentStatus} /> },
    {
      key: 'parcels',
      heading: 'Parcels sent',
      isNumeric: true,
      cell: (row) => (row.parcels === 0 ? 'none' : `${row.parcelsShipped} of ${row.parcels}`),
    },
    {
      key: 'total',
      heading: 'Total',
      isNumeric: true,
      cell: (row) => formatMoney(row.totalMinor, row.currency),
    },
  ];
}

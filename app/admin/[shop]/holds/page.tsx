/** Units that wait for a payment: for whom, of what, and for how long. */
import type { Metadata } from 'next';
import Link from 'next/link';
import { openAdmin } from '@/app/admin/access';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { type Column, DataTable } from '@/components/admin/data-table';
import { FilterBar } from '@/components/admin/filter-bar';
import { pagesOf, readListView, type SearchParams } from '@/components/admin/list-view';
import { PageHeading } from '@/components/admin/page-heading';
import { Pager } from '@/components/admin/pager';
import { formatCount, formatDateTime } from '@/components/format';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Countdown } from '@/components/ui/countdown';
import { type HoldRow, holdsPage } from '@/db/queries/admin-holds';
import { listLocations } from '@/db/queries/admin-shops';
import { release } from './actions';

export const metadata: Metadata = { title: 'Live holds' };
const PAGE_SIZE = 50;

interface PageProps {
  params: Promise<{ shop: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function HoldsPage({ params, searchParams }: PageProps) {
  const { shop, engine } = await openAdmin((await params).shop);
  const { shopId, slug } = shop;
  const view = readListView(await searchParams, {
    path: `/admin/${slug}/holds`,
    sorts: ['expires'],
    defaultSort: 'expires',
  });
  const { holds, locations } = await engine.database.read('admin', async (builder) => ({
    holds: await holdsPage(builder, {
      shopId,
      search: view.query,
      direction: view.direction === 'ascending' ? 'asc' : 'desc',
      page: view.page,
      pageSize: PAGE_SIZE,
    }),
    locations: await listLocations(builder, shopId),
  }));
  const names = new Map(locations.map(({ locationId, name }) => [locationId, name]));
  return (
    <>
      <PageHeading
        title="Live holds"
        lead="Units that were taken out of the pool when a payment began. They are sold when it succeeds, and come back when it doesn't or when their time is up."
      />
      <Card isFlush>
        <div className="border-b px-5 py-4">
          <FilterBar view={view} searchLabel="Buyer's name or e-mail" />
        </div>
        <DataTable
          caption="Live holds"
          columns={columnsFor(slug, names)}
          rows={holds.rows}
          keyOf={(row) => row.reservationId}
          view={view}
          empty={{ title: 'Nothing is held.', text: 'A hold appears here while somebody is paying.' }}
        />
        <Pager {...pagesOf(view, holds.total, PAGE_SIZE, ['hold', 'holds'])} />
      </Card>
    </>
  );
}

const unitsOf = (row: HoldRow) => row.lines.reduce((sum, { quantity }) => sum + quantity, 0);

function columnsFor(shop: string, locations: ReadonlyMap<number, string>): Column<HoldRow>[] {
  return [
    {
      key: 'who',
      heading: 'For',
      cell: (row) => (
        <span className="block min-w-36">
          {row.fullName || row.email || <span className="text-ink-faint">no name yet</span>}
          <span className="block font-mono text-xs text-ink-soft">{row.reservationId.slice(0, 8)}…</span>
        </span>
      ),
    },
    {
      key: 'what',
      heading: 'Units',
      cell: (row) => (
        <ul className="min-w-48">
          {row.lines.map((line) => (
            <li key={`${line.inventoryItemId}-${line.inventoryGroupId}`} className="whitespace-nowrap">
              {line.quantity} ×{' '}
              <Link
                href={`/admin/${shop}/inventory/${line.inventoryItemId}`}
                className="link font-mono text-xs"
              >
                {line.sku ?? line.inventoryItemId}
              </Link>
              <span className="text-ink-soft">
                {' '}
                in {locations.get(line.inventoryGroupId) ?? 'another group'}
              </span>
            </li>
          ))}
        </ul>
      ),
    },
    {
      key: 'since',
      heading: 'Since',
      cell: (row) => <span className="whitespace-nowrap text-ink-soft">{formatDateTime(row.createdAt)}</span>,
    },
    {
      key: 'expires',
      heading: 'Time left',
      isSortable: true,
      cell: (row) => (
        <span className="flex items-center gap-2 whitespace-nowrap">
          {row.expiresAt <= row.now ? (
            <Badge tone="warn">over its time</Badge>
          ) : (
            <Countdown endsAt={row.expiresAt.toISOString()} serverNow={row.now.toISOString()} />
          )}
          {row.extendedAt && <Badge tone="accent">paying</Badge>}
        </span>
      ),
    },
    {
      key: 'release',
      heading: 'Changes',
      isHeadingHidden: true,
      isNumeric: true,
      cell: (row) => (
        <ConfirmAction
          action={release}
          fields={{ shop, reservationId: row.reservationId }}
          triggerTone="danger"
          triggerLabel={
            <>
              Release<span className="sr-only"> hold {row.reservationId.slice(0, 8)}</span>
            </>
          }
          title="Release this hold?"
          consequence={`${formatCount(unitsOf(row), 'unit')} become available at once. ${row.extendedAt ? 'A payment is under way: if it succeeds, units are taken again if there are any, and otherwise the money goes back.' : 'The buyer is told when they go on, and can try again.'}`}
          confirmLabel="Release"
        />
      ),
    },
  ];
}

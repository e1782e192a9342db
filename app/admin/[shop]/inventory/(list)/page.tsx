/** Every item at every location, sorted, filtered and paged by the database; the figures shown are of this moment. */
import type { Metadata } from 'next';
import Link from 'next/link';
import { openAdmin } from '@/app/admin/access';
import { type Column, DataTable } from '@/components/admin/data-table';
import { FilterBar } from '@/components/admin/filter-bar';
import { pagesOf, readListView, type SearchParams } from '@/components/admin/list-view';
import { PageHeading } from '@/components/admin/page-heading';
import { Pager } from '@/components/admin/pager';
import { StockState } from '@/components/admin/stock-state';
import { formatDateTime, formatNumber } from '@/components/format';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { listLocations } from '@/db/queries/admin-shops';
import { LOW_STOCK, type StockRow, stockFilters, stockPage, stockSorts } from '@/db/queries/admin-stock';
import { recentCount } from '@/merchant/count-levels';

export const metadata: Metadata = { title: 'Inventory' };
const PAGE_SIZE = 50;

interface PageProps {
  params: Promise<{ shop: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function InventoryPage({ params, searchParams }: PageProps) {
  const { shop, engine } = await openAdmin((await params).shop);
  const { shopId } = shop;
  const root = `/admin/${shop.slug}`;
  const view = readListView(await searchParams, {
    path: `${root}/inventory`,
    sorts: stockSorts,
    defaultSort: 'title',
    filters: ['show', 'location', 'state'],
  });
  const counted = await recentCount(engine.database, shopId);
  const { locations, stock } = await engine.database.read('admin', async (builder) => ({
    locations: await listLocations(builder, shopId),
    stock: await stockPage(builder, {
      shopId,
      search: view.query,
      locationId: Number(view.filters.location) || null,
      show: stockFilters.find((name) => name === view.filters.show) ?? 'all',
      isArchived: view.filters.state === 'archived',
      sort: view.sort,
      direction: view.direction === 'ascending' ? 'asc' : 'desc',
      page: view.page,
      pageSize: PAGE_SIZE,
    }),
  }));
  const rows = await withLiveFigures(engine, shopId, stock.rows);
  return (
    <>
      <PageHeading
        title="Inventory"
        lead="On hand is what the ledger says is yours. Of it, available can be sold now, from the pool or, after a refill, from what is unpooled; held units wait for a payment."
      />
      <Card isFlush>
        <div className="border-b px-5 py-4">
          <FilterBar
            view={view}
            searchLabel="Product or SKU"
            filters={[
              {
                name: 'location',
                label: 'Location',
                options: locations.map(({ locationId, name }) => ({
                  value: String(locationId),
                  label: name,
                })),
              },
              {
                name: 'show',
                label: 'Stock',
                options: [
                  { value: 'low', label: `Low: 1 to ${LOW_STOCK} available` },
                  { value: 'out', label: 'Nothing available' },
                  { value: 'held', label: 'Units held' },
                ],
              },
              { name: 'state', label: 'Products', options: [{ value: 'archived', label: 'Archived' }] },
            ]}
          />
        </div>
        <DataTable
          caption="Stock by item and location"
          columns={columnsFor(root)}
          rows={rows}
          keyOf={(row) => `${row.inventoryItemId}-${row.inventoryGroupId}`}
          view={view}
          empty={{
            title: 'No stock yet.',
            text: 'Stock appears here as soon as the first units of a product are received at a location.',
            action: <ButtonLink href={`${root}/products`}>Go to products</ButtonLink>,
          }}
        />
        <Pager {...pagesOf(view, stock.total, PAGE_SIZE, ['level', 'levels'])} />
      </Card>
      <p className="mt-3 text-xs text-ink-faint">
        Rows show the figures of this moment. They are sorted and filtered by the count of{' '}
        {counted.countedAt ? formatDateTime(counted.countedAt) : 'this moment'}
        {counted.isUnderWay && '; a new count is under way'}.
      </p>
    </>
  );
}

function columnsFor(root: string): Column<StockRow>[] {
  const figure = (key: 'onHand' | 'held' | 'pooled' | 'unpooled', heading: string): Column<StockRow> => ({
    key,
    heading,
    isNumeric: true,
    isSortable: true,
    cell: (row) => (
      <span className={row[key] === 0 ? 'text-ink-faint' : undefined}>{formatNumber(row[key])}</span>
    ),
  });
  return [
    {
      key: 'title',
      heading: 'Item',
      isSortable: true,
      cell: (row) => (
        <Link href={`${root}/inventory/${row.inventoryItemId}`} className="block min-w-44 hover:underline">
          <span className="font-medium">{row.productTitle || `Item ${row.inventoryItemId}`}</span>
          {row.variantTitle && <span className="text-ink-soft"> · {row.variantTitle}</span>}
        </Link>
      ),
    },
    {
      key: 'sku',
      heading: 'SKU',
      isSortable: true,
      cell: (row) => <span className="font-mono text-xs whitespace-nowrap">{row.sku}</span>,
    },
    { key: 'location', heading: 'Location', isSortable: true, cell: (row) => row.locationName },
    figure('onHand', 'On hand'),
    {
      key: 'available',
      heading: 'Available',
      isNumeric: true,
      isSortable: true,
      cell: (row) => <StockState available={row.available} held={row.held} lowAt={LOW_STOCK} />,
    },
    figure('held', 'Held'),
    figure('pooled', 'Pool'),
    figure('unpooled', 'Unpooled'),
  ];
}

/** The rows with what their levels have now; the count that found them may be some seconds old. */
async function withLiveFigures(
  engine: Awaited<ReturnType<typeof openAdmin>>['engine'],
  shopId: number,
  rows: readonly StockRow[],
): Promise<StockRow[]> {
  const ids = [...new Set(rows.map((row) => row.inventoryItemId))];
  const levels = await engine.availability(shopId, ids, 'admin');
  const byKey = new Map(levels.map((level) => [`${level.inventoryItemId}-${level.inventoryGroupId}`, level]));
  return rows.map((row) => {
    const live = byKey.get(`${row.inventoryItemId}-${row.inventoryGroupId}`);
    if (!live) return row;
    const { onHand, available, held, pooled, unpooled } = live;
    return { ...row, onHand, available, held, pooled, unpooled };
  });
}

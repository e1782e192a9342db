/** Products of a shop: what is offered, in how many variants, at what price, and how many are there. */
import type { Metadata } from 'next';
import Link from 'next/link';
import { openAdmin } from '@/app/admin/access';
import { type Column, DataTable } from '@/components/admin/data-table';
import { FilterBar } from '@/components/admin/filter-bar';
import { pagesOf, readListView, type SearchParams } from '@/components/admin/list-view';
import { PageHeading } from '@/components/admin/page-heading';
import { Pager } from '@/components/admin/pager';
import { formatDateTime, formatMoney, formatNumber } from '@/components/format';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { listCategories, type ProductListRow, productSorts, productsPage } from '@/db/queries/admin-products';
import { recentCount } from '@/merchant/count-levels';

export const metadata: Metadata = { title: 'Products' };
const PAGE_SIZE = 50;

interface PageProps {
  params: Promise<{ shop: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function ProductsPage({ params, searchParams }: PageProps) {
  const { shop, engine } = await openAdmin((await params).shop);
  const { shopId, currency } = shop;
  const root = `/admin/${shop.slug}/products`;
  const view = readListView(await searchParams, {
    path: root,
    sorts: productSorts,
    defaultSort: 'title',
    filters: ['category', 'state'],
  });
  await recentCount(engine.database, shopId);
  const { categories, products } = await engine.database.read('admin', async (builder) => ({
    categories: await listCategories(builder, shopId),
    products: await productsPage(builder, {
      shopId,
      search: view.query,
      status: view.filters.state === 'archived' ? 'archived' : 'active',
      category: view.filters.category ?? '',
      sort: view.sort,
      direction: view.direction === 'ascending' ? 'asc' : 'desc',
      page: view.page,
      pageSize: PAGE_SIZE,
    }),
  }));
  const add = <ButtonLink href={`${root}/new`}>New product</ButtonLink>;
  return (
    <>
      <PageHeading title="Products" actions={add} />
      <Card isFlush>
        <div className="border-b px-5 py-4">
          <FilterBar
            view={view}
            searchLabel="Title or SKU"
            filters={[
              {
                name: 'category',
                label: 'Category',
                options: categories.map((category) => ({ value: category, label: category })),
              },
              { name: 'state', label: 'Products', options: [{ value: 'archived', label: 'Archived' }] },
            ]}
          />
        </div>
        <DataTable
          caption="Products"
          columns={columnsFor(root, currency)}
          rows={products.rows}
          keyOf={(row) => String(row.productId)}
          view={view}
          empty={{ title: 'No products yet.', action: add }}
        />
        <Pager {...pagesOf(view, products.total, PAGE_SIZE, ['product', 'products'])} />
      </Card>
    </>
  );
}

function columnsFor(root: string, currency: string): Column<ProductListRow>[] {
  return [
    {
      key: 'title',
      heading: 'Product',
      isSortable: true,
      cell: (row) => (
        <Link href={`${root}/${row.productId}`} className="block min-w-40 font-medium hover:underline">
          {row.title}
        </Link>
      ),
    },
    { key: 'category', heading: 'Category', cell: (row) => row.category },
    { key: 'variants', heading: 'Variants', isNumeric: true, cell: (row) => formatNumber(row.variants) },
    {
      key: 'price',
      heading: 'Price',
      isNumeric: true,
      cell: (row) => priceRange(row, currency),
    },
    { key: 'onHand', heading: 'On hand', isNumeric: true, cell: (row) => formatNumber(row.onHand) },
    { key: 'available', heading: 'Available', isNumeric: true, cell: (row) => formatNumber(row.available) },
    {
      key: 'updated',
      heading: 'Changed',
      isSortable: true,
      cell: (row) => (
        <span className="whitespace-nowrap text-ink-soft">
          {row.updatedAt ? formatDateTime(row.updatedAt) : 'never'}
        </span>
      ),
    },
  ];
}

function priceRange({ variants, lowestMinor, highestMinor }: ProductListRow, currency: string): string {
  if (variants === 0) return '';
  const lowest = formatMoney(lowestMinor, currency);
  return lowestMinor === highestMinor ? lowest : `${lowest} to ${formatMoney(highestMinor, currency)}`;
}

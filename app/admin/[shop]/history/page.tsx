/** Who changed what, when and why: everything but stock, which has the ledger. */
import type { Metadata } from 'next';
import Link from 'next/link';
import { openAdmin } from '@/app/admin/access';
import { FilterBar } from '@/components/admin/filter-bar';
import { pagesOf, readListView, type SearchParams } from '@/components/admin/list-view';
import { PageHeading } from '@/components/admin/page-heading';
import { Pager } from '@/components/admin/pager';
import { Trail } from '@/components/admin/trail';
import { Card } from '@/components/ui/card';
import { type TrailRow, trailPage, trailSubjects } from '@/db/queries/admin-trail';

export const metadata: Metadata = { title: 'History' };
const PAGE_SIZE = 50;

interface PageProps {
  params: Promise<{ shop: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function HistoryPage({ params, searchParams }: PageProps) {
  const { shop, engine } = await openAdmin((await params).shop);
  const root = `/admin/${shop.slug}`;
  const view = readListView(await searchParams, {
    path: `${root}/history`,
    sorts: ['time'],
    defaultSort: 'time',
    defaultDirection: 'descending',
    filters: ['subject'],
  });
  const trail = await engine.database.read('admin', (builder) =>
    trailPage(builder, {
      shopId: shop.shopId,
      subject: trailSubjects.find((subject) => subject === view.filters.subject) ?? null,
      subjectId: null,
      search: view.query,
      page: view.page,
      pageSize: PAGE_SIZE,
    }),
  );
  return (
    <>
      <PageHeading
        title="History"
        lead="Who changed what, when and why. Changes of stock are in the ledger of each item."
      />
      <Card isFlush>
        <div className="border-b px-5 py-4">
          <FilterBar
            view={view}
            searchLabel="Name of a thing or a person"
            filters={[
              {
                name: 'subject',
                label: 'About',
                options: trailSubjects.map((subject) => ({ value: subject, label: subject })),
              },
            ]}
          />
        </div>
        <div className="px-5 py-4">
          <Trail
            rows={trail.rows}
            currency={shop.currency}
            subjectOf={(row) => <Subject root={root} row={row as TrailRow} />}
          />
        </div>
        <Pager {...pagesOf(view, trail.total, PAGE_SIZE, ['change', 'changes'])} />
      </Card>
    </>
  );
}

function Subject({ root, row }: { root: string; row: TrailRow }) {
  const places: Partial<Record<TrailRow['subject'], string>> = {
    product: `${root}/products/${row.subjectId}`,
    transfer: `${root}/transfers/${row.subjectId}`,
    order: `${root}/orders/${row.subjectId}`,
    location: `${root}/locations`,
    settings: `${root}/settings`,
  };
  const href = places[row.subject];
  const name = <span className="font-medium">{row.subjectName}</span>;
  return href ? (
    <Link href={href} className="hover:underline">
      {name}
    </Link>
  ) : (
    name
  );
}

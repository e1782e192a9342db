/** Where the shop stands: its stock in figures, what needs a look, what changed last. */
import type { Metadata } from 'next';
import Link from 'next/link';
import { PageHeading } from '@/components/admin/page-heading';
import { formatCount, formatNumber } from '@/components/format';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Stat, StatRow } from '@/components/ui/stat';
import { LOW_STOCK, stockPage, stockTotals } from '@/db/queries/admin-stock';
import { recentCount } from '@/merchant/count-levels';
import { openAdmin } from '../access';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage({ params }: { params: Promise<{ shop: string }> }) {
  const { shop, engine } = await openAdmin((await params).shop);
  const { shopId } = shop;
  const root = `/admin/${shop.slug}`;
  await recentCount(engine.database, shopId);
  const lowest = {
    shopId,
    search: '',
    locationId: null,
    isArchived: false,
    sort: 'available',
    direction: 'asc',
    page: 1,
    pageSize: 6,
  } as const;
  const { totals, low, out } = await engine.database.read('admin', async (builder) => ({
    totals: await stockTotals(builder, shopId),
    low: await stockPage(builder, { ...lowest, show: 'low' }),
    out: await stockPage(builder, { ...lowest, show: 'out' }),
  }));
  return (
    <>
      <PageHeading title="Overview" />
      <div className="space-y-8">
        <StatRow>
          <Stat
            label="On hand"
            value={formatNumber(totals.onHand)}
            unit="units"
            note={`${formatCount(totals.items, 'item')} at ${formatCount(totals.levels, 'level')}`}
          />
          <Stat
            label="Available"
            value={formatNumber(totals.available)}
            unit="units"
            note="can be sold now"
          />
          <Stat label="Held" value={formatNumber(totals.held)} unit="units" note="wait for a payment" />
          <Stat
            label="Low"
            value={formatNumber(totals.low)}
            unit="levels"
            note={`1 to ${LOW_STOCK} available`}
          />
          <Stat label="Nothing available" value={formatNumber(totals.out)} unit="levels" />
        </StatRow>
        <div className="grid gap-6 xl:grid-cols-2">
          <StockList title="Running low" page={low} root={root} show="low" empty="Nothing runs low." />
          <StockList
            title="Nothing available"
            page={out}
            root={root}
            show="out"
            empty="Everything can be sold."
          />
        </div>
      </div>
    </>
  );
}

interface StockListProps {
  title: string;
  page: Awaited<ReturnType<typeof stockPage>>;
  root: string;
  show: string;
  empty: string;
}

function StockList({ title, page, root, show, empty }: StockListProps) {
  return (
    <Card
      title={title}
      aside={
        page.total > page.rows.length && (
          <ButtonLink tone="quiet" size="sm" href={`${root}/inventory?show=${show}&sort=available`}>
            All {formatNumber(page.total)}
          </ButtonLink>
        )
      }
    >
      {page.rows.length === 0 && <EmptyState title={empty} />}
      <ul className="divide-y text-sm">
        {page.rows.map((row) => (
          <li
            key={`${row.inventoryItemId}-${row.inventoryGroupId}`}
            className="flex justify-between gap-4 py-2"
          >
            <Link href={`${root}/inventory/${row.inventoryItemId}`} className="min-w-0 hover:underline">
              {row.productTitle} · {row.variantTitle}
              <span className="text-ink-soft"> in {row.locationName}</span>
            </Link>
            <span className="whitespace-nowrap tabular-nums">
              {formatCount(row.available, 'unit')}
              {row.held > 0 && <span className="text-ink-soft">, {formatNumber(row.held)} held</span>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Where the shop stands: its stock in figures, what needs a look, what changed last. */
import type { Metadata } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { openAdmin } from '@/app/admin/access';
import { attentionWords } from '@/components/admin/order-badges';
import { PageHeading } from '@/components/admin/page-heading';
import { Trail } from '@/components/admin/trail';
import { formatCount, formatMoney, formatNumber } from '@/components/format';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Stat, StatRow } from '@/components/ui/stat';
import { overviewOf } from '@/db/queries/admin-overview';
import { LOW_STOCK, type StockRow } from '@/db/queries/admin-stock';
import type { Page } from '@/db/queries/paging';
import { recentCount } from '@/merchant/count-levels';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage({ params }: { params: Promise<{ shop: string }> }) {
  const { shop, engine } = await openAdmin((await params).shop);
  const { shopId } = shop;
  const root = `/admin/${shop.slug}`;
  await recentCount(engine.database, shopId);
  const { totals, low, out, waiting, moving, holds, trail, locations } = await engine.database.read(
    'admin',
    (builder) => overviewOf(builder, shopId),
  );
  const names = new Map(locations.map(({ locationId, name }) => [locationId, name]));
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
          <Stat
            label="Held"
            value={formatNumber(totals.held)}
            unit="units"
            note={`in ${formatCount(holds, 'live hold')}`}
          />
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
          <Card title="Needs attention">
            {waiting.rows.length === 0 && <EmptyState title="No order waits for you." />}
            <ul className="divide-y text-sm">
              {waiting.rows.map((order) => (
                <Line
                  key={order.orderId}
                  href={`${root}/orders/${order.orderId}`}
                  value={formatMoney(order.totalMinor, order.currency)}
                >
                  <span className="font-mono text-xs">{order.orderCode}</span>{' '}
                  {order.attentionReason && attentionWords[order.attentionReason].title}
                </Line>
              ))}
            </ul>
          </Card>
          <Card title="On the way">
            {moving.rows.length === 0 && <EmptyState title="Nothing is between two locations." />}
            <ul className="divide-y text-sm">
              {moving.rows.map((transfer) => (
                <Line
                  key={transfer.transferId}
                  href={`${root}/transfers/${transfer.transferId}`}
                  value={formatCount(transfer.onTheWay, 'unit')}
                >
                  {names.get(transfer.fromLocationId)} to {names.get(transfer.toLocationId)}
                </Line>
              ))}
            </ul>
          </Card>
        </div>
        <Card
          title="Last changes"
          aside={
            <Link href={`${root}/history`} className="text-sm link">
              History
            </Link>
          }
        >
          <Trail
            rows={trail.rows}
            currency={shop.currency}
            subjectOf={(row) => <span className="font-medium">{row.subjectName}</span>}
          />
        </Card>
      </div>
    </>
  );
}

function Line({ href, value, children }: { href: string; value: ReactNode; children: ReactNode }) {
  return (
    <li className="flex justify-between gap-4 py-2">
      <Link href={href} className="min-w-0 hover:underline">
        {children}
      </Link>
      <span className="whitespace-nowrap tabular-nums">{value}</span>
    </li>
  );
}

interface StockListProps {
  title: string;
  page: Page<StockRow>;
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
          <Link href={`${root}/inventory?show=${show}&sort=available`} className="text-sm link">
            All {formatNumber(page.total)}
          </Link>
        )
      }
    >
      {page.rows.length === 0 && <EmptyState title={empty} />}
      <ul className="divide-y text-sm">
        {page.rows.map((row) => (
          <Line
            key={`${row.inventoryItemId}-${row.inventoryGroupId}`}
            href={`${root}/inventory/${row.inventoryItemId}`}
            value={
              <>
                {formatCount(row.available, 'unit')}
                {row.held > 0 && <span className="text-ink-soft">, {formatNumber(row.held)} held</span>}
              </>
            }
          >
            {row.productTitle} · {row.variantTitle}
            <span className="text-ink-soft"> in {row.locationName}</span>
          </Line>
        ))}
      </ul>
    </Card>
  );
}

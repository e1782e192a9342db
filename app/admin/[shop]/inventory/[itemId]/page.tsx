/** One item: its levels and how they add up, what can be done to them, what is on the way, what happened last. */
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { idOf, openAdmin } from '@/app/admin/access';
import { LedgerTable, toLedgerRows } from '@/components/admin/ledger-table';
import { PageHeading } from '@/components/admin/page-heading';
import { formatCount, formatDateTime, formatNumber } from '@/components/format';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Stat, StatRow } from '@/components/ui/stat';
import { findItem, inTransitOfItem, levelsOfItem } from '@/db/queries/admin-items';
import { ledgerPage } from '@/db/queries/admin-ledger';
import { LevelTable } from './level-table';

export const metadata: Metadata = { title: 'Item' };
const LATEST = 8;

interface PageProps {
  params: Promise<{ shop: string; itemId: string }>;
}

export default async function ItemPage({ params }: PageProps) {
  const { shop: slug, itemId } = await params;
  const { shop, engine } = await openAdmin(slug);
  const { shopId } = shop;
  const id = idOf(itemId);
  const { item, places, transit, ledger } = await engine.database.read('admin', async (builder) => ({
    item: await findItem(builder, shopId, id),
    places: await levelsOfItem(builder, shopId, id),
    transit: await inTransitOfItem(builder, shopId, id),
    ledger: await ledgerPage(
      builder,
      {
        shopId,
        inventoryItemId: id,
        locationId: null,
        reason: null,
        referenceId: null,
        from: null,
        until: null,
      },
      { page: 1, pageSize: LATEST },
    ),
  }));
  if (!item) notFound();
  const audited = await engine.auditLevels(shopId, id);
  const levels = places.map((place) => {
    const terms = audited.find((level) => level.inventoryGroupId === place.inventoryGroupId);
    const unpooled = terms?.unpooled ?? 0;
    const pooled = terms?.pooled ?? 0;
    const held = terms?.reserved ?? 0;
    return {
      locationId: place.locationId,
      name: place.locationName,
      status: place.status,
      isStocked: place.inventoryGroupId !== null,
      onHand: unpooled + pooled + held,
      available: unpooled + pooled,
      held,
      pooled,
      unpooled,
      poolCap: place.poolCap ?? shop.poolCap,
      problems: [...(terms?.problems ?? [])],
    };
  });
  const sum = (key: 'onHand' | 'available' | 'held') =>
    levels.reduce((total, level) => total + level[key], 0);
  const onTheWay = transit.reduce((total, { quantity }) => total + quantity, 0);
  const names = new Map(places.map((place) => [place.locationId, place.locationName]));
  const root = `/admin/${slug}`;
  const isArchived = item.productStatus === 'archived' || item.variantStatus === 'archived';
  return (
    <>
      <PageHeading
        title={`${item.productTitle} · ${item.variantTitle}`}
        back={{ href: `${root}/inventory`, label: 'Inventory' }}
        lead={
          <span className="inline-flex flex-wrap items-center gap-3">
            <span className="font-mono text-sm">{item.sku}</span>
            {isArchived && <Badge>Archived: not for sale</Badge>}
          </span>
        }
        actions={
          <ButtonLink tone="outline" size="sm" href={`${root}/products/${item.productId}`}>
            Product
          </ButtonLink>
        }
      />
      <div className="space-y-8">
        <StatRow>
          <Stat label="On hand" value={formatNumber(sum('onHand'))} unit="units" />
          <Stat
            label="Available"
            value={formatNumber(sum('available'))}
            unit="units"
            note="can be sold now"
          />
          <Stat label="Held" value={formatNumber(sum('held'))} unit="units" note="wait for a payment" />
          <Stat
            label="On the way"
            value={formatNumber(onTheWay)}
            unit="units"
            note="shipped, at no location"
          />
        </StatRow>
        <Card title="By location" isFlush>
          <LevelTable shop={slug} inventoryItemId={id} sku={item.sku} levels={levels} />
        </Card>
        {transit.length > 0 && (
          <Card title="On the way">
            <ul className="space-y-2 text-sm">
              {transit.map((row) => (
                <li key={row.transferId}>
                  <Link href={`${root}/transfers/${row.transferId}`} className="link">
                    {formatCount(row.quantity, 'unit')} from {names.get(row.fromLocationId)} to{' '}
                    {names.get(row.toLocationId)}
                  </Link>
                  {row.shippedAt && (
                    <span className="text-ink-soft">, shipped {formatDateTime(row.shippedAt)}</span>
                  )}
                </li>
              ))}
            </ul>
          </Card>
        )}
        <Card
          title="Ledger"
          isFlush
          aside={
            <ButtonLink tone="outline" size="sm" href={`${root}/inventory/${id}/ledger`}>
              {ledger.total > LATEST ? `All ${formatNumber(ledger.total)} entries` : 'Filter and export'}
            </ButtonLink>
          }
        >
          <LedgerTable rows={toLedgerRows(ledger.rows, names, `${root}/inventory/${id}/ledger`)} />
        </Card>
      </div>
    </>
  );
}

/** Plans a transfer. Nothing moves until it is shipped. */
import type { Metadata } from 'next';
import { openAdmin } from '@/app/admin/access';
import type { SearchParams } from '@/components/admin/list-view';
import { PageHeading } from '@/components/admin/page-heading';
import { Card } from '@/components/ui/card';
import { listLocations } from '@/db/queries/admin-shops';
import { shippableItems } from '@/db/queries/admin-transfers';
import { recentCount } from '@/merchant/count-levels';
import { MOST_ROWS } from '../fields';
import { TransferForm } from './transfer-form';

export const metadata: Metadata = { title: 'New transfer' };
const SUGGESTIONS = 300;

interface PageProps {
  params: Promise<{ shop: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function NewTransferPage({ params, searchParams }: PageProps) {
  const { shop, engine } = await openAdmin((await params).shop);
  const { from, sku } = await searchParams;
  await recentCount(engine.database, shop.shopId);
  const { locations, items } = await engine.database.read('admin', async (builder) => ({
    locations: await listLocations(builder, shop.shopId),
    items: await shippableItems(builder, shop.shopId, SUGGESTIONS),
  }));
  return (
    <>
      <PageHeading
        title="New transfer"
        back={{ href: `/admin/${shop.slug}/transfers`, label: 'Transfers' }}
        lead="Nothing moves until it is shipped."
      />
      <Card className="max-w-2xl">
        <TransferForm
          shop={shop.slug}
          locations={locations}
          items={items.map((item) => ({
            sku: item.sku,
            label: `${item.productTitle} · ${item.variantTitle}`,
          }))}
          from={typeof from === 'string' ? from : undefined}
          sku={typeof sku === 'string' ? sku.slice(0, 60) : undefined}
          mostRows={MOST_ROWS}
        />
      </Card>
    </>
  );
}

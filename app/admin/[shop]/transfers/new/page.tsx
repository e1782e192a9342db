/** Plans a transfer. Nothing moves until it is shipped. */
import type { Metadata } from 'next';
import { openAdmin } from '@/app/admin/access';
import type { SearchParams } from '@/components/admin/list-view';
import { PageHeading } from '@/components/admin/page-heading';
import { Card } from '@/components/ui/card';
import { listLocations } from '@/db/queries/admin-shops';
import { MOST_ROWS } from '../fields';
import { TransferForm } from './transfer-form';

export const metadata: Metadata = { title: 'New transfer' };

interface PageProps {
  params: Promise<{ shop: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function NewTransferPage({ params, searchParams }: PageProps) {
  const { shop, engine } = await openAdmin((await params).shop);
  const { from, sku } = await searchParams;
  const locations = await engine.database.read('admin', (builder) => listLocations(builder, shop.shopId));
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
          from={typeof from === 'string' ? from : undefined}
          sku={typeof sku === 'string' ? sku.slice(0, 60) : undefined}
          mostRows={MOST_ROWS}
        />
      </Card>
    </>
  );
}

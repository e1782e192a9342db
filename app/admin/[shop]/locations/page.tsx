/** Where stock is, to whom it ships and in which order, and what state each location is in. */
import type { Metadata } from 'next';
import Link from 'next/link';
import { openAdmin } from '@/app/admin/access';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { PageHeading } from '@/components/admin/page-heading';
import { formatCount, formatNumber } from '@/components/format';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Table, TableMessage, Td, Th, Tr } from '@/components/ui/table';
import { type LocationWithStock, locationsWithStock } from '@/db/queries/admin-locations';
import { listRegions } from '@/db/queries/admin-shops';
import { recentCount } from '@/merchant/count-levels';
import { setStatus } from './actions';
import { LocationForm } from './location-form';

export const metadata: Metadata = { title: 'Locations' };

const tones: Record<LocationWithStock['status'], BadgeTone> = {
  active: 'good',
  draining: 'warn',
  inactive: 'neutral',
};

export default async function LocationsPage({ params }: { params: Promise<{ shop: string }> }) {
  const { shop, engine } = await openAdmin((await params).shop);
  const { shopId, slug } = shop;
  await recentCount(engine.database, shopId);
  const { locations, regions } = await engine.database.read('admin', async (builder) => ({
    locations: await locationsWithStock(builder, shopId),
    regions: await listRegions(builder, shopId),
  }));
  return (
    <>
      <PageHeading
        title="Locations"
        lead="A location that still has stock or holds can't be closed; it can drain: no new holds, while those it has are paid for or expire."
        actions={<LocationForm shop={slug} regions={regions} />}
      />
      <Card isFlush>
        <Table caption="Locations">
          <thead>
            <tr>
              <Th>Location</Th>
              <Th>State</Th>
              <Th>Ships to, with priority</Th>
              <Th isNumeric>On hand</Th>
              <Th isNumeric>Available</Th>
              <Th isNumeric>Held</Th>
              <Th>
                <span className="sr-only">Changes</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {locations.map((location) => (
              <Tr key={location.locationId}>
                <Td className="whitespace-nowrap">
                  <Link
                    href={`/admin/${slug}/inventory?location=${location.locationId}`}
                    className="font-medium hover:underline"
                  >
                    {location.name}
                  </Link>
                  <span className="text-ink-soft">, {location.countryCode}</span>
                </Td>
                <Td>
                  <Badge tone={tones[location.status]}>{location.status}</Badge>
                </Td>
                <Td className="min-w-44">
                  {location.regions
                    .map(({ regionName, priority }) => `${regionName} (${priority})`)
                    .join(', ') || <span className="text-ink-faint">nowhere</span>}
                </Td>
                <Td isNumeric>{formatNumber(location.onHand)}</Td>
                <Td isNumeric>{formatNumber(location.available)}</Td>
                <Td isNumeric>{formatNumber(location.held)}</Td>
                <Td>
                  <div className="flex justify-end gap-2">
                    <LocationForm shop={slug} regions={regions} location={location} />
                    <StatusActions shop={slug} location={location} />
                  </div>
                </Td>
              </Tr>
            ))}
            {locations.length === 0 && (
              <TableMessage columnCount={7}>
                <EmptyState title="No location yet.">Stock needs a place: add the first one.</EmptyState>
              </TableMessage>
            )}
          </tbody>
        </Table>
      </Card>
    </>
  );
}

function StatusActions({ shop, location }: { shop: string; location: LocationWithStock }) {
  const { locationId, version, name, status, onHand, available, held } = location;
  const fields = { shop, locationId, version };
  const label = (word: string) => (
    <>
      {word}
      <span className="sr-only"> {name}</span>
    </>
  );
  if (status === 'active') {
    return (
      <ConfirmAction
        action={setStatus}
        fields={{ ...fields, status: 'draining' }}
        triggerLabel={label('Drain')}
        title={`Drain ${name}?`}
        consequence={`New checkouts are no longer offered its ${formatCount(available, 'available unit')}. Its ${formatCount(held, 'held unit')} can be paid for or expire. You can make it active again.`}
        confirmLabel="Drain"
      />
    );
  }
  return (
    <>
      <ConfirmAction
        action={setStatus}
        fields={{ ...fields, status: 'active' }}
        triggerLabel={label('Activate')}
        title={`Make ${name} active?`}
        consequence={`New orders may ship from it: ${formatCount(available, 'unit')} become available.`}
        confirmLabel="Make active"
      />
      {status === 'draining' && (
        <ConfirmAction
          action={setStatus}
          fields={{ ...fields, status: 'inactive' }}
          triggerLabel={label('Close')}
          title={`Close ${name}?`}
          consequence={
            onHand > 0
              ? `It has ${formatCount(onHand, 'unit')} on hand, ${formatNumber(held)} of them held. Closing is refused until they are sold or moved.`
              : 'It is empty and takes in no stock until it is opened again.'
          }
          confirmLabel="Close"
        />
      )}
    </>
  );
}

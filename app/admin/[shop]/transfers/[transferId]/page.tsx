/** One transfer: where it stands, what of it has arrived, and its next steps. */
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { v7 as uuidv7 } from 'uuid';
import { openAdmin, uuidOf } from '@/app/admin/access';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { PageHeading } from '@/components/admin/page-heading';
import { Trail } from '@/components/admin/trail';
import { TransferBadge } from '@/components/admin/transfer-badge';
import { formatCount, formatDateTime, formatNumber } from '@/components/format';
import { Card } from '@/components/ui/card';
import { Stat, StatRow } from '@/components/ui/stat';
import { Table, Td, Th, Tr } from '@/components/ui/table';
import { listLocations } from '@/db/queries/admin-shops';
import { trailPage } from '@/db/queries/admin-trail';
import { findTransfer, type TransferDetail } from '@/db/queries/admin-transfers';
import { cancel, recall, ship } from '../actions';
import { DeliveryForm } from './delivery-form';

export const metadata: Metadata = { title: 'Transfer' };

interface PageProps {
  params: Promise<{ shop: string; transferId: string }>;
}

export default async function TransferPage({ params }: PageProps) {
  const { shop: slug, transferId } = await params;
  const { shop, engine } = await openAdmin(slug);
  const { shopId } = shop;
  const id = uuidOf(transferId);
  const { transfer, locations, trail } = await engine.database.read('admin', async (builder) => ({
    transfer: await findTransfer(builder, shopId, id),
    locations: await listLocations(builder, shopId),
    trail: await trailPage(builder, {
      shopId,
      subject: 'transfer',
      subjectId: id,
      search: '',
      page: 1,
      pageSize: 20,
    }),
  }));
  if (!transfer) notFound();
  const nameOf = (locationId: number) =>
    locations.find((location) => location.locationId === locationId)?.name ?? 'a location';
  const from = nameOf(transfer.fromLocationId);
  const to = nameOf(transfer.toLocationId);
  const sum = (key: 'quantity' | 'received' | 'missing' | 'returned' | 'rest') =>
    transfer.lines.reduce((total, line) => total + line[key], 0);
  const onTheWay = transfer.status === 'shipped' ? sum('rest') : 0;
  return (
    <>
      <PageHeading
        title={`${from} to ${to}`}
        back={{ href: `/admin/${slug}/transfers`, label: 'Transfers' }}
        lead={
          <span className="inline-flex flex-wrap items-center gap-3">
            <TransferBadge status={transfer.status} />
            {transfer.note}
          </span>
        }
        actions={<Steps shop={slug} transfer={transfer} from={from} to={to} onTheWay={onTheWay} />}
      />
      <div className="space-y-8">
        <StatRow>
          <Stat
            label="Planned"
            value={formatNumber(sum('quantity'))}
            unit="units"
            note={formatDateTime(transfer.createdAt)}
          />
          <Stat
            label="On the way"
            value={formatNumber(onTheWay)}
            unit="units"
            note={transfer.shippedAt ? `shipped ${formatDateTime(transfer.shippedAt)}` : 'not shipped'}
          />
          <Stat label="Received" value={formatNumber(sum('received'))} unit="units" note={`in ${to}`} />
          <Stat label="Missing" value={formatNumber(sum('missing'))} unit="units" note="booked as lost" />
          <Stat label="Came back" value={formatNumber(sum('returned'))} unit="units" note={`to ${from}`} />
        </StatRow>
        <Card title="Items" isFlush>
          <Lines shop={slug} lines={transfer.lines} isShipped={transfer.status === 'shipped'} />
        </Card>
        {transfer.status === 'shipped' && (
          <Card title={`Receive in ${to}`}>
            <DeliveryForm
              key={transfer.version}
              shop={slug}
              transferId={id}
              version={transfer.version}
              referenceId={uuidv7()}
              lines={transfer.lines
                .filter(({ rest }) => rest > 0)
                .map(({ inventoryItemId, sku, rest }) => ({ inventoryItemId, sku, rest }))}
            />
          </Card>
        )}
        <Card title="History">
          <Trail rows={trail.rows} currency={shop.currency} />
        </Card>
      </div>
    </>
  );
}

interface StepsProps {
  shop: string;
  transfer: TransferDetail;
  from: string;
  to: string;
  onTheWay: number;
}

function Steps({ shop, transfer, from, to, onTheWay }: StepsProps) {
  const { transferId, version, status, lines } = transfer;
  const fields = { shop, transferId, version };
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (status === 'planned') {
    return (
      <>
        <ConfirmAction
          action={cancel}
          fields={fields}
          triggerLabel="Cancel"
          title="Cancel this transfer?"
          consequence={`Nothing has moved: the ${formatCount(units, 'unit')} stay in ${from}.`}
          confirmLabel="Cancel transfer"
        />
        <ConfirmAction
          action={ship}
          fields={fields}
          triggerTone="solid"
          triggerLabel="Ship"
          title={`Ship ${formatCount(units, 'unit')}?`}
          consequence={`${from} has ${formatCount(units, 'unit')} fewer at once, and nobody can buy them until they are received in ${to}. Held units are not shipped: if too few are available, nothing is.`}
          confirmLabel="Ship"
        />
      </>
    );
  }
  if (status !== 'shipped') return null;
  return (
    <ConfirmAction
      action={recall}
      fields={{ ...fields, referenceId: uuidv7() }}
      triggerTone="danger"
      triggerLabel="Recall"
      title="Recall what has not arrived?"
      consequence={`${formatCount(onTheWay, 'unit')} go back to ${from} and can be sold there. What arrived in ${to} stays. This ends the transfer.`}
      confirmLabel="Recall"
    />
  );
}

function Lines({
  shop,
  lines,
  isShipped,
}: {
  shop: string;
  lines: TransferDetail['lines'];
  isShipped: boolean;
}) {
  return (
    <Table caption="Items of this transfer">
      <thead>
        <tr>
          <Th>Item</Th>
          <Th>SKU</Th>
          <Th isNumeric>Planned</Th>
          <Th isNumeric>On the way</Th>
          <Th isNumeric>Received</Th>
          <Th isNumeric>Missing</Th>
          <Th isNumeric>Came back</Th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Tr key={line.inventoryItemId}>
            <Td className="min-w-44">
              <Link href={`/admin/${shop}/inventory/${line.inventoryItemId}`} className="hover:underline">
                {line.productTitle} · {line.variantTitle}
              </Link>
            </Td>
            <Td className="font-mono text-xs whitespace-nowrap">{line.sku}</Td>
            <Td isNumeric>{formatNumber(line.quantity)}</Td>
            <Td isNumeric>{formatNumber(isShipped ? line.rest : 0)}</Td>
            <Td isNumeric>{formatNumber(line.received)}</Td>
            <Td isNumeric>{formatNumber(line.missing)}</Td>
            <Td isNumeric>{formatNumber(line.returned)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

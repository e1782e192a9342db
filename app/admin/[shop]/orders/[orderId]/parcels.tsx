/** The parcels of an order by location, each with its next step. */
import type { OrderView } from '@/checkout/read-order';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { formatCount, formatDateTime, formatNumber } from '@/components/format';
import { Badge } from '@/components/ui/badge';
import { ship } from '../actions';

const words = { waiting: 'to be sent', shipped: 'sent', cancelled: 'not sent' } as const;

export function Parcels({ shop, order }: { shop: string; order: OrderView }) {
  if (order.shipments.length === 0) {
    return <p className="text-sm text-ink-soft">No units were sold for this order, and nothing is sent.</p>;
  }
  const nameOf = (id: number) => {
    const line = order.lines.find(({ inventoryItemId }) => inventoryItemId === id);
    return line ? `${line.productTitle} · ${line.variantTitle}` : `Item ${id}`;
  };
  return (
    <ul className="divide-y">
      {order.shipments.map(({ locationId, locationName, status, shippedAt, lines }) => {
        const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
        return (
          <li
            key={locationId}
            className="flex flex-wrap items-start justify-between gap-4 py-3 first:pt-0 last:pb-0"
          >
            <div>
              <p className="flex items-center gap-3 font-medium">
                From {locationName}
                <Badge tone={status === 'shipped' ? 'good' : 'neutral'}>{words[status]}</Badge>
              </p>
              <ul className="mt-1 text-sm text-ink-soft">
                {lines.map((line) => (
                  <li key={`${line.inventoryItemId}-${line.inventoryGroupId}`}>
                    {formatNumber(line.quantity)} × {nameOf(line.inventoryItemId)}
                  </li>
                ))}
              </ul>
              {shippedAt && <p className="text-sm text-ink-soft">{formatDateTime(shippedAt)}</p>}
            </div>
            {status === 'waiting' && order.status === 'open' && (
              <ConfirmAction
                action={ship}
                fields={{ shop, orderId: order.orderId, locationId }}
                triggerLabel={
                  <>
                    Mark as sent<span className="sr-only"> the parcel from {locationName}</span>
                  </>
                }
                title={`Send the parcel from ${locationName}?`}
                consequence={`The buyer reads that ${formatCount(units, 'unit')} are on the way. Stock was deducted when they were sold.`}
                confirmLabel="Mark as sent"
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** How the purchase is split into parcels, and why: chosen locations with their lines, passed-over ones with a reason. */
import { formatCount } from '@/components/format';

export interface Shipment {
  location: string;
  lines: { title: string; quantity: number }[];
  /** "Has everything and ships to Europe first." */
  reason?: string;
}

export interface PassedOver {
  location: string;
  /** "has 2 of 3", "doesn't ship to Europe", "takes no new orders" */
  reason: string;
}

export function ShippingSplit({
  shipments,
  passedOver = [],
}: {
  shipments: Shipment[];
  passedOver?: PassedOver[];
}) {
  return (
    <div>
      <p className="text-[0.9375rem] font-medium">
        {shipments.length === 1 ? 'One parcel' : formatCount(shipments.length, 'parcel')}
      </p>
      <ol className="mt-3 space-y-3">
        {shipments.map(({ location, lines, reason }) => (
          <li key={location} className="rounded-md border bg-surface px-4 py-3">
            <p className="font-medium">From {location}</p>
            <ul className="mt-1 text-[0.9375rem] text-ink-soft">
              {lines.map(({ title, quantity }) => (
                <li key={title} className="tabular-nums">
                  {quantity} × {title}
                </li>
              ))}
            </ul>
            {reason && <p className="mt-2 text-sm text-ink-faint">{reason}</p>}
          </li>
        ))}
      </ol>
      {passedOver.length > 0 && (
        <p className="mt-3 text-sm text-ink-faint">
          {passedOver.map(({ location, reason }) => `${location} ${reason}`).join('. ')}.
        </p>
      )}
    </div>
  );
}

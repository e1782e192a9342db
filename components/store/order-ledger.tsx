/** What an order wrote into the ledger, line by line, with the way to the item's whole ledger. */
import Link from 'next/link';
import { formatDateTime } from '@/components/format';

interface LedgerLine {
  readonly inventoryItemId: number;
  readonly locationName: string;
  readonly productTitle: string;
  readonly variantTitle: string;
  readonly reason: string;
  readonly delta: number;
  readonly createdAt: Date;
}

export function OrderLedger({ lines, shopSlug }: { lines: readonly LedgerLine[]; shopSlug: string }) {
  return (
    <section aria-label="Ledger lines">
      <h2 className="text-[0.9375rem] font-medium">In the ledger</h2>
      {lines.length === 0 ? (
        <p className="mt-2 text-sm text-ink-soft">This order took nothing from stock.</p>
      ) : (
        <ul className="mt-3 divide-y border-y text-sm">
          {lines.map((line) => (
            <li
              key={`${line.inventoryItemId}:${line.locationName}:${line.reason}`}
              className="grid grid-cols-[3rem_1fr] gap-x-4 py-2.5 sm:grid-cols-[3rem_1fr_auto]"
            >
              <span className="text-right font-medium tabular-nums">
                {line.delta > 0 ? `+${line.delta}` : `−${Math.abs(line.delta)}`}
              </span>
              <span>
                <Link href={`/admin/${shopSlug}/inventory/${line.inventoryItemId}`} className="link">
                  {line.productTitle}, {line.variantTitle}
                </Link>{' '}
                <span className="text-ink-soft">
                  {line.reason} {line.delta > 0 ? 'to' : 'from'} {line.locationName}
                </span>
              </span>
              <time dateTime={line.createdAt.toISOString()} className="text-ink-faint max-sm:col-start-2">
                {formatDateTime(line.createdAt)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

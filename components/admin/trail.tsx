/** Changes as a list: who did what to what, when and why, field by field. */
import type { ReactNode } from 'react';
import { formatDateTime, formatMoney } from '@/components/format';
import { EmptyState } from '@/components/ui/empty-state';

export interface TrailEntry {
  entryId: string;
  subjectName: string;
  action: string;
  changes: readonly { field: string; from: string | number | null; to: string | number | null }[];
  actor: string;
  reason: string;
  createdAt: Date;
}

interface TrailProps {
  rows: readonly TrailEntry[];
  currency: string;
  /** Names the subject in front of each entry. */
  subjectOf?: (row: TrailEntry) => ReactNode;
}

const fieldNames: Record<string, string> = {
  slug: 'address',
  priceMinor: 'price',
  sku: 'SKU',
  countryCode: 'country',
  holdSeconds: 'hold, s',
  paymentExtensionSeconds: 'extension for a payment, s',
  poolCap: 'pool cap',
  lowWaterMark: 'low-water mark',
};

export function Trail({ rows, currency, subjectOf }: TrailProps) {
  if (rows.length === 0) return <EmptyState title="No changes yet." />;
  const show = (field: string, value: string | number | null) =>
    field === 'priceMinor' && typeof value === 'number' ? formatMoney(value, currency) : (value ?? '');
  return (
    <ol className="divide-y text-sm">
      {rows.map((row) => (
        <li
          key={row.entryId}
          className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2.5 first:pt-0 last:pb-0"
        >
          <div className="min-w-0">
            <p>
              {subjectOf && <>{subjectOf(row)} </>}
              <span className={subjectOf ? undefined : 'font-medium'}>{row.action}</span>
              {row.reason && <span className="text-ink-soft">: {row.reason}</span>}
            </p>
            {row.changes.map(({ field, from, to }) => (
              <p key={field} className="break-words text-ink-soft">
                {fieldNames[field] ?? field}:{' '}
                {from !== null && from !== '' && <span className="line-through">{show(field, from)}</span>}{' '}
                {show(field, to) === '' ? <i>empty</i> : show(field, to)}
              </p>
            ))}
          </div>
          <p className="shrink-0 text-ink-soft">
            {row.actor}, <time dateTime={row.createdAt.toISOString()}>{formatDateTime(row.createdAt)}</time>
          </p>
        </li>
      ))}
    </ol>
  );
}

/** Sums at the foot of a cart, checkout or order. */
import { Money } from '@/components/ui/money';

export interface TotalRow {
  label: string;
  amountMinor: number;
}

export function Totals({ rows, total, currency }: { rows: TotalRow[]; total: TotalRow; currency: string }) {
  return (
    <dl className="space-y-1.5 text-[0.9375rem]">
      {rows.map(({ label, amountMinor }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-ink-soft">{label}</dt>
          <dd>{amountMinor === 0 ? 'Free' : <Money amount={amountMinor} currency={currency} />}</dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-4 border-t pt-3 text-lg font-semibold">
        <dt>{total.label}</dt>
        <dd>
          <Money amount={total.amountMinor} currency={currency} />
        </dd>
      </div>
    </dl>
  );
}

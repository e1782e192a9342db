/** Where a variant is kept and whether it can come from there: one row a location, each with its reason. */
import { formatNumber } from '@/components/format';

export interface LocationStock {
  location: string;
  available: number;
  held: number;
  /** "Doesn't ship to Europe", "Takes no new orders"; absent if it can ship. */
  obstacle?: string;
}

function amount({ available, held }: LocationStock): string {
  if (available > 0) return `${formatNumber(available)} left`;
  return held > 0 ? `${formatNumber(held)} held by others` : 'None left';
}

export function StockByLocation({ rows }: { rows: LocationStock[] }) {
  return (
    <dl className="divide-y border-y text-sm">
      {rows.map((row) => (
        <div key={row.location} className="flex items-baseline justify-between gap-4 py-2.5">
          <dt className="font-medium">{row.location}</dt>
          <dd className={row.obstacle ? 'text-right text-ink-faint' : 'text-right text-ink-soft'}>
            {row.obstacle ? `${row.obstacle} (${amount(row).toLowerCase()})` : amount(row)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

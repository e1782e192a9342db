/** Where a variant is kept and whether it can come from there: one row a location, each with its reason. */
import clsx from 'clsx';
import type { CSSProperties } from 'react';
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

/** Few enough to be shown one by one. */
const mostCells = 12;

/** The units themselves, in the shapes of the unit grid; the words beside them say the same. */
function Cells({ available, held }: LocationStock) {
  if (available + held === 0 || available + held > mostCells) return null;
  const states = [...Array<'held'>(held).fill('held'), ...Array<'free'>(available).fill('free')];
  return (
    <span aria-hidden="true" className="flex gap-[3px]" style={{ '--unit-size': '9px' } as CSSProperties}>
      {states.map((state, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells have no identity, only their number
        <span key={index} className="unit" data-state={state} />
      ))}
    </span>
  );
}

export function StockByLocation({ rows }: { rows: LocationStock[] }) {
  return (
    <dl className="divide-y border-y text-sm">
      {rows.map((row) => (
        <div key={row.location} className="flex items-baseline justify-between gap-4 py-2.5">
          <dt className="font-medium">{row.location}</dt>
          <dd
            className={clsx(
              'flex flex-wrap items-center justify-end gap-x-3 text-right',
              row.obstacle ? 'text-ink-faint' : 'text-ink-soft',
            )}
          >
            {!row.obstacle && <Cells {...row} />}
            {row.obstacle && row.available > 0
              ? `${row.obstacle} (${amount(row).toLowerCase()})`
              : (row.obstacle ?? amount(row))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

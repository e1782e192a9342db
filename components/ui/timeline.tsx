/** What happened, in order, with times: an order's life, a unit's life, a run. */
import clsx from 'clsx';
import type { ReactNode } from 'react';

export interface TimelineEntry {
  id: string;
  title: ReactNode;
  /** Shown as given; `dateTime` is the machine's form. */
  time: string;
  dateTime?: string;
  detail?: ReactNode;
  tone?: 'neutral' | 'good' | 'warn' | 'danger';
}

const dots = {
  neutral: 'border-ink-faint bg-paper',
  good: 'border-good bg-good',
  warn: 'border-warn bg-warn',
  danger: 'border-danger bg-danger',
};

export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <ol className="relative space-y-5 before:absolute before:top-2 before:bottom-2 before:left-[5px] before:w-px before:bg-line">
      {entries.map(({ id, title, time, dateTime, detail, tone = 'neutral' }) => (
        <li key={id} className="relative grid grid-cols-[11px_1fr] gap-x-4">
          <span aria-hidden="true" className={clsx('mt-1.5 size-[11px] rounded-full border-2', dots[tone])} />
          <div className="min-w-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <p className="text-[0.9375rem] font-medium">{title}</p>
              <time dateTime={dateTime} className="text-xs text-ink-faint">
                {time}
              </time>
            </div>
            {detail && <div className="mt-0.5 text-sm text-ink-soft">{detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** One figure with its name and unit. `StatRow` lays several out in one aligned row that wraps on small screens. */
import clsx from 'clsx';
import type { ReactNode } from 'react';

export type StatTone = 'neutral' | 'good' | 'warn' | 'alarm';

interface StatProps {
  label: string;
  /** Already formatted; see components/format.ts. */
  value: ReactNode;
  /** "ms", "reserves/s": small, beside the figure. */
  unit?: string;
  /** A sentence below: what it is compared with, since when. */
  note?: ReactNode;
  tone?: StatTone;
  size?: 'md' | 'lg';
}

const tones: Record<StatTone, string> = {
  neutral: 'text-ink',
  good: 'text-good',
  warn: 'text-warn',
  alarm: 'text-unit-oversold',
};

export function Stat({ label, value, unit, note, tone = 'neutral', size = 'md' }: StatProps) {
  return (
    <div className="min-w-0">
      <dt className="text-label">{label}</dt>
      <dd
        className={clsx(
          'mt-1 font-medium tracking-tight tabular-nums',
          size === 'lg' ? 'text-[2.5rem] leading-none' : 'text-2xl leading-8',
          tones[tone],
        )}
      >
        {value}
        {unit && <span className="ml-1 text-sm font-normal tracking-normal text-ink-soft">{unit}</span>}
      </dd>
      {note && <dd className="mt-1 text-xs text-ink-faint">{note}</dd>}
    </div>
  );
}

export function StatRow({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <dl className={clsx('grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-8 gap-y-6', className)}>
      {children}
    </dl>
  );
}

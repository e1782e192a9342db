/**
 * A small word about a thing's state. `Badge` for orders, levels and runs; `UnitBadge` for one of the six unit
 * states, drawn with the same shape as in the unit grid.
 */
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { type UnitState, unitStateWords } from '@/components/unit-state';

export type BadgeTone = 'neutral' | 'accent' | 'good' | 'warn' | 'danger' | 'alarm';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-ink-soft',
  accent: 'bg-accent-soft text-accent',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  // For what the oversold state's colour stands for, and nothing else.
  alarm: 'bg-danger-soft text-unit-oversold font-semibold',
};

const frame = 'inline-flex h-6 items-center gap-1.5 rounded-sm px-2 text-xs font-medium whitespace-nowrap';

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={clsx(frame, tones[tone])}>{children}</span>;
}

export function UnitBadge({ state, count }: { state: UnitState; count?: number }) {
  return (
    <span className={clsx(frame, 'bg-sunken text-ink tabular-nums')}>
      <span
        className="unit"
        data-state={state}
        style={{ '--unit-size': '0.625rem' } as React.CSSProperties}
      />
      {count} {unitStateWords[state]}
    </span>
  );
}

/** The words and counts of a unit grid. States that are listed always stay in place; others appear once they occur. */
import clsx from 'clsx';
import { formatNumber } from './format';
import { type UnitCounts, type UnitState, unitStates, unitStateWords } from './unit-state';

interface UnitLegendProps {
  counts: UnitCounts;
  always?: readonly UnitState[];
  className?: string;
}

export function UnitLegend({ counts, always = [], className }: UnitLegendProps) {
  return (
    <ul className={clsx('flex flex-wrap gap-x-5 gap-y-1.5 text-sm', className)}>
      {unitStates
        .filter((state) => always.includes(state) || counts[state] > 0)
        .map((state) => (
          <li key={state} className="flex items-center gap-2" data-testid={`legend-${state}`}>
            <span
              className="unit"
              data-state={state}
              style={{ '--unit-size': '12px' } as React.CSSProperties}
            />
            <span className={state === 'oversold' ? 'font-semibold text-unit-oversold' : undefined}>
              <span className="font-medium tabular-nums">{formatNumber(counts[state])}</span>{' '}
              <span className={state === 'oversold' ? undefined : 'text-ink-soft'}>
                {unitStateWords[state]}
              </span>
            </span>
          </li>
        ))}
    </ul>
  );
}

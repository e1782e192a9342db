'use client';
import clsx from 'clsx';
import Link from 'next/link';
import { seriesStyle } from '../strategy-style';

export interface StrategyChoice {
  id: string;
  name: string;
  summary: string;
  weakness: string;
  /** What it can't be run without and isn't there, as the rest of a sentence; null when nothing is missing. */
  missing: string | null;
}

interface StrategyPickerProps {
  strategies: readonly StrategyChoice[];
  /** In the order in which they will be run. */
  picked: readonly string[];
  onPick: (picked: string[]) => void;
  error?: string;
  className?: string;
}

const MOST = 4;

/** Up to four strategies, numbered in the order in which they were picked. */
export function StrategyPicker({ strategies, picked, onPick, error, className }: StrategyPickerProps) {
  const toggle = (id: string) => {
    if (picked.includes(id)) onPick(picked.filter((one) => one !== id));
    else if (picked.length < MOST) onPick([...picked, id]);
  };
  return (
    <fieldset className={className} aria-describedby={error ? 'strategies-error' : undefined}>
      <legend className="sr-only">Strategies</legend>
      {picked.map((id) => (
        <input key={id} type="hidden" name="strategies" value={id} />
      ))}
      <div className="grid grid-cols-1 border-t sm:grid-cols-2 sm:gap-x-10 xl:grid-cols-3">
        {strategies.map(({ id, name, summary, weakness, missing }) => {
          const place = picked.indexOf(id) + 1;
          const isFull = place === 0 && (picked.length >= MOST || missing !== null);
          return (
            <div key={id} className="border-b pb-4">
              <label
                className={clsx(
                  'grid cursor-pointer grid-cols-[1.75rem_1fr] gap-x-3 pt-4 has-focus-visible:outline-2 has-focus-visible:outline-accent',
                  isFull && 'cursor-not-allowed opacity-50',
                )}
              >
                <input
                  type="checkbox"
                  checked={place > 0}
                  disabled={isFull}
                  onChange={() => toggle(id)}
                  className="sr-only"
                />
                <span
                  aria-hidden="true"
                  className={clsx(
                    'grid size-7 place-items-center rounded-md border text-sm font-medium tabular-nums',
                    place > 0 ? 'border-ink bg-ink text-paper' : 'border-line-strong text-transparent',
                  )}
                >
                  {place > 0 ? place : ''}
                </span>
                <span>
                  <span className="flex items-center gap-2 font-medium">
                    <Stroke strategy={id} />
                    {name}
                  </span>
                  <span className="mt-0.5 block text-sm text-ink-soft">{summary}</span>
                  {weakness && <span className="mt-1 block text-sm text-ink-faint">{weakness}</span>}
                  {missing && <span className="mt-1 block text-sm text-danger">It {missing}.</span>}
                </span>
              </label>
              <Link
                href={`/sales/strategies/${id}`}
                target="_blank"
                aria-label={`What it sends: ${name}, in a new tab`}
                className="link mt-1.5 ml-10 inline-block text-sm text-ink-soft"
              >
                What it sends
              </Link>
            </div>
          );
        })}
      </div>
      {error && (
        <p id="strategies-error" className="mt-2 text-sm text-danger">
          This {error}.
        </p>
      )}
    </fieldset>
  );
}

/** The line that stands for the strategy on every chart. */
export function Stroke({ strategy }: { strategy: string }) {
  const { color, dash } = seriesStyle(strategy, 0);
  return (
    <svg width="18" height="4" aria-hidden="true" className="shrink-0">
      <line
        x1="0"
        x2="18"
        y1="2"
        y2="2"
        strokeWidth="3"
        style={{ stroke: `var(--color-${color})` }}
        strokeDasharray={dash.join(' ')}
      />
    </svg>
  );
}

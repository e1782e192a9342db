/** The thresholds of a roll-out with what is measured now: how near each is, in words, as a bar, and to be changed. */
import clsx from 'clsx';
import { AnswerText } from './answer-fields';

export interface Limit {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  readonly says: string;
  /** Above the field: "At most, %". */
  readonly label: string;
  readonly limit: number;
  /** As it is to be shown; undefined where nothing is measured. */
  readonly measured?: { readonly text: string; readonly share: number; readonly isPassed: boolean };
}

export function RollOutLimits({ limits }: { limits: readonly Limit[] }) {
  return (
    <ul className="divide-y">
      {limits.map(({ key, name, unit, says, label, limit, measured }) => (
        <li
          key={key}
          className="grid grid-cols-[minmax(0,1fr)_7.5rem] items-start gap-x-5 gap-y-2 py-4 first:pt-0 last:pb-0"
        >
          <div className="min-w-0">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="text-sm font-semibold">{name}</span>
              {measured && (
                <span
                  className={clsx(
                    'text-sm font-medium tabular-nums',
                    measured.isPassed ? 'text-danger' : 'text-ink',
                  )}
                >
                  {measured.text}
                  {measured.isPassed && ', passed'}
                </span>
              )}
            </p>
            <p className="text-xs text-ink-faint">{says}</p>
            {measured && (
              <div aria-hidden="true" className="mt-2 h-1.5 overflow-hidden rounded-full bg-line">
                <div
                  className={clsx('h-full rounded-full', measured.isPassed ? 'bg-danger' : 'bg-accent')}
                  style={{ width: `${Math.min(1, measured.share) * 100}%` }}
                />
              </div>
            )}
          </div>
          <AnswerText
            name={key}
            label={label}
            aria-label={`${name}, ${unit}`}
            defaultValue={limit}
            inputMode="decimal"
            autoComplete="off"
          />
        </li>
      ))}
    </ul>
  );
}

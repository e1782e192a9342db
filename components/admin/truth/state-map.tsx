/** The four states as a path: who decides in each, what the other store does, and where the shop stands. */
import clsx from 'clsx';
import { ArrowRight } from 'lucide-react';
import { stateTexts, type TruthState, truthStates } from '@/legacy/index';

/** What the store does that doesn't decide. */
const besides: Readonly<Record<TruthState, string>> = {
  redis: 'takes units when paid',
  shadow: 'reserves, is compared',
  mysql_redis_written: 'is told, is compared',
  mysql: 'hears of nothing',
};

interface StateMapProps {
  current: TruthState;
  /** Both stores have to agree for a moment. */
  isSettling: boolean;
}

export function StateMap({ current, isSettling }: StateMapProps) {
  return (
    <ol className="grid gap-x-7 gap-y-3 lg:grid-cols-4" aria-label="States of a shop">
      {truthStates.map((state, index) => {
        const isCurrent = state === current;
        return (
          <li
            key={state}
            aria-current={isCurrent ? 'step' : undefined}
            data-testid={`state-${state}`}
            className={clsx(
              'relative flex min-w-0 flex-col rounded-md border p-4',
              isCurrent ? 'border-accent bg-accent-soft' : 'bg-surface',
            )}
          >
            {index > 0 && (
              <ArrowRight
                aria-hidden="true"
                className="absolute top-1/2 -left-6 hidden size-5 -translate-y-1/2 text-ink-faint lg:block"
              />
            )}
            <p className="flex items-baseline justify-between gap-3">
              <span className="font-semibold">{stateTexts[state].name}</span>
              <span className={clsx('text-xs', isCurrent ? 'font-semibold text-accent' : 'text-ink-faint')}>
                {isCurrent ? (isSettling ? 'settling' : 'now') : index + 1}
              </span>
            </p>
            <dl className="mt-3 grid gap-1.5 text-sm">
              {(['Redis', 'MySQL'] as const).map((store) => {
                const decides = stateTexts[state].decides === store;
                return (
                  <div
                    key={store}
                    className={clsx(
                      'grid grid-cols-[3.5rem_minmax(0,1fr)] gap-2 rounded-sm px-2 py-1',
                      decides ? 'bg-ink text-paper' : 'text-ink-soft',
                    )}
                  >
                    <dt className="font-medium">{store}</dt>
                    <dd>{decides ? 'decides' : besides[state]}</dd>
                  </div>
                );
              })}
            </dl>
          </li>
        );
      })}
    </ol>
  );
}

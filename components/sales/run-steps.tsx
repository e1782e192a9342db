/** The runs of a sale in their order: which is over, with its verdict, which goes on, which comes. */
import clsx from 'clsx';
import type { LiveRun } from '@/simulator/index';
import { formatCount, formatNumber } from '../format';
import { Badge } from '../ui/badge';
import { stateWords, verdictTones, verdictWords } from './words';

interface RunStepsProps {
  runs: readonly LiveRun[];
  names: Record<number, string>;
  currentRunId: number | undefined;
}

export function RunSteps({ runs, names, currentRunId }: RunStepsProps) {
  if (runs.length < 2) return null;
  return (
    <div>
      <ol className="grid gap-px overflow-hidden rounded-lg border bg-line sm:auto-cols-fr sm:grid-flow-col">
        {runs.map(({ runId, state, verdict }, index) => (
          <li
            key={runId}
            aria-current={runId === currentRunId ? 'step' : undefined}
            className={clsx('px-4 py-3', runId === currentRunId ? 'bg-surface' : 'bg-paper')}
          >
            <p className="text-label">
              {index + 1} of {runs.length}
            </p>
            <p className="mt-0.5 font-medium">{names[runId]}</p>
            <p className="mt-1.5 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
              {verdict ? (
                <>
                  <Badge tone={verdictTones[verdict.verdict]}>{verdictWords[verdict.verdict]}</Badge>
                  {verdict.oversold > 0
                    ? `by ${formatCount(verdict.oversold, 'unit')}`
                    : `${formatNumber(verdict.sold)} sold`}
                </>
              ) : (
                <span>{stateWords[state]}</span>
              )}
            </p>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-xs text-ink-faint">One after the other, each with the very same buyers.</p>
    </div>
  );
}

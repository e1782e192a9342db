/** What the panel itself costs: now, by its own clock, and a sale, as it was measured. */
import type { PanelCostRecord } from '@/app/api/live/own-cost-record';
import type { CostView } from '@/app/api/live/snapshot';
import { formatCount, formatDuration, formatNumber, formatShare } from '@/components/format';

interface OwnCostProps {
  cost: CostView;
  measured: PanelCostRecord | null;
}

export function OwnCost({ cost, measured }: OwnCostProps) {
  return (
    <section aria-label="What the panel costs" className="rounded-lg border px-5 py-4 text-sm text-ink-soft">
      <h2 className="text-sm font-semibold text-ink">What this panel costs</h2>
      <p className="mt-1 max-w-4xl">
        Its readings take {formatShare(cost.share)} of the time just now, the last one{' '}
        {formatDuration(cost.lastMs)}, on connections of its own and once for all who look (
        {formatNumber(cost.viewers)} now).{' '}
        {measured ? (
          <>
            A sale beside it kept{' '}
            <span className="font-medium whitespace-nowrap text-ink">
              {formatShare(measured.panelOnVsOff)}
            </span>{' '}
            of its throughput: median of {measured.pairs} pairs, {formatNumber(measured.ordersPerSecond.on)}{' '}
            orders/s with the panel and {formatNumber(measured.ordersPerSecond.off)} without, in one run on{' '}
            {measured.machine}, MySQL {measured.mysql}, {measured.measuredAt.slice(0, 10)}.
            {measured.answerP95Ms && (
              <>
                {' '}
                A checkout was answered within {formatDuration(measured.answerP95Ms.on)} (p95) with it and{' '}
                {formatDuration(measured.answerP95Ms.off)} without
                {measured.rowLocks
                  ? `, while an idle session held ${formatCount(measured.rowLocks, 'row lock')}.`
                  : '.'}
              </>
            )}
          </>
        ) : (
          'What it costs a sale has not been measured yet.'
        )}{' '}
        Measure it here with <code className="text-xs">npm run panel-cost</code>.
      </p>
    </section>
  );
}

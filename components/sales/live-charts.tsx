'use client';
/** The same moments as lines: how fast, how long, what is left. A fixed window, so that nothing squeezes. */
import type { Figures, StrategyId } from '@/simulator/index';
import { Chart } from '../chart';

const WINDOW_SECONDS = 60;

export function LiveCharts({ figures, strategy }: { figures: readonly Figures[]; strategy: StrategyId }) {
  const seconds = figures.map(({ atMs }) => atMs / 1000);
  const time = { label: 'Time', unit: 's', values: seconds };
  const line = (label: string, of: (one: Figures) => number | null) => ({ label, values: figures.map(of) });
  /** A line that stands for answers has a gap where there were none. */
  const answered = (of: (one: Figures) => number) => (one: Figures) =>
    one.reservesPerSecond > 0 ? of(one) : null;
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-3">
      <Chart
        title="Time from arrival to answer"
        x={time}
        y={{ label: 'Latency', unit: 'ms' }}
        window={WINDOW_SECONDS}
        height={220}
        series={[
          line(
            'p50',
            answered(({ latencyMs }) => latencyMs.p50),
          ),
          line(
            'p95',
            answered(({ latencyMs }) => latencyMs.p95),
          ),
          line(
            'p99',
            answered(({ latencyMs }) => latencyMs.p99),
          ),
        ]}
      />
      <Chart
        title="Answers a second"
        x={time}
        y={{ label: 'Answers', unit: 'reserves/s' }}
        window={WINDOW_SECONDS}
        height={220}
        series={[{ ...line('answers', ({ reservesPerSecond }) => reservesPerSecond), strategy }]}
      />
      <Chart
        title="What is left"
        x={time}
        y={{ label: 'Units', unit: 'units' }}
        window={WINDOW_SECONDS}
        height={220}
        series={[
          line('free', ({ free }) => free),
          line('held', ({ held }) => held),
          line('sold', ({ sold }) => sold),
        ]}
      />
    </div>
  );
}

'use client';
/** The whole course of the runs of a sale, one line a strategy. */
import type { Figures, StrategyId } from '@/simulator/index';
import { Chart } from '../chart';

export interface Course {
  strategy: StrategyId;
  name: string;
  figures: Figures[];
}

/** Seconds that one point of a chart stands for. */
const STEP = 0.25;
const MOST_POINTS = 400;

export function ReportCharts({ courses }: { courses: readonly Course[] }) {
  const longest = Math.max(1, ...courses.map(({ figures }) => (figures.at(-1)?.atMs ?? 0) / 1000));
  const step = Math.max(STEP, longest / MOST_POINTS);
  const count = Math.ceil(longest / step) + 1;
  const seconds = Array.from({ length: count }, (_, index) => index * step);
  const lines = (of: (one: Figures) => number | null) =>
    courses.map(({ name, strategy, figures }) => {
      const values: (number | null)[] = Array.from({ length: count }, () => null);
      let from = 0;
      for (const one of figures) {
        // A sample stands for the time since the one before it.
        const until = Math.round(one.atMs / 1000 / step);
        values.fill(of(one), Math.min(from, until), until + 1);
        from = until + 1;
      }
      return { label: name, strategy, values };
    });
  const x = { label: 'Time', unit: 's', values: seconds };
  const answered = (of: (one: Figures) => number) => (one: Figures) =>
    one.reservesPerSecond > 0 ? of(one) : null;
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-3 print:grid-cols-3">
      <Chart
        title="Arrival to answer, p99"
        x={x}
        y={{ label: 'Latency', unit: 'ms' }}
        series={lines(answered(({ latencyMs }) => latencyMs.p99))}
      />
      <Chart
        title="Answers a second"
        x={x}
        y={{ label: 'Answers', unit: 'reserves/s' }}
        series={lines(({ reservesPerSecond }) => reservesPerSecond)}
      />
      <Chart title="Sold" x={x} y={{ label: 'Sold', unit: 'units' }} series={lines(({ sold }) => sold)} />
    </div>
  );
}

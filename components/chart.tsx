'use client';
/**
 * A line chart over time or size: labelled axes with units, each line named at its end, and the same figures as a table
 * for reading and copying. uPlot is loaded when the first chart is shown; its place is kept until then.
 */
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { ChartTable } from './chart-table';

const ChartCanvas = dynamic(() => import('./chart-canvas').then((module) => module.ChartCanvas), {
  ssr: false,
});

export interface ChartSeries {
  label: string;
  values: (number | null)[];
  /** Gives the line the strategy's colour. */
  strategy?: string;
}

export interface ChartAxis {
  label: string;
  /** "ms", "reserves/s"; empty for a plain count. */
  unit: string;
}

export interface ChartProps {
  title: string;
  x: ChartAxis & { values: number[] };
  y: ChartAxis;
  series: ChartSeries[];
  /** Shows only the last so many units of x, so that a running chart does not squeeze. */
  window?: number;
  /** Starts the y axis at 0; the default, since most charts here show amounts. */
  isZeroBased?: boolean;
  height?: number;
}

const views = ['Chart', 'Table'] as const;

export function Chart(props: ChartProps) {
  const { title, height = 260 } = props;
  const [view, setView] = useState<(typeof views)[number]>('Chart');
  return (
    <figure className="min-w-0">
      <figcaption className="flex items-center justify-between gap-4">
        <span className="text-sm font-semibold">{title}</span>
        <span className="flex rounded-md border p-0.5 text-xs print:hidden">
          {views.map((name) => (
            <button
              key={name}
              type="button"
              aria-label={`${title} as ${name.toLowerCase()}`}
              aria-pressed={view === name}
              onClick={() => setView(name)}
              className="rounded-sm px-2 py-0.5 text-ink-soft aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink"
            >
              {name}
            </button>
          ))}
        </span>
      </figcaption>
      <div className="mt-3" style={{ height }}>
        {view === 'Chart' ? <ChartCanvas {...props} height={height} /> : <ChartTable {...props} />}
      </div>
    </figure>
  );
}

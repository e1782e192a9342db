'use client';
/** The part of a chart that needs uPlot. Drawn anew when the set of lines, the size or the theme changes, else fed. */
import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ChartProps } from './chart';
import { chartOptions } from './chart-options';
import { useThemeChanges } from './theme-changes';

function dataOf({ x, series }: Pick<ChartProps, 'x' | 'series'>): UPlot.AlignedData {
  return [x.values, ...series.map(({ values }) => values)];
}

export function ChartCanvas(props: ChartProps & { height: number }) {
  const frame = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLParagraphElement>(null);
  const plot = useRef<UPlot>(null);
  const latest = useRef(props);
  latest.current = props;
  const [width, setWidth] = useState(0);
  const themeChanges = useThemeChanges();
  const lines = props.series.map(({ label, strategy }) => `${label}/${strategy}`).join('\n');

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const resize = new ResizeObserver(() => setWidth(element.clientWidth));
    resize.observe(element);
    return () => resize.disconnect();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: lines and themeChanges stand for what the options are made of
  useEffect(() => {
    if (!frame.current || width === 0) return;
    const options = chartOptions(latest.current, width, (text) => {
      if (readout.current) readout.current.textContent = text;
    });
    plot.current = new UPlot(options, dataOf(latest.current), frame.current);
    return () => {
      plot.current?.destroy();
      plot.current = null;
    };
  }, [width, lines, themeChanges]);

  useEffect(() => {
    plot.current?.setData(dataOf({ x: props.x, series: props.series }));
  }, [props.x, props.series]);

  const description = `Line chart of ${props.y.label} (${props.y.unit || 'count'}) by ${props.x.label} (${props.x.unit}): ${props.series.map(({ label }) => label).join(', ')}. The table view has the figures.`;
  return (
    <div>
      <p ref={readout} aria-hidden="true" className="h-4 truncate text-2xs text-ink-soft tabular-nums" />
      <div ref={frame} role="img" aria-label={description} style={{ height: props.height - 16 }} />
    </div>
  );
}

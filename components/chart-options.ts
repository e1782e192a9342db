/** How a chart looks, in uPlot's terms: axes with units, quiet grid, the colour of each line, its name at its end. */
import type UPlot from 'uplot';
import type { ChartProps } from './chart';
import { formatNumber } from './format';
import { spreadLabels } from './spread-labels';
import { seriesStyle } from './strategy-style';
import { readColors } from './theme-changes';

const fontSize = 12;

function axisLabel({ label, unit }: { label: string; unit: string }): string {
  return unit ? `${label}, ${unit}` : label;
}

function tickLabels(_: UPlot, splits: number[]): string[] {
  const step = Math.abs((splits[1] ?? 0) - (splits[0] ?? 0));
  const digits = step > 0 && step < 1 ? Math.min(3, Math.ceil(-Math.log10(step))) : 0;
  return splits.map((value) => formatNumber(value, digits));
}

function drawNames(plot: UPlot, colors: string[], font: string): void {
  const { ctx, bbox } = plot;
  const scale = window.devicePixelRatio;
  const ends = plot.series.slice(1).map((line, index) => {
    const values: (number | null | undefined)[] = Array.from(plot.data[index + 1] ?? []);
    const last = values.findLast((value) => value !== null && value !== undefined);
    const y = last === undefined || last === null ? null : plot.valToPos(last, 'y', true);
    return { label: String(line.label), color: colors[index] ?? '', y };
  });
  const shown = ends.filter((end): end is typeof end & { y: number } => end.y !== null);
  const positions = spreadLabels(
    shown.map(({ y }) => Math.min(Math.max(y, bbox.top), bbox.top + bbox.height)),
    (fontSize + 3) * scale,
    bbox.top + bbox.height,
  );
  ctx.save();
  ctx.font = font.replace(`${fontSize}px`, `${fontSize * scale}px`);
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  shown.forEach(({ label, color }, index) => {
    ctx.fillStyle = color;
    ctx.fillText(label, bbox.left + bbox.width + 8 * scale, positions[index] ?? 0);
  });
  ctx.restore();
}

function nameWidth(labels: string[], font: string): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  context.font = font;
  return Math.max(0, ...labels.map((label) => context.measureText(label).width));
}

function readoutText(plot: UPlot, { x, y, series }: ChartProps): string {
  const at = plot.cursor.idx;
  if (at === null || at === undefined) return '';
  const position = plot.data[0][at];
  const figures = series.map(({ label }, index) => {
    const value = plot.data[index + 1]?.[at];
    return `${label} ${value === null || value === undefined ? '–' : formatNumber(value, value < 10 ? 2 : 0)}`;
  });
  return `${x.label} ${formatNumber(position ?? 0, Number.isInteger(position) ? 0 : 1)} ${x.unit}: ${figures.join(', ')} ${y.unit}`;
}

export function chartOptions(
  props: ChartProps & { height: number },
  width: number,
  showReadout: (text: string) => void,
): UPlot.Options {
  const { x, y, series, window: span, isZeroBased = true, height } = props;
  const styles = series.map(({ strategy }, index) => seriesStyle(strategy, index));
  const palette = readColors([
    'ink-faint',
    'line',
    'line-strong',
    'surface',
    ...styles.map(({ color }) => color),
  ]);
  const colors = styles.map(({ color }) => palette[color] ?? '');
  const font = `500 ${fontSize}px ${getComputedStyle(document.body).fontFamily}`;
  const labels = series.map(({ label }) => label);
  const axis: UPlot.Axis = {
    stroke: palette['ink-faint'],
    font,
    labelFont: font,
    labelSize: 20,
    grid: { stroke: palette.line, width: 1 },
    ticks: { show: false },
    values: tickLabels,
  };
  return {
    width,
    height: height - 16,
    padding: [8, nameWidth(labels, font) + 16, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
    scales: {
      x: {
        time: false,
        range: (_, min, max) =>
          span === undefined ? [min, max] : [Math.max(min, max - span), Math.max(max, min + span)],
      },
      y: {
        range: (_, min, max) => {
          const low = isZeroBased ? 0 : min - (max - min) * 0.1;
          const high = max + (max - low) * 0.08;
          return [low, high > low ? high : low + 1];
        },
      },
    },
    axes: [
      {
        ...axis,
        label: axisLabel(x),
        size: 28,
        space: 64,
        grid: { show: false },
        border: { show: true, stroke: palette['line-strong'], width: 1 },
      },
      {
        ...axis,
        label: axisLabel(y),
        size: (_, values) => Math.max(36, nameWidth(values ?? [], font) + 12),
        space: 36,
      },
    ],
    series: [
      {},
      ...series.map(({ label }, index) => ({
        label,
        stroke: colors[index],
        width: 1.75,
        dash: styles[index]?.dash,
        points: { show: false },
      })),
    ],
    hooks: {
      draw: [(plot) => drawNames(plot, colors, font)],
      setCursor: [(plot) => showReadout(readoutText(plot, props))],
    },
  };
}

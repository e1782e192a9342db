/** A minute of a pool as a line; zero-based, so that an empty pool lies on the ground. */
interface SparklineProps {
  values: readonly number[];
  /** Top of the scale: the pool's cap. */
  most: number;
}

const width = 96;
const height = 22;

export function Sparkline({ values, most }: SparklineProps) {
  if (values.length < 2) return <span className="text-ink-faint">–</span>;
  const top = Math.max(most, ...values, 1);
  const step = width / (values.length - 1);
  const points = values.map((value, index) => {
    const y = height - 1 - (value / top) * (height - 2);
    return `${(index * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--color-line)" />
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--color-unit-free)"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  );
}

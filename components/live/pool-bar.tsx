/** A pool as a bar: what lies ready of what may, with the mark at which a refill starts. */
import { formatNumber } from '@/components/format';

interface PoolBarProps {
  pooled: number | null;
  poolCap: number;
  lowWaterMark: number;
}

export function PoolBar({ pooled, poolCap, lowWaterMark }: PoolBarProps) {
  const top = Math.max(poolCap, pooled ?? 0, 1);
  const isLow = pooled !== null && pooled <= lowWaterMark;
  const text =
    pooled === null
      ? 'not counted yet'
      : `${formatNumber(pooled)} of ${formatNumber(poolCap)}, refills at ${formatNumber(lowWaterMark)}`;
  return (
    <span className="relative block h-2.5 w-full min-w-16 rounded-[2px] bg-sunken" title={text}>
      <span
        className={`absolute inset-y-0 left-0 rounded-[2px] ${isLow ? 'bg-unit-locked' : 'bg-unit-free'}`}
        style={{ width: `${((pooled ?? 0) / top) * 100}%` }}
      />
      <span
        className="absolute -inset-y-0.5 w-px bg-ink"
        style={{ left: `${(lowWaterMark / top) * 100}%` }}
      />
    </span>
  );
}

/** How far something measurable has come. The text beside it is the message, the bar its picture. */
import type { ReactNode } from 'react';

interface ProgressProps {
  label: string;
  value: number;
  max: number;
  /** "320 of 500 buyers, 12 s left" */
  text?: ReactNode;
}

export function Progress({ label, value, max, text }: ProgressProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <div>
      <div className="flex justify-between gap-4 text-sm">
        <span className="font-medium whitespace-nowrap">{label}</span>
        {text && <span className="text-right text-ink-soft tabular-nums">{text}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={max}
        className="mt-2 h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full origin-left rounded-full bg-accent transition-transform duration-200"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  );
}

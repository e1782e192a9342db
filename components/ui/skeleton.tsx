/** A quiet placeholder of the final size. It does not shimmer: nothing moves that does not explain a change. */
import clsx from 'clsx';

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('skeleton block', className)} />;
}

/** Several lines of text on their way, the last one shorter. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  const widths = [...Array.from({ length: lines - 1 }, (_, line) => `${100 - line}%`), '60%'];
  return (
    <span aria-hidden="true" className="block space-y-2.5">
      {widths.map((width) => (
        <span key={width} className="skeleton block h-3.5" style={{ width }} />
      ))}
    </span>
  );
}

/** One line of stock, with the shape of the unit state it stands for. Keeps its height, so that refreshing moves nothing. */
import clsx from 'clsx';
import type { UnitState } from '@/components/unit-state';
import { type StockPromise, type StockTone, stockWords } from './stock-words';

const shapes: Record<StockTone, UnitState> = { plenty: 'free', few: 'free', held: 'held', none: 'sold' };

export function StockLine({ promise, className }: { promise: StockPromise; className?: string }) {
  const { tone, text } = stockWords(promise);
  return (
    <p
      className={clsx(
        'flex items-center gap-2 text-sm',
        tone === 'few' ? 'text-ink' : 'text-ink-soft',
        className,
      )}
    >
      <span
        aria-hidden="true"
        className="unit"
        data-state={shapes[tone]}
        style={{ '--unit-size': '10px' } as React.CSSProperties}
      />
      {text}
    </p>
  );
}

/** The conservation light of the shop: green when every level was found sound, red with the levels that are not, unlit without levels. */
import clsx from 'clsx';
import type { LevelSample, StockView } from '@/app/api/live/snapshot';
import { formatNumber } from '@/components/format';

/** Broken levels that are named; the pools below list the others first too. */
const shown = 4;

interface BooksLightProps {
  stock: StockView;
  onOpen: (level: LevelSample) => void;
}

export function BooksLight({ stock, onOpen }: BooksLightProps) {
  const { books, levelCount, levels } = stock;
  const isBroken = books.broken.length > 0;
  const isWhole = levelCount > 0 && books.checked === levelCount;
  const broken = levels.filter(({ key }) => books.broken.includes(key)).slice(0, shown);
  return (
    <p
      role="status"
      className="relative flex flex-wrap gap-x-2.5 gap-y-1 pl-5 text-sm"
      data-testid="books-light"
    >
      <span
        aria-hidden="true"
        className={clsx(
          'absolute top-1.5 left-0.5 size-2.5',
          isBroken ? 'rotate-45 bg-unit-oversold' : 'rounded-full',
          !isBroken && (isWhole ? 'bg-good' : 'bg-unit-free'),
        )}
      />
      {isBroken ? (
        <>
          <span className="font-semibold text-unit-oversold">
            {formatNumber(books.broken.length)} of {formatNumber(levelCount)} levels don’t add up
          </span>
          {broken.map((level) => (
            <button type="button" key={level.key} className="link" onClick={() => onOpen(level)}>
              {[level.title || `Item ${level.inventoryItemId}`, level.location].filter(Boolean).join(', ')}
            </button>
          ))}
        </>
      ) : (
        <span>
          {soundText(levelCount, isWhole)}
          {levelCount > 0 && (
            <span className="text-ink-soft tabular-nums">
              {' '}
              · {formatNumber(books.checked)} of {formatNumber(levelCount)} levels checked
            </span>
          )}
        </span>
      )}
    </p>
  );
}

function soundText(levelCount: number, isWhole: boolean): string {
  if (levelCount === 0) return 'No levels, so no books to check';
  return isWhole ? 'Every unit is accounted for' : 'Books balance so far';
}

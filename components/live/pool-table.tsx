'use client';
/** Every level of the shop, hottest first. Only the rows in view are in the document, so a thousand scroll like ten. */
import { useState } from 'react';
import type { LevelSample } from '@/app/api/live/snapshot';
import { formatClock, formatNumber } from '@/components/format';
import { BooksMark } from './books-mark';
import { byHeat, filterLevels, inOrder } from './merge';
import { PoolBar } from './pool-bar';
import { Sparkline } from './sparkline';

const rowHeight = 44;
const headHeight = 36;
/** The most that is ever in view; where the panel gives the table less, a few rows are drawn for nothing. */
const viewHeight = 18 * rowHeight;
const spare = 4;

interface PoolTableProps {
  levels: readonly LevelSample[];
  search: string;
  /** Said where there are no levels at all. */
  emptyText: string;
  onOpen: (level: LevelSample) => void;
}

const head =
  'sticky top-0 z-10 h-9 bg-surface px-3 text-xs font-medium whitespace-nowrap text-ink-faint shadow-[inset_0_-1px_var(--color-line)] first:pl-5 last:pr-5';
const cell = 'px-3 first:pl-5 last:pr-5 whitespace-nowrap';
const figure = `${cell} text-right tabular-nums`;

/** From 1280 px on the table shares the screen with two other cards. */
const whereWide = 'hidden lg:max-xl:table-cell min-[1400px]:table-cell';

/** Of all levels together, with the heads of their columns, or of the text in their place; px. */
export function poolTableHeight(levelCount: number): number {
  return headHeight + (levelCount || 3) * rowHeight;
}

function untilDry({ pooled, poolDryInSeconds }: LevelSample): string {
  if (pooled === 0) return 'dry';
  if (poolDryInSeconds === null) return '–';
  if (poolDryInSeconds < 1) return '< 1 s';
  return poolDryInSeconds > 5999 ? '> 99 min' : formatClock(poolDryInSeconds);
}

export function PoolTable({ levels, search, emptyText, onOpen }: PoolTableProps) {
  const [scrollTop, setScrollTop] = useState(0);
  // Whoever is about to press a row must not find another one under the pointer.
  const [heldOrder, setHeldOrder] = useState<readonly string[] | null>(null);
  const sorted = heldOrder ? inOrder(levels, heldOrder) : byHeat(levels);
  const rows = filterLevels(sorted, search);
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - spare);
  const last = Math.min(rows.length, Math.ceil((scrollTop + viewHeight) / rowHeight) + spare);
  const frame = { role: 'group', tabIndex: 0, 'aria-label': 'Pools, hottest first' };
  return (
    <div
      {...frame}
      className="min-h-0 flex-1 overflow-auto max-xl:max-h-[35.75rem]"
      onPointerEnter={() => setHeldOrder(sorted.map(({ key }) => key))}
      onPointerLeave={() => setHeldOrder(null)}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    >
      <table className="w-full table-fixed border-collapse text-sm" aria-rowcount={rows.length + 1}>
        <caption className="sr-only">Pools of all levels, hottest first</caption>
        <thead>
          <tr>
            <th scope="col" className={`${head} text-left`}>
              Item, location
            </th>
            <th
              scope="col"
              className={`${head} hidden w-24 text-left sm:table-cell sm:w-32 xl:w-24 2xl:w-36`}
            >
              Pool
            </th>
            <th scope="col" className={`${head} w-18 text-right`}>
              In pool
            </th>
            <th scope="col" className={`${head} hidden w-20 text-right md:table-cell`}>
              Unpooled
            </th>
            <th scope="col" className={`${head} w-15 text-right last:w-18`}>
              Held
            </th>
            <th scope="col" className={`${head} hidden w-22 text-right sm:table-cell`}>
              Leaving /s
            </th>
            <th scope="col" className={`${head} ${whereWide} w-22 text-right`}>
              Pool dry in
            </th>
            <th scope="col" className={`${head} hidden w-30 text-left 2xl:table-cell`}>
              Last minute
            </th>
            <th scope="col" className={`${head} hidden w-31 text-left md:table-cell`}>
              Books
            </th>
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr style={{ height: first * rowHeight }} />}
          {rows.slice(first, last).map((level, index) => (
            <tr
              key={level.key}
              aria-rowindex={first + index + 2}
              className="border-b last:border-b-0 hover:bg-sunken/50"
              style={{ height: rowHeight }}
              data-testid={`level-${level.key}`}
            >
              <th scope="row" className={`${cell} max-w-0 text-left font-normal`}>
                <button
                  type="button"
                  className="block w-full min-w-0 text-left leading-snug"
                  onClick={() => onOpen(level)}
                >
                  <span
                    title={level.title || undefined}
                    className="block truncate font-medium underline decoration-line-strong underline-offset-2 hover:decoration-current"
                  >
                    {level.title || `Item ${level.inventoryItemId}`}
                  </span>
                  <span className="block truncate text-xs text-ink-soft">
                    {[level.location || `Group ${level.inventoryGroupId}`, level.sku]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </button>
              </th>
              <td className={`${cell} hidden sm:table-cell`}>
                <PoolBar pooled={level.pooled} poolCap={level.poolCap} lowWaterMark={level.lowWaterMark} />
              </td>
              <td className={`${figure} font-medium`}>
                {level.pooled === null ? '…' : formatNumber(level.pooled)}
              </td>
              <td className={`${figure} hidden md:table-cell`}>{formatNumber(level.unpooled)}</td>
              <td className={`${figure} ${level.held > 0 ? 'text-accent' : 'text-ink-faint'}`}>
                {formatNumber(level.held)}
              </td>
              <td className={`${figure} hidden sm:table-cell`}>
                {level.drainPerSecond > 0.05 ? formatNumber(level.drainPerSecond, 1) : '–'}
              </td>
              <td className={`${figure} ${whereWide}`}>{untilDry(level)}</td>
              <td className={`${cell} hidden 2xl:table-cell`}>
                <Sparkline values={level.trend} most={level.poolCap} />
              </td>
              <td className={`${cell} hidden text-xs md:table-cell`}>
                <BooksMark books={level.books} />
              </td>
            </tr>
          ))}
          {last < rows.length && <tr style={{ height: (rows.length - last) * rowHeight }} />}
        </tbody>
      </table>
      {rows.length === 0 && (
        <p className="px-5 py-10 text-center text-sm text-ink-soft">
          {levels.length === 0 ? emptyText : `No item or location matches “${search}”.`}
        </p>
      )}
    </div>
  );
}

/**
 * Tables: aligned, dense, scrolling sideways in their own frame on small screens. `Table` gives the frame and the
 * caption; `Th`/`Td` the cells (figures go to the end with `isNumeric`); `SortableTh` is a link, so sorting works
 * without JavaScript and can be shared; `TableMessage` fills the body when there are no rows to show.
 */
import clsx from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import Link from 'next/link';
import type { ComponentProps, ReactNode } from 'react';
import { ScrollFrame } from './scroll-frame';

interface TableProps {
  /** Names the table for screen readers; shown above it with `hasVisibleCaption`. */
  caption: string;
  hasVisibleCaption?: boolean;
  className?: string;
  children: ReactNode;
}

export function Table({ caption, hasVisibleCaption = false, className, children }: TableProps) {
  return (
    <ScrollFrame label={caption} className={clsx('rounded-[inherit]', className)}>
      <table className="w-full border-collapse text-sm">
        <caption className={hasVisibleCaption ? 'px-5 py-3 text-left text-xs text-ink-faint' : 'sr-only'}>
          {caption}
        </caption>
        {children}
      </table>
    </ScrollFrame>
  );
}

interface CellProps {
  isNumeric?: boolean;
}

const headCell =
  'h-10 border-b px-4 text-xs font-medium whitespace-nowrap text-ink-faint first:pl-5 last:pr-5';

export function Th({ isNumeric = false, className, ...rest }: CellProps & ComponentProps<'th'>) {
  return (
    <th scope="col" className={clsx(headCell, isNumeric ? 'text-right' : 'text-left', className)} {...rest} />
  );
}

export interface SortableThProps extends CellProps {
  label: string;
  /** Where the click leads: the same page, sorted by this column, the other way round if it already is. */
  href: string;
  direction?: 'ascending' | 'descending';
}

export function SortableTh({ label, href, direction, isNumeric = false }: SortableThProps) {
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <Th isNumeric={isNumeric} aria-sort={direction ?? 'none'}>
      <Link
        href={href}
        scroll={false}
        className={clsx(
          'group inline-flex items-center gap-1 align-middle hover:text-ink',
          isNumeric && 'flex-row-reverse',
          direction && 'text-ink',
        )}
      >
        {label}
        <Arrow
          aria-hidden="true"
          className={clsx(
            'size-3.5',
            !direction && 'opacity-0 group-hover:opacity-40 group-focus-visible:opacity-40',
          )}
        />
      </Link>
    </Th>
  );
}

export function Tr({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr className={clsx('border-b last:border-b-0 hover:bg-sunken/50', className)} {...rest} />;
}

export function Td({ isNumeric = false, className, ...rest }: CellProps & ComponentProps<'td'>) {
  return (
    <td
      className={clsx(
        'h-11 px-4 py-2 align-middle first:pl-5 last:pr-5',
        isNumeric && 'text-right whitespace-nowrap',
        className,
      )}
      {...rest}
    />
  );
}

/** One row over all columns: an EmptyState, a failure with a retry, a note that more rows exist. */
export function TableMessage({ columnCount, children }: { columnCount: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columnCount} className="px-5 py-14">
        {children}
      </td>
    </tr>
  );
}

/** Grey rows of the final height while the rows are on their way. */
export function TableSkeleton({ columnCount, rowCount = 8 }: { columnCount: number; rowCount?: number }) {
  const rows = Array.from({ length: rowCount }, (_, row) => row);
  const columns = Array.from({ length: columnCount }, (_, column) => column);
  return rows.map((row) => (
    <tr key={row} className="border-b last:border-b-0">
      {columns.map((column) => (
        <td key={column} className="h-11 px-4 first:pl-5 last:pr-5">
          <span
            className="skeleton block h-3.5"
            style={{ width: `${45 + ((row * 7 + column * 23) % 45)}%` }}
          />
        </td>
      ))}
    </tr>
  ));
}

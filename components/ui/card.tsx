/** A bordered surface with an optional heading row. Used for panels and forms, not around every paragraph. */
import clsx from 'clsx';
import type { ReactNode } from 'react';

interface CardProps {
  title?: ReactNode;
  /** Beside the title: buttons, a badge. */
  aside?: ReactNode;
  /** The heading's level, so that the page's outline has no gaps. */
  level?: 2 | 3;
  /** No inner space: for tables and grids that bring their own. */
  isFlush?: boolean;
  /** The content takes the height that the card is given, and scrolls by itself. */
  isFilled?: boolean;
  className?: string;
  children: ReactNode;
}

export function Card({
  title,
  aside,
  level = 2,
  isFlush = false,
  isFilled = false,
  className,
  children,
}: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <section className={clsx('min-w-0 rounded-lg border bg-surface', isFilled && 'flex flex-col', className)}>
      {(title || aside) && (
        <header
          className={clsx(
            'flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-2.5',
            isFlush && 'border-b',
          )}
        >
          {title && <Heading className="text-sm font-semibold">{title}</Heading>}
          {aside}
        </header>
      )}
      <div
        className={clsx(
          !isFlush && (title || aside ? 'px-5 pb-5' : 'p-5'),
          isFilled && 'flex min-h-0 flex-1 flex-col',
        )}
      >
        {children}
      </div>
    </section>
  );
}

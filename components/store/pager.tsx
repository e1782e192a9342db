/** Leads through the pages of a list; nothing when there is only one. */
import Link from 'next/link';

interface PagerProps {
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}

export function Pager({ page, pages, hrefOf }: PagerProps) {
  if (pages <= 1) return null;
  return (
    <nav
      aria-label="Pages"
      className="mt-14 flex items-center justify-between gap-4 border-t pt-4 text-[0.9375rem]"
    >
      {page > 1 ? (
        <Link href={hrefOf(page - 1)} className="link" rel="prev">
          Back
        </Link>
      ) : (
        <span />
      )}
      <p className="text-ink-soft tabular-nums">
        Page {page} of {pages}
      </p>
      {page < pages ? (
        <Link href={hrefOf(page + 1)} className="link" rel="next">
          More
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}

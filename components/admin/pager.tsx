/** Previous and next page, for keyset or numbered paging alike. An absent address means there is no such page. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { ButtonLink } from '@/components/ui/button';

interface PagerProps {
  /** "1–50 of 10,000", "50 entries, newest first" */
  text: string;
  previousHref?: string;
  nextHref?: string;
}

export function Pager({ text, previousHref, nextHref }: PagerProps) {
  return (
    <nav
      aria-label="Pages"
      className="flex min-h-12 items-center justify-between gap-4 border-t px-5 py-2 text-sm text-ink-soft"
    >
      <p className="tabular-nums">{text}</p>
      <div className="flex gap-2">
        {previousHref && (
          <ButtonLink href={previousHref} tone="outline" size="sm">
            <ChevronLeft aria-hidden="true" className="-ml-1 size-4" />
            Previous
          </ButtonLink>
        )}
        {nextHref && (
          <ButtonLink href={nextHref} tone="outline" size="sm">
            Next
            <ChevronRight aria-hidden="true" className="-mr-1 size-4" />
          </ButtonLink>
        )}
      </div>
    </nav>
  );
}

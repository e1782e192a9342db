/** Search and categories of the catalogue: a GET form and links, so every view has an address. */
import clsx from 'clsx';
import { Search } from 'lucide-react';
import Link from 'next/link';
import { buttonClass } from '@/components/ui/button';

export interface CategoryLink {
  label: string;
  href: string;
  isCurrent: boolean;
}

interface CatalogueFilterProps {
  /** The page's own path; the form submits `q` to it. */
  action: string;
  query: string;
  categories: CategoryLink[];
  /** Kept when searching within a category. */
  category?: string;
}

export function CatalogueFilter({ action, query, categories, category }: CatalogueFilterProps) {
  return (
    <div className="flex flex-col gap-x-8 gap-y-4 border-y py-3 md:flex-row md:items-center md:justify-between">
      <nav aria-label="Categories">
        <ul className="flex flex-wrap gap-x-6 gap-y-1 text-[0.9375rem]">
          {categories.map(({ label, href, isCurrent }) => (
            <li key={label}>
              <Link
                href={href}
                aria-current={isCurrent ? 'page' : undefined}
                className={clsx('block py-1', isCurrent ? 'font-medium' : 'text-ink-soft hover:text-ink')}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <search>
        <form action={action} className="flex gap-2">
          {category && <input type="hidden" name="category" value={category} />}
          <input
            type="search"
            name="q"
            defaultValue={query}
            aria-label="Search products"
            placeholder="Search"
            className="h-10 w-full rounded-md border border-line-strong bg-surface px-3 text-[0.9375rem] placeholder:text-ink-faint md:w-56"
          />
          <button type="submit" aria-label="Search" className={buttonClass({ tone: 'outline' })}>
            <Search aria-hidden="true" className="size-4" />
          </button>
        </form>
      </search>
    </div>
  );
}

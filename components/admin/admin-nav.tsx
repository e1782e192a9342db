'use client';
/** The admin's side navigation; on small screens a row that scrolls sideways. A count asks for attention. */
import clsx from 'clsx';
import Link from 'next/link';
import { usePathname } from 'next/navigation';

export interface AdminNavEntry {
  href: string;
  label: string;
  /** Things that wait for the merchant: shown when above 0. */
  count?: number;
  /** A word about its state, where that is worth one. */
  note?: string;
}

export function AdminNav({ entries }: { entries: AdminNavEntry[] }) {
  const pathname = usePathname();
  // The overview's address is the beginning of all others; the longest that fits is the current one.
  const current = entries
    .filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
    .sort((a, b) => b.href.length - a.href.length)[0];
  return (
    <nav aria-label="Admin" className="relative -mx-1 overflow-x-auto">
      <ul className="flex gap-1 px-1 lg:flex-col lg:gap-0.5">
        {entries.map(({ href, label, count = 0, note }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={href === current?.href ? 'page' : undefined}
              className={clsx(
                'flex h-9 items-center justify-between gap-3 rounded-md px-3 text-sm whitespace-nowrap',
                href === current?.href
                  ? 'bg-ink/8 font-medium text-ink'
                  : 'text-ink-soft hover:bg-sunken hover:text-ink',
              )}
            >
              {label}
              {note && <span className="rounded-sm bg-warn-soft px-1.5 text-xs text-warn">{note}</span>}
              {count > 0 && (
                <span className="rounded-full bg-warn-soft px-1.5 text-xs font-medium text-warn tabular-nums">
                  {count}
                  <span className="sr-only"> need attention</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

'use client';
/** The main navigation; the entry for the section one is in is marked for eyes and for screen readers. */
import clsx from 'clsx';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { siteLinks } from './site-links';

const entries = [
  { href: siteLinks.shop, label: 'Shop' },
  { href: siteLinks.sales, label: 'Flash sale' },
  { href: siteLinks.live, label: 'Live panel' },
  { href: siteLinks.lab, label: 'Lab' },
  { href: siteLinks.admin, label: 'Admin' },
];

export function SiteNav() {
  const pathname = usePathname();
  return (
    <nav aria-label="Main" className="order-last w-full pt-2 sm:order-none sm:w-auto sm:pt-0">
      <ul className="flex justify-between gap-4 text-sm sm:justify-start sm:gap-7">
        {entries.map(({ href, label }) => {
          const isCurrent = pathname === href || pathname.startsWith(`${href}/`);
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={isCurrent ? 'true' : undefined}
                className={clsx(
                  'block py-1 whitespace-nowrap underline-offset-8 hover:text-ink',
                  isCurrent ? 'text-ink underline decoration-2' : 'text-ink-soft',
                )}
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

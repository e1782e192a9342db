/** The frame's foot: what this is, whose idea it rebuilds, and that no money moves. */
import Link from 'next/link';
import { siteLinks } from './site-links';

export function SiteFooter() {
  return (
    <footer className="mt-24 border-t text-sm text-ink-soft print:hidden">
      <div className="page flex flex-col gap-x-12 gap-y-4 py-8 sm:flex-row sm:justify-between">
        <p className="max-w-prose">
          Rebuilds, as open source, the reservation design that Shopify&apos;s engineers described in May
          2026. Not affiliated with Shopify. The shop is invented and no payment is real.
        </p>
        <ul className="flex shrink-0 gap-6 whitespace-nowrap">
          <li>
            <Link className="link" href={siteLinks.sales}>
              Run a sale
            </Link>
          </li>
          <li>
            <Link className="link" href={siteLinks.lab}>
              Step a transaction
            </Link>
          </li>
        </ul>
      </div>
    </footer>
  );
}

/** The three kinds of people this is for, each with the door that is theirs. */
import { ArrowRight } from 'lucide-react';
import Link from 'next/link';
import { siteLinks } from '@/components/site-links';

const audiences = [
  {
    title: 'Show it',
    text: 'Ten minutes and a projector: 500 buyers fight for 100 units, and the verdict counts orders and euros.',
    href: siteLinks.sales,
    door: 'Run a flash sale',
  },
  {
    title: 'Understand it',
    text: 'Step real transactions one statement at a time. Every lock on the page was read from the server.',
    href: siteLinks.lab,
    door: 'Open the lab',
  },
  {
    title: 'Test against it',
    text: 'A shop with known stock, cards that decline on demand, and races that a browser test can stage.',
    href: siteLinks.shop,
    door: 'Open the shop',
  },
];

export function Audiences() {
  return (
    <ul className="grid grid-cols-1 border-t md:grid-cols-3 md:divide-x max-md:divide-y">
      {audiences.map(({ title, text, href, door }) => (
        <li key={title} className="relative py-6 md:px-8 md:first:pl-0 md:last:pr-0">
          <h2 className="text-subtitle">{title}</h2>
          <p className="mt-1.5 max-w-sm text-[0.9375rem] text-ink-soft">{text}</p>
          <p className="mt-3 text-[0.9375rem] font-medium">
            <Link href={href} className="group inline-flex items-center gap-1.5 after:absolute after:inset-0">
              {door}
              <ArrowRight
                aria-hidden="true"
                className="size-4 transition-transform duration-150 group-hover:translate-x-0.5"
              />
            </Link>
          </p>
        </li>
      ))}
    </ul>
  );
}

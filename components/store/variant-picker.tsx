/** The variants of a product as links: each choice is an address, and its stock is read anew by the server. */
import clsx from 'clsx';
import Link from 'next/link';

export interface VariantChoice {
  href: string;
  title: string;
  isCurrent: boolean;
  isAvailable: boolean;
}

export function VariantPicker({ variants }: { variants: VariantChoice[] }) {
  return (
    <nav aria-label="Variants">
      <ul className="flex flex-wrap gap-2">
        {variants.map(({ href, title, isCurrent, isAvailable }) => (
          <li key={href}>
            <Link
              href={href}
              replace
              scroll={false}
              aria-current={isCurrent ? 'true' : undefined}
              className={clsx(
                'flex h-10 items-center rounded-md border px-4 text-[0.9375rem]',
                isCurrent ? 'border-ink bg-ink text-paper' : 'border-line-strong bg-surface hover:border-ink',
                !isAvailable && !isCurrent && 'text-ink-faint',
              )}
            >
              {title}
              {!isAvailable && (
                <span className={clsx('ml-2 text-xs', isCurrent ? 'opacity-80' : '')}>not now</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

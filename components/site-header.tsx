/** The frame's top: skip link, name, the five ways in, theme. */
import Link from 'next/link';
import { Logo } from './logo';
import { SiteNav } from './site-nav';
import { ThemeToggle } from './theme-toggle';

export function SiteHeader() {
  return (
    <header className="border-b bg-paper print:hidden">
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-md bg-ink px-4 py-2 text-sm text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="page flex flex-wrap items-center gap-x-8 py-3 sm:h-16 sm:py-0">
        <Link href="/" className="flex items-center gap-2.5 text-[1.0625rem] font-semibold tracking-tight">
          <Logo className="size-5" />
          Lastunit
        </Link>
        <SiteNav />
        <ThemeToggle />
      </div>
    </header>
  );
}

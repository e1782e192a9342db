/** Title of an admin page, the way back above it, what can be done beside it. */
import Link from 'next/link';
import type { ReactNode } from 'react';

interface PageHeadingProps {
  title: string;
  back?: { href: string; label: string };
  /** A sentence of fact under the title. */
  lead?: ReactNode;
  actions?: ReactNode;
}

export function PageHeading({ title, back, lead, actions }: PageHeadingProps) {
  return (
    <div className="mb-6">
      {back && (
        <p className="mb-1 text-sm">
          <Link href={back.href} className="text-ink-soft hover:text-ink">
            ← {back.label}
          </Link>
        </p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="text-title">{title}</h1>
          {lead && <p className="mt-1.5 max-w-2xl text-[0.9375rem] text-ink-soft">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2.5">{actions}</div>}
      </div>
    </div>
  );
}

/** The frame of the merchant's pages: which shop, the sections, the page. */
import type { ReactNode } from 'react';
import { AdminNav, type AdminNavEntry } from './admin-nav';

interface AdminShellProps {
  shopName: string;
  entries: AdminNavEntry[];
  /** Below the sections: sign out, a link to the storefront. */
  foot?: ReactNode;
  children: ReactNode;
}

export function AdminShell({ shopName, entries, foot, children }: AdminShellProps) {
  return (
    <div className="page-wide grid grid-cols-1 gap-x-12 gap-y-6 py-6 lg:grid-cols-[11rem_minmax(0,1fr)] lg:py-8">
      <div className="lg:sticky lg:top-8 lg:self-start">
        <p className="mb-3 font-serif text-lg tracking-tight lg:px-3">{shopName}</p>
        <AdminNav entries={entries} />
        {foot && <div className="mt-6 text-sm text-ink-soft max-lg:hidden lg:px-3">{foot}</div>}
      </div>
      <div className="min-w-0">
        {children}
        {foot && <div className="mt-12 border-t pt-6 text-sm text-ink-soft lg:hidden">{foot}</div>}
      </div>
    </div>
  );
}

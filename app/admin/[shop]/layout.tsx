/** The frame of a shop's admin: its sections, who signs the changes, the way to its storefront and to other shops. */
import type { Metadata } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { AdminShell } from '@/components/admin/admin-shell';
import { ToastProvider } from '@/components/ui/toast';
import { listShops } from '@/db/queries/admin-shops';
import { openAdmin } from '../access';
import { MerchantName } from '../merchant-name';

export const metadata: Metadata = { title: { template: '%s · Admin · Lastunit', default: 'Admin' } };
export const dynamic = 'force-dynamic';

interface LayoutProps {
  params: Promise<{ shop: string }>;
  children: ReactNode;
}

export default async function AdminLayout({ params, children }: LayoutProps) {
  const { shop, engine, actor } = await openAdmin((await params).shop);
  const others = (await engine.database.read('admin', listShops)).filter(({ slug }) => slug !== shop.slug);
  const root = `/admin/${shop.slug}`;
  const entries = [
    { href: root, label: 'Overview' },
    { href: `${root}/inventory`, label: 'Inventory' },
    { href: `${root}/products`, label: 'Products' },
    { href: `${root}/transfers`, label: 'Transfers' },
    { href: `${root}/holds`, label: 'Live holds' },
    { href: `${root}/locations`, label: 'Locations' },
    { href: `${root}/history`, label: 'History' },
    { href: `${root}/settings`, label: 'Settings' },
  ];
  return (
    <ToastProvider>
      <AdminShell
        shopName={shop.name}
        entries={entries}
        foot={
          <div className="space-y-4">
            <MerchantName name={actor} />
            <p>
              <Link href={`/${shop.slug}`} className="link">
                View the storefront
              </Link>
            </p>
            {others.length > 0 && (
              <div>
                <p className="text-label">Other shops</p>
                <ul className="mt-1 max-h-40 space-y-1 overflow-y-auto">
                  {others.map(({ slug, name }) => (
                    <li key={slug}>
                      <Link href={`/admin/${slug}`} className="link">
                        {name}
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </div>
        }
      >
        {children}
      </AdminShell>
    </ToastProvider>
  );
}

/** The frame of a shop's admin: its sections, who signs the changes, the way to its storefront and to other shops. */
import type { Metadata } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { openAdmin } from '@/app/admin/access';
import { MerchantName } from '@/app/admin/merchant-name';
import { movingEngine } from '@/app/engine';
import { signOut } from '@/app/sign-in/actions';
import { adminPassword } from '@/app/sign-in/session';
import { AdminShell } from '@/components/admin/admin-shell';
import { Button } from '@/components/ui/button';
import { ToastProvider } from '@/components/ui/toast';
import { countAttention } from '@/db/queries/admin-orders';
import { listShops } from '@/db/queries/admin-shops';
import type { TruthState } from '@/legacy/index';

export const metadata: Metadata = { title: { template: '%s · Admin · Lastunit', default: 'Admin' } };
export const dynamic = 'force-dynamic';

/** Beside the section's name while Redis has a part in it. */
const truthNotes: Readonly<Record<TruthState, string | undefined>> = {
  redis: 'Redis',
  shadow: 'shadow',
  mysql_redis_written: 'both',
  mysql: undefined,
};

interface LayoutProps {
  params: Promise<{ shop: string }>;
  children: ReactNode;
}

export default async function AdminLayout({ params, children }: LayoutProps) {
  const { shop, engine, actor } = await openAdmin((await params).shop);
  const { shops, waiting } = await engine.database.read('admin', async (builder) => ({
    shops: await listShops(builder),
    waiting: await countAttention(builder, shop.shopId),
  }));
  const { state } = await movingEngine().truth.directory.of(shop.shopId);
  const others = shops.filter(({ slug }) => slug !== shop.slug);
  const root = `/admin/${shop.slug}`;
  const entries = [
    { href: root, label: 'Overview' },
    { href: `${root}/orders`, label: 'Orders', count: waiting },
    { href: `${root}/inventory`, label: 'Inventory' },
    { href: `${root}/products`, label: 'Products' },
    { href: `${root}/transfers`, label: 'Transfers' },
    { href: `${root}/holds`, label: 'Live holds' },
    { href: `${root}/locations`, label: 'Locations' },
    { href: `${root}/history`, label: 'History' },
    { href: `${root}/truth`, label: 'Stock truth', note: truthNotes[state] },
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
            <p>
              <Link href="/admin/roll-out" className="link">
                Roll-out of all shops
              </Link>
            </p>
            {adminPassword() && (
              <form action={signOut}>
                <Button type="submit" tone="outline" size="sm">
                  Sign out
                </Button>
              </form>
            )}
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

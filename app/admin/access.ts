/** Who is in the merchant admin, and of which shop a page is: asked by every page, action and handler of it. */
import { cookies } from 'next/headers';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { getEngine } from '@/app/engine';
import { requireSignIn } from '@/app/sign-in/session';
import { findShop, type ShopRow } from '@/db/queries/admin-shops';
import type { Engine } from '@/engine/index';

/** Cookie with the name that the merchant's changes are signed with. */
export const NAME_COOKIE = 'lastunit_merchant';
export const DEFAULT_NAME = 'Merchant';

export interface AdminAccess {
  readonly shop: ShopRow;
  readonly engine: Engine;
  /** Who the ledger and the audit trail will name. */
  readonly actor: string;
}

/** The shop of that slug for somebody who may change it; anybody else gets a sign-in or a 404 page. */
export const openAdmin = cache(async (slug: string): Promise<AdminAccess> => {
  await requireSignIn(`/admin/${encodeURIComponent(slug)}`);
  const engine = getEngine();
  const shop = await engine.database.read('admin', (builder) => findShop(builder, slug));
  if (!shop) notFound();
  return { shop, engine, actor: await merchantName() };
});

/** The admin of the shop that a form names: asked before anything else of the form is read. */
export function openAdminOf(form: FormData): Promise<AdminAccess> {
  const slug = form instanceof FormData ? form.get('shop') : null;
  return openAdmin(typeof slug === 'string' ? slug : '');
}

export async function merchantName(): Promise<string> {
  const name = (await cookies()).get(NAME_COOKIE)?.value.trim().slice(0, 80);
  return name || DEFAULT_NAME;
}

/** A number of an address as an id; what is none has no page. */
export function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) notFound();
  return Number(text);
}

/** The same for a UUID. */
export function uuidOf(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) notFound();
  return text.toLowerCase();
}

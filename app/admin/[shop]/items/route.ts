/** GET ?q=: items whose SKU or title has that text, for a field that searches while one types. */
import { openAdmin } from '@/app/admin/access';
import { refusalOfHandler } from '@/app/sign-in/session';
import { searchItems } from '@/db/queries/admin-transfers';
import { recentCount } from '@/merchant/count-levels';

export const dynamic = 'force-dynamic';
const MOST_FOUND = 20;
const LONGEST_SEARCH = 100;

export async function GET(
  request: Request,
  { params }: { params: Promise<{ shop: string }> },
): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  const { shop, engine } = await openAdmin((await params).shop);
  const search = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, LONGEST_SEARCH);
  await recentCount(engine.database, shop.shopId);
  const items = await engine.database.read('admin', (builder) =>
    searchItems(builder, shop.shopId, search, MOST_FOUND),
  );
  const found = items.map(({ sku, productTitle, variantTitle }) => ({
    sku,
    title: `${productTitle} · ${variantTitle}`,
  }));
  return Response.json(found, { headers: { 'cache-control': 'no-store' } });
}

/** GET ?items=1,2: what can be promised of these items to this visitor, read now. */
import { itemsIn } from '../../items';
import { shopOf } from '../../shop';
import { readStock } from '../../stock';

export const dynamic = 'force-dynamic';

export async function GET(
  request: Request,
  { params }: { params: Promise<{ shop: string }> },
): Promise<Response> {
  const shop = await shopOf((await params).shop);
  const items = itemsIn(new URL(request.url).searchParams.get('items'));
  if (!items) return Response.json({ message: 'Name 1 to 200 items: ?items=1,2' }, { status: 400 });
  const stock = await readStock(shop, items);
  return Response.json(
    items.map((id) => ({ inventoryItemId: id, ...stock([id]) })),
    {
      headers: { 'cache-control': 'no-store' },
    },
  );
}

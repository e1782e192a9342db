/** POST: where the payment service tells what became of a payment. Its signature is what lets it in. */
import { receiveWebhook, SIGNATURE_HEADER } from '@/checkout/gateway/webhook';
import { getDatabase } from '@/db/client';
import { readShop } from '@/db/queries/storefront';
import { getEngine } from '../../../engine';

export const dynamic = 'force-dynamic';

/** Longer than any event. */
const MOST_BYTES = 10_000;

export async function POST(
  request: Request,
  { params }: { params: Promise<{ shop: string }> },
): Promise<Response> {
  const { shop: slug } = await params;
  const shop = /^[a-z0-9-]{1,60}$/.test(slug) ? await readShop(getDatabase(), slug) : undefined;
  if (!shop) return Response.json({ message: 'No such shop.' }, { status: 404 });
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) {
    return Response.json({ message: 'Too long for an event.' }, { status: 413 });
  }
  const body = await request.text();
  const signature = request.headers.get(SIGNATURE_HEADER) ?? '';
  const { status, message } = await receiveWebhook(getEngine(), shop.shopId, body, signature);
  return Response.json({ message }, { status });
}

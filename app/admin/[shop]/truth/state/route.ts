/** What the page of a shop's truth was rendered from, in a few characters: it asks whether that is still so. */
import { openAdmin } from '@/app/admin/access';
import { refusalOfHandler } from '@/app/sign-in/session';
import { readShopTruth } from '@/legacy/index';
import { fingerprintOf } from '../fingerprint';

export const dynamic = 'force-dynamic';

export async function GET(_: Request, { params }: { params: Promise<{ shop: string }> }): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  const { shop, engine } = await openAdmin((await params).shop);
  const truth = await readShopTruth(engine.database, shop.shopId);
  return new Response(truth && fingerprintOf(truth), { status: truth ? 200 : 404 });
}

/** GET: how a checkout stands, for the pages about it. */
import { type CheckoutParams, checkoutOf, fingerprintOf } from '../../../../checkout-pages';

export const dynamic = 'force-dynamic';

export async function GET(_request: Request, props: CheckoutParams): Promise<Response> {
  const { checkout } = await checkoutOf(props);
  return new Response(fingerprintOf(checkout), {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}

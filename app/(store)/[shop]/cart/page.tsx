/** The cart: what is in it, what of it can be had now, and the way to the checkout. */
import type { Metadata } from 'next';
import { readCart, readCartCheckout } from '@/checkout/cart';
import { addUp, planShipments } from '@/checkout/plan-shipments';
import { readCheckout } from '@/checkout/read-checkout';
import { readRoutingOf } from '@/checkout/routing';
import { LiveRefresh } from '@/components/live-refresh';
import { CartLineForm } from '@/components/store/cart-line-form';
import { CartLines } from '@/components/store/cart-lines';
import { CheckOutForm } from '@/components/store/check-out-form';
import { leftWords } from '@/components/store/purchase-words';
import { Totals } from '@/components/store/totals';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { getEngine } from '../../../engine';
import { changeCart, checkOut } from '../../actions';
import { cartIdOf, regionOf, shopOf } from '../../shop';
import { readStock } from '../../stock';

export const metadata: Metadata = { title: 'Cart' };

export default async function CartPage({ params }: { params: Promise<{ shop: string }> }) {
  const shop = await shopOf((await params).shop);
  const { shopId, slug, currency } = shop;
  const engine = getEngine();
  const cartId = await cartIdOf(shop);
  const lines = cartId ? await readCart(engine, { shopId, cartId }) : [];
  if (!cartId || lines.length === 0) {
    return (
      <div className="page py-24">
        <h1 className="sr-only">Cart</h1>
        <EmptyState
          title="Your cart is empty."
          action={<ButtonLink href={`/${slug}`}>See what there is</ButtonLink>}
        >
          What you put in stays here for a year, in this browser.
        </EmptyState>
      </div>
    );
  }
  const region = await regionOf(shop);
  const checkoutId = await readCartCheckout(engine, { shopId, cartId });
  const checkout = checkoutId ? await readCheckout(engine, { shopId, checkoutId }) : undefined;
  const { locations, stock } = await readRoutingOf(engine, {
    shopId,
    regionCode: region.code,
    inventoryItemIds: lines.map(({ inventoryItemId }) => inventoryItemId),
    ownReservationId: checkout?.ownReservationId,
  });
  const plan = planShipments(addUp(lines), locations, stock);
  const problemOf = (line: (typeof lines)[number]) => {
    if (!line.isSold) return 'No longer sold: take it out.';
    const isShort =
      plan.outcome === 'lacking' &&
      plan.short.some(({ inventoryItemId }) => inventoryItemId === line.inventoryItemId);
    return isShort ? leftWords(line.inventoryItemId, plan.reasons, region.name) : undefined;
  };
  const totalMinor = lines.reduce((sum, line) => sum + line.unitPriceMinor * line.quantity, 0);
  const items = lines.map(({ inventoryItemId }) => inventoryItemId);
  const stockNow = await readStock(shop, items);
  return (
    <div className="page pt-6 pb-16">
      <h1 className="text-title">Cart</h1>
      <div className="mt-8 grid grid-cols-1 gap-x-20 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <CartLines
          currency={currency}
          lines={lines.map((line) => ({
            id: String(line.variantId),
            href: `/${slug}/${line.productSlug}?variant=${line.variantId}`,
            title: line.productTitle,
            variantTitle: line.variantTitle,
            image: line.image,
            quantity: line.quantity,
            totalMinor: line.unitPriceMinor * line.quantity,
            problem: problemOf(line),
          }))}
          controls={(line) => (
            <CartLineForm
              key={line.quantity}
              action={changeCart.bind(null, slug)}
              variantId={Number(line.id)}
              name={`${line.title}, ${line.variantTitle}`}
              quantity={line.quantity}
            />
          )}
        />
        <aside aria-label="Sum" className="lg:self-start lg:rounded-lg lg:border lg:bg-surface lg:p-6">
          <Totals
            rows={[
              { label: 'Goods', amountMinor: totalMinor },
              { label: `Shipping to ${region.name}`, amountMinor: 0 },
            ]}
            total={{ label: 'Total', amountMinor: totalMinor }}
            currency={currency}
          />
          <div className="mt-6">
            <CheckOutForm action={checkOut.bind(null, slug)} />
          </div>
          <p className="mt-3 text-sm text-ink-faint">
            Nothing is held for you yet. Your units are held once you press “Complete purchase”.
          </p>
        </aside>
      </div>
      <LiveRefresh
        url={`/${slug}/stock?items=${items.join(',')}`}
        seen={JSON.stringify(items.map((id) => ({ inventoryItemId: id, ...stockNow([id]) })))}
        everyMs={10_000}
      />
    </div>
  );
}

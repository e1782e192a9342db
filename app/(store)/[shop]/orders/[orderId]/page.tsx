/** An order: how it stands, what was bought, from where it comes, what happened, and what it wrote into the ledger. */
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { isId } from '@/checkout/ids';
import { readOrder } from '@/checkout/read-order';
import { CartLines } from '@/components/store/cart-lines';
import { OrderLedger } from '@/components/store/order-ledger';
import { OrderView } from '@/components/store/order-view';
import { attentionWords, standingWords, timelineOf } from '@/components/store/order-words';
import { ShippingSplit } from '@/components/store/shipping-split';
import { Totals } from '@/components/store/totals';
import { Notice } from '@/components/ui/notice';
import { getDatabase } from '@/db/client';
import { listOrderLedger } from '@/db/queries/storefront';
import { getEngine } from '../../../../engine';
import { shopOf } from '../../../shop';
import { namesOf } from '../../../split';

export const metadata: Metadata = { title: 'Order' };

export default async function OrderPage({ params }: { params: Promise<{ shop: string; orderId: string }> }) {
  const { shop: slug, orderId } = await params;
  const shop = await shopOf(slug);
  const order = isId(orderId) ? await readOrder(getEngine(), { shopId: shop.shopId, orderId }) : undefined;
  if (!order) notFound();
  const ledger = await listOrderLedger(getDatabase(), shop.shopId, orderId);
  const names = namesOf(order.lines);
  const titleOf = (id: number) => names.find(({ inventoryItemId }) => inventoryItemId === id)?.title ?? '';
  const attention = attentionWords(order);
  return (
    <OrderView
      title={`Order ${order.orderCode}`}
      standing={standingWords(order)}
      notice={
        attention && (
          <Notice tone="warn" title={attention.title}>
            {attention.text}
          </Notice>
        )
      }
      lines={
        <>
          <h2 className="mb-4 text-[0.9375rem] font-medium">What you bought</h2>
          <CartLines
            currency={order.currency}
            lines={order.lines.map((line) => ({
              id: String(line.variantId),
              href: `/${shop.slug}/${line.productSlug}?variant=${line.variantId}`,
              title: line.productTitle,
              variantTitle: line.variantTitle,
              image: line.image,
              quantity: line.quantity,
              totalMinor: line.unitPriceMinor * line.quantity,
            }))}
          />
        </>
      }
      totals={
        <Totals
          rows={[
            { label: `Shipping to ${order.regionName}`, amountMinor: 0 },
            ...(order.refundedMinor > 0 ? [{ label: 'Given back', amountMinor: -order.refundedMinor }] : []),
          ]}
          total={{
            label: order.refundedMinor > 0 ? 'Total after that' : 'Total',
            amountMinor: order.totalMinor - order.refundedMinor,
          }}
          currency={order.currency}
        />
      }
      ledger={
        <>
          <OrderLedger lines={ledger} shopSlug={shop.slug} />
          <p className="mt-4 text-sm">
            <Link href={`/admin/${shop.slug}/orders/${orderId}`} className="link">
              This order as the merchant sees it
            </Link>
          </p>
        </>
      }
      shipments={
        order.shipments.length > 0 ? (
          <ShippingSplit
            shipments={order.shipments.map(({ locationName, status, lines }) => ({
              location: locationName,
              lines: lines.map(({ inventoryItemId, quantity }) => ({
                title: titleOf(inventoryItemId),
                quantity,
              })),
              reason: { waiting: 'Being packed.', shipped: 'On its way.', cancelled: 'Not sent.' }[status],
            }))}
          />
        ) : (
          <p className="text-[0.9375rem] text-ink-soft">Nothing is sent for this order.</p>
        )
      }
      timeline={timelineOf(order)}
    />
  );
}

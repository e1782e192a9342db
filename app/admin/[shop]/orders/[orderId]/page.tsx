/** One order: how it stands, what was bought, its parcels and why they come from there, what happened, and the ledger. */
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { v7 as uuidv7 } from 'uuid';
import { priceText } from '@/app/admin/[shop]/products/fields';
import { openAdmin, uuidOf } from '@/app/admin/access';
import type { LocationReason } from '@/checkout/plan-shipments';
import { type OrderView, readOrder } from '@/checkout/read-order';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { attentionWords, OrderBadge, PaymentBadge } from '@/components/admin/order-badges';
import { PageHeading } from '@/components/admin/page-heading';
import { type RoutingRow, RoutingTable } from '@/components/admin/routing-table';
import { formatCount, formatDateTime, formatMoney } from '@/components/format';
import { OrderLedger } from '@/components/store/order-ledger';
import { timelineOf } from '@/components/store/order-words';
import { chosenWords, passedOverWords } from '@/components/store/purchase-words';
import { ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { Timeline } from '@/components/ui/timeline';
import { listOrderLedger } from '@/db/queries/storefront';
import { cancel } from '../actions';
import { RefundForm, ResolveForm } from './order-forms';
import { OrderLines } from './order-lines';
import { Parcels } from './parcels';

export const metadata: Metadata = { title: 'Order' };

interface PageProps {
  params: Promise<{ shop: string; orderId: string }>;
}

export default async function OrderPage({ params }: PageProps) {
  const { shop: slug, orderId } = await params;
  const { shop, engine } = await openAdmin(slug);
  const id = uuidOf(orderId);
  const order = await readOrder(engine, { shopId: shop.shopId, orderId: id });
  if (!order) notFound();
  const ledger = await listOrderLedger(engine.database, shop.shopId, id);
  const attention = order.status === 'needs_attention' && order.attentionReason;
  return (
    <>
      <PageHeading
        title={`Order ${order.orderCode}`}
        back={{ href: `/admin/${slug}/orders`, label: 'Orders' }}
        lead={
          <span className="inline-flex flex-wrap items-center gap-3">
            <OrderBadge status={order.status} />
            <PaymentBadge status={order.paymentStatus} refundedMinor={order.refundedMinor} />
            {formatDateTime(order.placedAt)}
          </span>
        }
        actions={<OrderActions shop={slug} order={order} />}
      />
      <div className="space-y-8">
        {attention && (
          <Notice tone="warn" title={attentionWords[attention].title}>
            <p>{attentionWords[attention].text}</p>
            <ResolveForm shop={slug} orderId={id} />
          </Notice>
        )}
        <Card title="Bought" isFlush>
          <OrderLines shop={slug} order={order} />
        </Card>
        <div className="grid gap-8 xl:grid-cols-[2fr_1fr]">
          <Card title="Parcels">
            <Parcels shop={slug} order={order} />
          </Card>
          <Card title="Buyer">
            <address className="text-sm leading-6 not-italic">
              {order.delivery.fullName}
              <br />
              {order.delivery.street}
              <br />
              {order.delivery.postcode} {order.delivery.city}
              <br />
              {order.delivery.country}
              <br />
              <span className="text-ink-soft">{order.delivery.email}</span>
            </address>
            <p className="mt-3 text-sm text-ink-soft">
              Ships to {order.regionName}. Card ending in {order.cardLast4}.
            </p>
          </Card>
        </div>
        <Card title="Routing" isFlush>
          <RoutingTable rows={routingOf(order)} />
        </Card>
        <div className="grid gap-8 xl:grid-cols-2">
          <Card title="What happened">
            <Timeline entries={timelineOf(order)} />
          </Card>
          <div className="space-y-8">
            <Card>
              <OrderLedger lines={ledger} shopSlug={slug} />
            </Card>
            {order.refunds.length > 0 && (
              <Card title="Refunds">
                <ul className="divide-y text-sm">
                  {order.refunds.map((refund) => (
                    <li key={refund.refundId} className="flex flex-wrap justify-between gap-x-6 py-2">
                      <span>
                        <span className="font-medium">{formatMoney(refund.amountMinor, order.currency)}</span>{' '}
                        {refund.reason}
                      </span>
                      <span className="text-ink-soft">
                        {refund.actor}, {formatDateTime(refund.createdAt)}
                      </span>
                    </li>
                  ))}
                </ul>
              </Card>
            )}
          </div>
        </div>
        <p className="text-sm text-ink-soft">
          The buyer sees{' '}
          <Link href={`/${slug}/orders/${id}`} className="link">
            this page
          </Link>
          .
        </p>
      </div>
    </>
  );
}

function OrderActions({ shop, order }: { shop: string; order: OrderView }) {
  const left = order.totalMinor - order.refundedMinor;
  const units = order.shipments
    .flatMap(({ lines }) => lines)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const sent = order.shipments.filter(({ status }) => status === 'shipped').length;
  return (
    <>
      {order.paymentStatus === 'approved' && left > 0 && (
        <RefundForm
          // Another id once a refund was made.
          key={order.refunds.length}
          shop={shop}
          orderId={order.orderId}
          refundId={uuidv7()}
          leftMinor={left}
          leftText={priceText(left, order.currency)}
          currency={order.currency}
        />
      )}
      {order.status !== 'cancelled' && (
        <ConfirmAction
          action={cancel}
          fields={{ shop, orderId: order.orderId }}
          triggerTone="danger"
          triggerLabel="Cancel order"
          title={`Cancel order ${order.orderCode}?`}
          consequence={`${formatCount(units, 'unit')} go back to where they came from and can be sold again${sent > 0 ? `, also those of ${formatCount(sent, 'parcel')} that has been sent` : ''}. ${left > 0 ? `The money is another matter: ${formatMoney(left, order.currency)} can be refunded then.` : 'All money has gone back already.'} This can't be taken back.`}
          confirmLabel="Cancel order"
        />
      )}
      <ButtonLink tone="outline" size="sm" href={`/admin/${shop}/orders`}>
        All orders
      </ButtonLink>
    </>
  );
}

/** The last hold's reasons, a row a location. */
function routingOf(order: OrderView): RoutingRow[] {
  const held = order.events.filter(({ kind }) => kind === 'held').at(-1);
  const reasons = (held?.detail.reasons ?? []) as LocationReason[];
  const names = order.lines.map(({ inventoryItemId, productTitle, variantTitle }) => ({
    inventoryItemId,
    title: `${productTitle}, ${variantTitle}`,
  }));
  const sum = (reason: LocationReason, key: 'wanted' | 'available' | 'taken') =>
    reason.lines.reduce((total, line) => total + line[key], 0);
  return reasons.map((reason) => ({
    name: reason.name,
    isChosen: reason.verdict === 'chosen',
    why:
      passedOverWords(reason, names, order.regionName) ??
      chosenWords(reason, reasons, names, order.regionName),
    wanted: sum(reason, 'wanted'),
    available: sum(reason, 'available'),
    taken: sum(reason, 'taken'),
  }));
}

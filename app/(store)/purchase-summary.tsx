/** What a checkout is about, beside its steps. */
import type { CheckoutView } from '@/checkout/read-checkout';
import { CartLines } from '@/components/store/cart-lines';
import { Totals } from '@/components/store/totals';
import type { StoreShop } from '@/db/queries/storefront';

export function PurchaseSummary({ shop, checkout }: { shop: StoreShop; checkout: CheckoutView }) {
  const { currency, totalMinor, lines, regionName } = checkout;
  return (
    <>
      <h2 className="sr-only">Your purchase</h2>
      <CartLines
        isCompact
        currency={currency}
        lines={lines.map((line) => ({
          id: String(line.variantId),
          href: `/${shop.slug}/${line.productSlug}?variant=${line.variantId}`,
          title: line.productTitle,
          variantTitle: line.variantTitle,
          image: line.image,
          quantity: line.quantity,
          totalMinor: line.unitPriceMinor * line.quantity,
        }))}
      />
      <div className="mt-4 border-t pt-4">
        <Totals
          rows={[{ label: `Shipping to ${regionName}`, amountMinor: 0 }]}
          total={{ label: 'Total', amountMinor: totalMinor }}
          currency={currency}
        />
      </div>
    </>
  );
}

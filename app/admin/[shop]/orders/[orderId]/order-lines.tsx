/** What was bought, at which price. */
import Link from 'next/link';
import type { OrderView } from '@/checkout/read-order';
import { formatMoney, formatNumber } from '@/components/format';
import { Table, Td, Th, Tr } from '@/components/ui/table';

export function OrderLines({ shop, order }: { shop: string; order: OrderView }) {
  const money = (minor: number) => formatMoney(minor, order.currency);
  return (
    <Table caption="Lines of this order">
      <thead>
        <tr>
          <Th>Item</Th>
          <Th isNumeric>Units</Th>
          <Th isNumeric>Price</Th>
          <Th isNumeric>Sum</Th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <Tr key={line.variantId}>
            <Td className="min-w-44">
              <Link href={`/admin/${shop}/inventory/${line.inventoryItemId}`} className="hover:underline">
                {line.productTitle} · {line.variantTitle}
              </Link>
            </Td>
            <Td isNumeric>{formatNumber(line.quantity)}</Td>
            <Td isNumeric>{money(line.unitPriceMinor)}</Td>
            <Td isNumeric>{money(line.unitPriceMinor * line.quantity)}</Td>
          </Tr>
        ))}
        {order.refundedMinor > 0 && <Sum label="Given back" value={`−${money(order.refundedMinor)}`} />}
        <Sum label="Total" value={money(order.totalMinor - order.refundedMinor)} />
      </tbody>
    </Table>
  );
}

function Sum({ label, value }: { label: string; value: string }) {
  return (
    <Tr>
      <Td colSpan={3} className="text-right text-ink-soft">
        {label}
      </Td>
      <Td isNumeric className="font-medium">
        {value}
      </Td>
    </Tr>
  );
}

/** A plan or a hold as the parcels that a buyer sees, with the reason for each place. */
import type { LocationReason } from '@/checkout/plan-shipments';
import { chosenWords, type ItemName, passedOverWords } from '@/components/store/purchase-words';
import type { PassedOver, Shipment } from '@/components/store/shipping-split';

export function namesOf(
  lines: readonly { inventoryItemId: number; productTitle: string; variantTitle: string }[],
): ItemName[] {
  return lines.map(({ inventoryItemId, productTitle, variantTitle }) => ({
    inventoryItemId,
    title: `${productTitle}, ${variantTitle}`,
  }));
}

interface PlacedLine {
  readonly locationId: number;
  readonly inventoryItemId: number;
  readonly quantity: number;
}

export function splitOf(
  lines: readonly PlacedLine[],
  reasons: readonly LocationReason[],
  names: readonly ItemName[],
  regionName: string,
): { shipments: Shipment[]; passedOver: PassedOver[] } {
  const titleOf = (id: number) => names.find((name) => name.inventoryItemId === id)?.title ?? '';
  return {
    shipments: reasons
      .filter(({ verdict }) => verdict === 'chosen')
      .map((reason) => ({
        location: reason.name,
        lines: lines
          .filter(({ locationId }) => locationId === reason.locationId)
          .map(({ inventoryItemId, quantity }) => ({ title: titleOf(inventoryItemId), quantity })),
        reason: chosenWords(reason, reasons, names, regionName),
      })),
    passedOver: reasons.flatMap((reason) => {
      const words = passedOverWords(reason, names, regionName);
      return words ? [{ location: reason.name, reason: words }] : [];
    }),
  };
}

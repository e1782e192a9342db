'use client';
/** The variants of a product: price, SKU, stock, and the forms that change them. */
import Link from 'next/link';
import { useState } from 'react';
import { ActionForm } from '@/components/admin/action-form';
import { ConfirmAction } from '@/components/admin/confirm-action';
import { SeenField } from '@/components/admin/seen-field';
import { formatCount, formatMoney, formatNumber } from '@/components/format';
import { Badge } from '@/components/ui/badge';
import { Dialog } from '@/components/ui/dialog';
import { Table, TableMessage, Td, Th, Tr } from '@/components/ui/table';
import { addVariant, saveVariant, setVariant } from '../actions';
import { VariantFields } from '../product-fields';

export interface VariantView {
  variantId: number;
  inventoryItemId: number;
  title: string;
  sku: string;
  priceMinor: number;
  /** As a field shows it. */
  price: string;
  status: 'active' | 'archived';
  version: number;
  onHand: number;
  available: number;
  held: number;
}

interface VariantTableProps {
  shop: string;
  productId: number;
  currency: string;
  variants: VariantView[];
}

export function VariantTable({ shop, productId, currency, variants }: VariantTableProps) {
  return (
    <Table caption="Variants of this product">
      <thead>
        <tr>
          <Th>Variant</Th>
          <Th>SKU</Th>
          <Th isNumeric>Price</Th>
          <Th isNumeric>On hand</Th>
          <Th isNumeric>Available</Th>
          <Th isNumeric>Held</Th>
          <Th>
            <span className="sr-only">Changes</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {variants.map((variant) => (
          <Tr key={variant.variantId}>
            <Td className="min-w-36">
              <Link
                href={`/admin/${shop}/inventory/${variant.inventoryItemId}`}
                className="font-medium hover:underline"
              >
                {variant.title}
              </Link>
              {variant.status === 'archived' && (
                <span className="ml-2">
                  <Badge>Archived</Badge>
                </span>
              )}
            </Td>
            <Td className="font-mono text-xs whitespace-nowrap">{variant.sku}</Td>
            <Td isNumeric>{formatMoney(variant.priceMinor, currency)}</Td>
            <Td isNumeric>{formatNumber(variant.onHand)}</Td>
            <Td isNumeric>{formatNumber(variant.available)}</Td>
            <Td isNumeric>{formatNumber(variant.held)}</Td>
            <Td>
              <div className="flex justify-end gap-2">
                <EditVariant shop={shop} productId={productId} currency={currency} variant={variant} />
                <ArchiveVariant shop={shop} productId={productId} variant={variant} />
              </div>
            </Td>
          </Tr>
        ))}
        {variants.length === 0 && (
          <TableMessage columnCount={7}>No variant yet: nothing can be bought.</TableMessage>
        )}
      </tbody>
    </Table>
  );
}

function EditVariant({
  shop,
  productId,
  currency,
  variant,
}: Omit<VariantTableProps, 'variants'> & { variant: VariantView }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      triggerLabel={
        <>
          Edit<span className="sr-only"> {variant.title}</span>
        </>
      }
      triggerSize="sm"
      title={`Edit ${variant.title}`}
      description="Checkouts that are under way keep the price that they were shown."
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <ActionForm action={saveVariant} submitLabel="Save" onDone={() => setOpen(false)}>
        <input type="hidden" name="shop" value={shop} />
        <input type="hidden" name="productId" value={productId} />
        <input type="hidden" name="variantId" value={variant.variantId} />
        <SeenField name="version" seen={variant.version} />
        <VariantFields values={variant} currency={currency} />
      </ActionForm>
    </Dialog>
  );
}

function ArchiveVariant({
  shop,
  productId,
  variant,
}: {
  shop: string;
  productId: number;
  variant: VariantView;
}) {
  const isArchived = variant.status === 'archived';
  const { variantId, version, title, onHand, held, available } = variant;
  return (
    <ConfirmAction
      action={setVariant}
      fields={{ shop, productId, variantId, version, status: isArchived ? 'active' : 'archived' }}
      triggerTone="quiet"
      triggerLabel={
        <>
          {isArchived ? 'Put back' : 'Archive'}
          <span className="sr-only"> {title}</span>
        </>
      }
      title={isArchived ? `Offer ${title} again?` : `Archive ${title}?`}
      consequence={
        isArchived
          ? `The shop offers ${formatCount(available, 'available unit')} of it at once.`
          : `The shop stops offering it. ${formatCount(onHand, 'unit')} stay on hand; ${formatCount(held, 'held unit')} can still be paid for. You can put it back.`
      }
      confirmLabel={isArchived ? 'Put back' : 'Archive'}
    />
  );
}

export function AddVariant({ shop, productId, currency }: Omit<VariantTableProps, 'variants'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      triggerLabel="Add variant"
      triggerSize="sm"
      title="Add a variant"
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <ActionForm action={addVariant} submitLabel="Add variant" onDone={() => setOpen(false)}>
        <input type="hidden" name="shop" value={shop} />
        <input type="hidden" name="productId" value={productId} />
        <VariantFields currency={currency} />
      </ActionForm>
    </Dialog>
  );
}

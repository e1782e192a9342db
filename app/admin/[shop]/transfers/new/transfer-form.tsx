'use client';
/** A new transfer: from where to where, and which items in rows that grow as they are needed. */
import { useState } from 'react';
import { ActionForm } from '@/components/admin/action-form';
import { AnswerSelect, AnswerText } from '@/components/admin/answer-fields';
import { ItemSearch } from '@/components/admin/item-search';
import { Button } from '@/components/ui/button';
import { plan } from '../actions';

interface TransferFormProps {
  shop: string;
  locations: { locationId: number; name: string; status: string }[];
  from?: string;
  sku?: string;
  mostRows: number;
}

export function TransferForm({ shop, locations, from, sku, mostRows }: TransferFormProps) {
  const [rowCount, setRowCount] = useState(sku ? 1 : 3);
  const options = locations.map(({ locationId, name, status }) => (
    <option key={locationId} value={locationId} disabled={status === 'inactive'}>
      {status === 'active' ? name : `${name} (${status})`}
    </option>
  ));
  return (
    <ActionForm action={plan} submitLabel="Plan transfer" className="space-y-6">
      <input type="hidden" name="shop" value={shop} />
      <div className="grid gap-4 sm:grid-cols-2">
        <AnswerSelect name="fromLocationId" label="From" defaultValue={from ?? ''}>
          <option value="">Choose a location</option>
          {options}
        </AnswerSelect>
        <AnswerSelect name="toLocationId" label="To" defaultValue="">
          <option value="">Choose a location</option>
          {options}
        </AnswerSelect>
      </div>
      <fieldset className="space-y-3">
        <legend className="text-sm font-semibold">Items</legend>
        {Array.from({ length: rowCount }, (_, row) => row).map((row) => (
          <div key={row} className="grid grid-cols-[1fr_7rem] gap-3">
            <ItemSearch
              source={`/admin/${shop}/items`}
              name={`sku-${row}`}
              label={<Labelled row={row}>SKU</Labelled>}
              defaultValue={row === 0 ? sku : undefined}
            />
            <AnswerText
              name={`units-${row}`}
              label={<Labelled row={row}>Units</Labelled>}
              inputMode="numeric"
              autoComplete="off"
            />
          </div>
        ))}
        {rowCount < mostRows && (
          <Button tone="outline" size="sm" onClick={() => setRowCount((count) => count + 1)}>
            Add an item
          </Button>
        )}
      </fieldset>
      <AnswerText name="note" label="Note" hint="Optional." maxLength={200} />
    </ActionForm>
  );
}

/** The label of a field in a row, with the row's number for those who can't see it. */
function Labelled({ row, children }: { row: number; children: string }) {
  return (
    <>
      {children}
      <span className="sr-only"> of item {row + 1}</span>
    </>
  );
}

'use client';
/** What arrived of each item, and what is missing. Two people with the same delivery in hand book it once. */
import { useState } from 'react';
import { ActionForm } from '@/components/admin/action-form';
import { AnswerText } from '@/components/admin/answer-fields';
import { SeenField } from '@/components/admin/seen-field';
import { formatNumber } from '@/components/format';
import { receive } from '../actions';

interface DeliveryFormProps {
  shop: string;
  transferId: string;
  version: number;
  /** Id under which this form is booked, once. */
  referenceId: string;
  lines: { inventoryItemId: number; sku: string; rest: number }[];
}

export function DeliveryForm({ shop, transferId, version, lines, ...props }: DeliveryFormProps) {
  const [referenceId] = useState(props.referenceId);
  return (
    <ActionForm action={receive} submitLabel="Receive" className="space-y-5">
      <input type="hidden" name="shop" value={shop} />
      <input type="hidden" name="transferId" value={transferId} />
      <input type="hidden" name="referenceId" value={referenceId} />
      <SeenField name="version" seen={version} />
      {lines.map(({ inventoryItemId, sku, rest }) => (
        <div
          key={inventoryItemId}
          className="grid max-w-xl grid-cols-2 items-start gap-3 sm:grid-cols-[1fr_8rem_8rem]"
        >
          <p className="col-span-2 font-mono text-sm sm:col-span-1 sm:pt-8">
            {sku} <span className="font-sans text-ink-soft">({formatNumber(rest)} on the way)</span>
          </p>
          <AnswerText
            name={`arrived-${inventoryItemId}`}
            label={
              <>
                Arrived<span className="sr-only"> of {sku}</span>
              </>
            }
            defaultValue={rest}
            inputMode="numeric"
            autoComplete="off"
          />
          <AnswerText
            name={`missing-${inventoryItemId}`}
            label={
              <>
                Missing<span className="sr-only"> of {sku}</span>
              </>
            }
            defaultValue={0}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
      ))}
    </ActionForm>
  );
}

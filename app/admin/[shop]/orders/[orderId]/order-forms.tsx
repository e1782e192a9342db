'use client';
/** Forms of an order: give money back, close what needed attention. */
import { useState } from 'react';
import { ActionForm } from '@/components/admin/action-form';
import { AnswerText } from '@/components/admin/answer-fields';
import { formatMoney } from '@/components/format';
import { Dialog } from '@/components/ui/dialog';
import { refund, resolve } from '../actions';

interface RefundFormProps {
  shop: string;
  orderId: string;
  /** Id under which this form's refund is made, once. */
  refundId: string;
  leftMinor: number;
  /** The same as a field shows it. */
  leftText: string;
  currency: string;
}

export function RefundForm({ shop, orderId, refundId, leftMinor, leftText, currency }: RefundFormProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      triggerLabel="Refund"
      triggerSize="sm"
      title="Refund"
      description={`${formatMoney(leftMinor, currency)} of the payment is left. A refund can't be taken back; stock comes back only by cancelling.`}
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <ActionForm action={refund} submitLabel="Refund" submitTone="danger" onDone={() => setOpen(false)}>
        <input type="hidden" name="shop" value={shop} />
        <input type="hidden" name="orderId" value={orderId} />
        <input type="hidden" name="refundId" value={refundId} />
        <AnswerText
          name="amount"
          label={`Amount in ${currency}`}
          defaultValue={leftText}
          inputMode="decimal"
          autoComplete="off"
        />
        <AnswerText name="reason" label="Reason" maxLength={200} />
      </ActionForm>
    </Dialog>
  );
}

export function ResolveForm({ shop, orderId }: { shop: string; orderId: string }) {
  return (
    <ActionForm action={resolve} submitLabel="Close" submitTone="outline" className="mt-1 max-w-md space-y-3">
      <input type="hidden" name="shop" value={shop} />
      <input type="hidden" name="orderId" value={orderId} />
      <AnswerText name="note" label="What was done" maxLength={200} />
    </ActionForm>
  );
}

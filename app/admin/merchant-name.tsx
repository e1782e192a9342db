'use client';
/** The name that changes are signed with in the ledger and the audit trail, and the form to change it. */
import { useState } from 'react';
import { ActionForm } from '@/components/admin/action-form';
import { AnswerText } from '@/components/admin/answer-fields';
import { Dialog } from '@/components/ui/dialog';
import { setMerchantName } from './actions';

export function MerchantName({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <p className="text-label">Changes are signed</p>
      <p className="mt-0.5 mb-2 text-ink">{name}</p>
      <Dialog
        triggerLabel="Change name"
        triggerSize="sm"
        title="Who is making changes?"
        description="The ledger and the history name this person beside every change."
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        <ActionForm action={setMerchantName} submitLabel="Sign with this name" onDone={() => setOpen(false)}>
          <AnswerText
            name="name"
            label="Name"
            defaultValue={name}
            maxLength={80}
            autoComplete="name"
            required
          />
        </ActionForm>
      </Dialog>
    </div>
  );
}

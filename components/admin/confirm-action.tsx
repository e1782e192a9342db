'use client';
/** A button for what can't be taken back lightly: it asks first, saying in numbers what will happen, then acts and tells. */
import { type ReactNode, useTransition } from 'react';
import type { ButtonSize, ButtonTone } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { useToast } from '@/components/ui/toast';
import { type AnswerAction, idleAnswer } from './answer';

interface ConfirmActionProps {
  action: AnswerAction;
  /** Sent with the confirmation. */
  fields: Readonly<Record<string, string | number>>;
  triggerLabel: ReactNode;
  triggerTone?: ButtonTone;
  triggerSize?: ButtonSize;
  title: string;
  consequence: ReactNode;
  confirmLabel: string;
}

export function ConfirmAction({
  action,
  fields,
  triggerLabel,
  triggerTone = 'outline',
  triggerSize = 'sm',
  title,
  consequence,
  confirmLabel,
}: ConfirmActionProps) {
  const [isPending, startTransition] = useTransition();
  const toast = useToast();
  function act() {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    startTransition(async () => {
      const answer = await action(idleAnswer, form);
      if (answer.message) toast({ title: answer.message });
    });
  }
  return (
    <ConfirmDialog
      triggerLabel={isPending ? 'One moment' : triggerLabel}
      triggerTone={triggerTone}
      triggerSize={triggerSize}
      title={title}
      consequence={consequence}
      confirmLabel={confirmLabel}
      onConfirm={act}
    />
  );
}

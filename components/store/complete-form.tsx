'use client';
/** "Complete purchase", and what the shop answers when the units can't be had. */
import { useActionState } from 'react';
import { Button, ButtonLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';

interface CompleteAnswer {
  readonly refusal?: 'sold_out' | 'all_held' | 'busy' | 'changed';
  readonly sentences?: readonly string[];
}

const titles = {
  sold_out: 'Sold out. You were not charged.',
  all_held: 'Not free just now. You were not charged.',
  busy: 'Busy: try again.',
  changed: 'Something has changed.',
};

interface CompleteFormProps {
  action: (before: CompleteAnswer) => Promise<CompleteAnswer>;
  cancel: () => Promise<void>;
  cartHref: string;
}

export function CompleteForm({ action, cancel, cartHref }: CompleteFormProps) {
  const [answer, submit, isPending] = useActionState(action, {});
  const { refusal, sentences = [] } = answer;
  return (
    <>
      {refusal && (
        <div className="mb-6">
          <Notice
            tone="warn"
            isAnswer
            title={titles[refusal]}
            actions={
              <ButtonLink href={cartHref} tone="outline" size="sm">
                Change the cart
              </ButtonLink>
            }
          >
            {sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <form action={submit}>
          <Button type="submit" size="lg" isPending={isPending}>
            {refusal && refusal !== 'changed' ? 'Try again' : 'Complete purchase'}
          </Button>
        </form>
        <form action={cancel}>
          <Button type="submit" size="lg" tone="quiet">
            End this purchase
          </Button>
        </form>
      </div>
      <p className="mt-3 text-sm text-ink-faint">Holds your units while you pay. Nothing is charged yet.</p>
    </>
  );
}

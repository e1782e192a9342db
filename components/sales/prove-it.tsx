'use client';
/** One button: the naive shop, then the unit pool, with the same 500 buyers. `start` is the server action. */
import { useActionState } from 'react';
import { Button, type ButtonSize } from '../ui/button';
import { noAnswer, type SaleFormState } from './form-state';
import { RefusedNotice } from './refused-notice';

interface ProveItProps {
  start: (state: SaleFormState) => Promise<SaleFormState>;
  label?: string;
  size?: ButtonSize;
}

export function ProveIt({ start, label = 'Prove it', size = 'lg' }: ProveItProps) {
  const [answer, act, isPending] = useActionState(start, noAnswer);
  return (
    <form action={act}>
      <Button type="submit" size={size} isPending={isPending}>
        {isPending ? 'Opening the doors' : label}
      </Button>
      {answer.refusedFor !== undefined && (
        <div className="mt-4 max-w-xl">
          <RefusedNotice runId={answer.refusedFor} />
        </div>
      )}
    </form>
  );
}

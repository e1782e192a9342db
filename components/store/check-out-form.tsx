'use client';
/** The button from the cart into its checkout. */
import { useActionState } from 'react';
import { Button } from '@/components/ui/button';
import type { Answer } from './answer';

export function CheckOutForm({ action }: { action: () => Promise<Answer> }) {
  const [answer, submit, isPending] = useActionState(action, {});
  return (
    <form action={submit}>
      <Button type="submit" size="lg" className="w-full" isPending={isPending}>
        Check out
      </Button>
      <p role="alert" className="mt-2 text-sm text-danger empty:hidden">
        {answer.message}
      </p>
    </form>
  );
}

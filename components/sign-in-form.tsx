'use client';
/** The one password of the merchant's side. */
import { useActionState } from 'react';
import { Button } from './ui/button';
import { TextField } from './ui/field';

interface SignInAnswer {
  readonly message?: string;
}

interface SignInFormProps {
  action: (before: SignInAnswer, form: FormData) => Promise<SignInAnswer>;
  /** Where to go on. */
  to: string;
}

export function SignInForm({ action, to }: SignInFormProps) {
  const [answer, submit, isPending] = useActionState(action, {});
  return (
    <form action={submit} className="space-y-5">
      <input type="hidden" name="to" value={to} />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        required
        maxLength={200}
        error={answer.message}
      />
      <Button type="submit" isPending={isPending}>
        Sign in
      </Button>
    </form>
  );
}

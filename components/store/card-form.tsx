'use client';
/** The card form. The key of the attempt comes with it, so that sending it twice is one payment. */
import { useActionState, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import type { Answer } from './answer';
import { useFirstError } from './first-error';
import { type TestCard, TestCards } from './test-cards';

interface CardFormProps {
  action: (before: Answer, form: FormData) => Promise<Answer>;
  attemptKey: string;
  payLabel: string;
  cards: readonly TestCard[];
  /** A date that cards of today have. */
  usualExpiry: string;
}

export function CardForm({ action, attemptKey, payLabel, cards, usualExpiry }: CardFormProps) {
  const [answer, submit, isPending] = useActionState(action, {});
  const form = useFirstError(answer);
  const [number, setNumber] = useState('');
  const [expiry, setExpiry] = useState('');
  const [code, setCode] = useState('');
  const { fields = {} } = answer;
  const button = useRef<HTMLButtonElement>(null);

  function use(chosen: string) {
    setNumber(chosen.replace(/(\d{4})(?=\d)/g, '$1 '));
    setExpiry(usualExpiry);
    setCode('123');
    button.current?.focus();
  }

  return (
    <>
      <form ref={form} action={submit} noValidate className="space-y-5">
        <input type="hidden" name="attemptKey" value={attemptKey} />
        {answer.message && <Notice tone="warn" isAnswer title={answer.message} />}
        <TextField
          label="Card number"
          name="number"
          inputMode="numeric"
          autoComplete="off"
          placeholder="4242 4242 4242 4242"
          required
          maxLength={30}
          value={number}
          onChange={(event) => setNumber(event.target.value)}
          hint="Test cards only, see below. No payment is real."
          error={fields.number}
        />
        <div className="grid grid-cols-2 gap-5">
          <TextField
            label="Expires"
            name="expiry"
            autoComplete="off"
            placeholder="12/30"
            required
            maxLength={9}
            value={expiry}
            onChange={(event) => setExpiry(event.target.value)}
            error={fields.expiry}
          />
          <TextField
            label="Security code"
            name="code"
            inputMode="numeric"
            autoComplete="off"
            placeholder="123"
            required
            maxLength={4}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            error={fields.code}
          />
        </div>
        {fields.attemptKey && (
          <Notice tone="warn" isAnswer title="This page is out of date. Load it again." />
        )}
        <Button ref={button} type="submit" size="lg" isPending={isPending}>
          {payLabel}
        </Button>
      </form>
      <div className="mt-10">
        <TestCards cards={cards} onUse={use} />
      </div>
    </>
  );
}

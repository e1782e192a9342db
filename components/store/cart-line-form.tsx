'use client';
/** Changes a line of the cart: how many, or none. Both are plain forms that also work without JavaScript. */
import { useActionState } from 'react';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import type { Answer } from './answer';

interface CartLineFormProps {
  action: (before: Answer, form: FormData) => Promise<Answer>;
  variantId: number;
  /** What the line is, for those who don't see it. */
  name: string;
  quantity: number;
}

export function CartLineForm({ action, variantId, name, quantity }: CartLineFormProps) {
  const [answer, submit, isPending] = useActionState(action, {});
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <form action={submit} className="flex items-end gap-2">
          <input type="hidden" name="variantId" value={variantId} />
          <div className="w-20">
            <TextField
              label={`Quantity of ${name}`}
              isLabelHidden
              type="number"
              inputMode="numeric"
              name="quantity"
              min={0}
              max={20}
              required
              defaultValue={quantity}
              className="text-right"
            />
          </div>
          <Button
            type="submit"
            tone="outline"
            isPending={isPending}
            aria-label={`Update quantity of ${name}`}
          >
            Update
          </Button>
        </form>
        <form action={submit}>
          <input type="hidden" name="variantId" value={variantId} />
          <input type="hidden" name="quantity" value="0" />
          <Button type="submit" tone="quiet" isPending={isPending} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        </form>
      </div>
      <p aria-live="polite" className="text-sm text-danger">
        {answer.fields?.quantity ?? answer.message}
      </p>
    </>
  );
}

'use client';
/** The form that puts a variant into the cart. What the server answers stands below it, and is announced. */
import Link from 'next/link';
import { useActionState } from 'react';
import { formatCount } from '@/components/format';
import { Button } from '@/components/ui/button';
import { QuantityField } from './quantity-field';

interface AddAnswer {
  readonly fields?: Readonly<Record<string, string>>;
  readonly message?: string;
  readonly inCart?: number;
}

interface AddToCartProps {
  action: (before: AddAnswer, form: FormData) => Promise<AddAnswer>;
  variantId: number;
  most: number;
  cartHref: string;
  /** Still can be put into the cart when nothing is free: what is held by others may come back. */
  isAvailable: boolean;
}

export function AddToCart({ action, variantId, most, cartHref, isAvailable }: AddToCartProps) {
  const [answer, submit, isPending] = useActionState(action, {});
  return (
    <form action={submit}>
      <input type="hidden" name="variantId" value={variantId} />
      <div className="flex items-end gap-3">
        <div className="w-24 shrink-0">
          <QuantityField max={most} error={undefined} />
        </div>
        <Button
          type="submit"
          tone={isAvailable ? 'solid' : 'outline'}
          isPending={isPending}
          className="grow sm:grow-0"
        >
          {isAvailable ? 'Add to cart' : 'Add to cart anyway'}
        </Button>
      </div>
      {/* Keeps its height, so that an answer moves nothing. */}
      <p aria-live="polite" className="mt-2 min-h-5 text-sm text-ink-soft">
        {answer.fields?.quantity && <span className="text-danger">{answer.fields.quantity}</span>}
        {answer.message && <span className="text-danger">{answer.message}</span>}
        {answer.inCart !== undefined && (
          <>
            {formatCount(answer.inCart, 'piece')} of it in your cart.{' '}
            <Link href={cartHref} className="link">
              Go to the cart
            </Link>
          </>
        )}
      </p>
    </form>
  );
}

'use client';
/**
 * Everything one decides with: price, variant, what can be promised, how many, where it is. One form: what is chosen is what is
 * sent, at once and without a way to the server in between. The address follows the choice, so that it can be shared.
 */
import clsx from 'clsx';
import Link from 'next/link';
import { useActionState, useState } from 'react';
import { formatCount } from '@/components/format';
import { Button } from '@/components/ui/button';
import { Money } from '@/components/ui/money';
import type { Answer } from './answer';
import { QuantityField } from './quantity-field';
import { type LocationStock, StockByLocation } from './stock-by-location';
import { StockLine } from './stock-line';
import type { StockPromise } from './stock-words';

export interface ChoiceVariant {
  variantId: number;
  title: string;
  priceMinor: number;
  promise: StockPromise;
  locations: LocationStock[];
}

interface AddAnswer extends Answer {
  readonly inCart?: number;
}

interface ProductChoiceProps {
  action: (before: AddAnswer, form: FormData) => Promise<AddAnswer>;
  variants: ChoiceVariant[];
  /** The variant that the address names. */
  initialId: number;
  currency: string;
  most: number;
  cartHref: string;
}

const isAvailable = ({ promise }: ChoiceVariant) => promise.places.some(({ available }) => available > 0);

export function ProductChoice(props: ProductChoiceProps) {
  const { action, variants, initialId, currency, most, cartHref } = props;
  const [answer, submit, isPending] = useActionState(action, {});
  const [chosenId, setChosenId] = useState(initialId);
  const chosen = variants.find(({ variantId }) => variantId === chosenId) ?? variants[0];
  if (!chosen) return null;
  return (
    <>
      <p className="text-2xl font-medium tracking-tight">
        <Money amount={chosen.priceMinor} currency={currency} />
      </p>
      <form action={submit} className="mt-6">
        {variants.length > 1 ? (
          <fieldset>
            <legend className="sr-only">Variant</legend>
            <div className="flex flex-wrap gap-2">
              {variants.map((variant) => (
                <VariantRadio
                  key={variant.variantId}
                  variant={variant}
                  isChosen={variant.variantId === chosen.variantId}
                  onChoose={() => {
                    setChosenId(variant.variantId);
                    window.history.replaceState(null, '', `?variant=${variant.variantId}`);
                  }}
                />
              ))}
            </div>
          </fieldset>
        ) : (
          <input type="hidden" name="variantId" value={chosen.variantId} />
        )}
        <StockLine promise={chosen.promise} className="mt-6" />
        <div className="mt-4 flex items-end gap-3">
          <div className="w-24 shrink-0">
            <QuantityField max={most} />
          </div>
          <Button type="submit" tone={isAvailable(chosen) ? 'solid' : 'outline'} isPending={isPending}>
            {isAvailable(chosen) ? 'Add to cart' : 'Add to cart anyway'}
          </Button>
        </div>
        {/* Keeps its height, so that an answer moves nothing. */}
        <p aria-live="polite" className="mt-2 min-h-5 text-sm text-ink-soft">
          {(answer.fields?.quantity ?? answer.message) && (
            <span className="text-danger">{answer.fields?.quantity ?? answer.message}</span>
          )}
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
      <section aria-label="Stock by location" className="mt-8">
        <h2 className="text-label">Where it is</h2>
        <div className="mt-2">
          <StockByLocation rows={chosen.locations} />
        </div>
      </section>
    </>
  );
}

function VariantRadio({
  variant,
  isChosen,
  onChoose,
}: {
  variant: ChoiceVariant;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const isFree = isAvailable(variant);
  return (
    <label
      className={clsx(
        'flex h-10 cursor-pointer items-center rounded-md border px-4 text-[0.9375rem] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isChosen ? 'border-ink bg-ink text-paper' : 'border-line-strong bg-surface hover:border-ink',
        !isFree && !isChosen && 'text-ink-faint',
      )}
    >
      <input
        type="radio"
        name="variantId"
        value={variant.variantId}
        checked={isChosen}
        onChange={onChoose}
        className="sr-only"
      />
      {variant.title}
      {!isFree && <span className={clsx('ml-2 text-xs', isChosen && 'opacity-80')}>not now</span>}
    </label>
  );
}

/**
 * Button and ButtonLink: same look, one acts and one navigates. Tones: `solid` for the one main act of a view,
 * `outline` for the others, `quiet` for what should recede, `danger` for what destroys. Sizes: `md`, `sm`, `lg`.
 */
import clsx from 'clsx';
import Link from 'next/link';
import type { ComponentProps } from 'react';

export type ButtonTone = 'solid' | 'outline' | 'quiet' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface Look {
  tone?: ButtonTone;
  size?: ButtonSize;
}

const tones: Record<ButtonTone, string> = {
  solid: 'bg-ink text-paper border-ink hover:bg-ink/85',
  outline: 'bg-surface text-ink border-line-strong hover:border-ink',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken',
  danger: 'bg-surface text-danger border-danger/50 hover:border-danger hover:bg-danger-soft',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'h-8 px-3 text-sm gap-1.5',
  md: 'h-10 px-4 text-[0.9375rem] gap-2',
  lg: 'h-12 px-6 text-base gap-2.5',
};

/** The class names of a button, for elements that another component renders (menu triggers, form controls). */
export function buttonClass({ tone = 'solid', size = 'md' }: Look = {}) {
  return clsx(
    'inline-flex items-center justify-center rounded-md border font-medium whitespace-nowrap select-none',
    'transition-colors duration-100 active:translate-y-px',
    'disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50',
    tones[tone],
    sizes[size],
  );
}

/** A button; `isPending` keeps its width and focus, blocks a second press and is announced. */
export function Button({
  tone,
  size,
  isPending = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: Look & ComponentProps<'button'> & { isPending?: boolean }) {
  return (
    <button
      type={type}
      className={clsx(buttonClass({ tone, size }), className)}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      onClick={isPending ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {children}
    </button>
  );
}

export function ButtonLink({ tone, size, className, ...rest }: Look & ComponentProps<typeof Link>) {
  return <Link className={clsx(buttonClass({ tone, size }), className)} {...rest} />;
}

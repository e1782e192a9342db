/**
 * Form fields with label, hint and error wired to each other: TextField, SelectField, TextareaField, CheckboxField.
 * They take the native attributes, so forms work as plain HTML; an error is what the server's validation answered
 * for that field.
 */
import clsx from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';

interface FieldFrame {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  /** The label stays for screen readers only. */
  isLabelHidden?: boolean;
}

const control =
  'w-full rounded-md border border-line-strong bg-surface px-3 text-ink placeholder:text-ink-faint hover:border-ink-faint disabled:opacity-60 aria-invalid:border-danger';

function Frame({
  id,
  label,
  hint,
  error,
  isLabelHidden,
  children,
}: FieldFrame & { id: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-ink-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** Beside small buttons, as in a card's heading. */
interface Height {
  isCompact?: boolean;
}

const heightOf = ({ isCompact }: Height) => (isCompact ? 'h-8 text-sm' : 'h-10 text-[0.9375rem]');

function wiring(id: string, hint: ReactNode, error: string | undefined) {
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': clsx(hint && `${id}-hint`, error && `${id}-error`) || undefined,
  };
}

export function TextField({
  label,
  hint,
  error,
  isLabelHidden,
  isCompact,
  className,
  ...rest
}: FieldFrame & Height & ComponentProps<'input'>) {
  const generated = useId();
  const id = rest.id ?? generated;
  return (
    <Frame id={id} {...{ label, hint, error, isLabelHidden }}>
      <input
        className={clsx(control, heightOf({ isCompact }), className)}
        {...rest}
        {...wiring(id, hint, error)}
      />
    </Frame>
  );
}

export function TextareaField({
  label,
  hint,
  error,
  isLabelHidden,
  className,
  ...rest
}: FieldFrame & ComponentProps<'textarea'>) {
  const generated = useId();
  const id = rest.id ?? generated;
  return (
    <Frame id={id} {...{ label, hint, error, isLabelHidden }}>
      <textarea
        className={clsx(control, 'min-h-24 py-2 text-[0.9375rem]', className)}
        {...rest}
        {...wiring(id, hint, error)}
      />
    </Frame>
  );
}

export function SelectField({
  label,
  hint,
  error,
  isLabelHidden,
  isCompact,
  className,
  children,
  ...rest
}: FieldFrame & Height & ComponentProps<'select'>) {
  const generated = useId();
  const id = rest.id ?? generated;
  return (
    <Frame id={id} {...{ label, hint, error, isLabelHidden }}>
      <select
        className={clsx(control, 'select-arrow pr-9', heightOf({ isCompact }), className)}
        {...rest}
        {...wiring(id, hint, error)}
      >
        {children}
      </select>
    </Frame>
  );
}

/** Also for radios: pass type="radio". */
export function CheckboxField({
  label,
  hint,
  error,
  className,
  ...rest
}: Omit<FieldFrame, 'isLabelHidden'> & ComponentProps<'input'>) {
  const generated = useId();
  const id = rest.id ?? generated;
  return (
    <div className={clsx('flex gap-2.5', className)}>
      <input
        type="checkbox"
        className="mt-1 size-4 shrink-0 accent-accent"
        {...rest}
        {...wiring(id, hint, error)}
      />
      <div>
        <label htmlFor={id} className="text-[0.9375rem]">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-ink-faint">
            {hint}
          </p>
        )}
        {error && (
          <p id={`${id}-error`} className="text-sm text-danger">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

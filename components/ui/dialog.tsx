'use client';
/**
 * Dialog for a form or a detail; ConfirmDialog for a destructive act, whose text says in numbers what will happen
 * ("Releases 3 holds with 7 units. The buyers will be told."). Both bring their trigger, or are controlled with
 * `isOpen` and `onOpenChange`.
 */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ButtonSize, type ButtonTone, buttonClass } from './button';

interface DialogFrame {
  triggerLabel?: ReactNode;
  triggerTone?: ButtonTone;
  triggerSize?: ButtonSize;
  title: string;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

const backdrop =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';
const popup =
  'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[30rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-lg border bg-surface p-6 shadow-raised outline-none transition-[opacity,scale] duration-150 data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0';

export function Dialog({
  triggerLabel,
  triggerTone = 'outline',
  triggerSize,
  title,
  description,
  isOpen,
  onOpenChange,
  children,
}: DialogFrame & { description?: ReactNode; children: ReactNode }) {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      {triggerLabel && (
        <BaseDialog.Trigger className={buttonClass({ tone: triggerTone, size: triggerSize })}>
          {triggerLabel}
        </BaseDialog.Trigger>
      )}
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdrop} />
        <BaseDialog.Popup className={popup}>
          <div className="flex items-start justify-between gap-4">
            <BaseDialog.Title className="text-subtitle">{title}</BaseDialog.Title>
            <BaseDialog.Close
              aria-label="Close"
              className="-mt-1 -mr-2 grid size-8 shrink-0 place-items-center rounded-md text-ink-faint hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden="true" className="size-4" />
            </BaseDialog.Close>
          </div>
          {description && (
            <BaseDialog.Description className="mt-1 text-sm text-ink-soft">
              {description}
            </BaseDialog.Description>
          )}
          <div className="mt-5">{children}</div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

export function ConfirmDialog({
  triggerLabel,
  triggerTone = 'danger',
  triggerSize,
  title,
  consequence,
  confirmLabel,
  cancelLabel = 'Keep as it is',
  onConfirm,
  isOpen,
  onOpenChange,
}: DialogFrame & {
  /** What will happen, in numbers. */
  consequence: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
}) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      {triggerLabel && (
        <AlertDialog.Trigger className={buttonClass({ tone: triggerTone, size: triggerSize })}>
          {triggerLabel}
        </AlertDialog.Trigger>
      )}
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdrop} />
        <AlertDialog.Popup className={popup}>
          <AlertDialog.Title className="text-subtitle">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-[0.9375rem] text-ink-soft">
            {consequence}
          </AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <AlertDialog.Close className={buttonClass({ tone: 'outline' })}>{cancelLabel}</AlertDialog.Close>
            <AlertDialog.Close className={buttonClass({ tone: 'danger' })} onClick={onConfirm}>
              {confirmLabel}
            </AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

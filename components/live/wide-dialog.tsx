'use client';
/** A dialog wide enough for rows and grids; opened and closed by whoever shows it. */
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

interface WideDialogProps {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function WideDialog({ title, description, onClose, children }: WideDialogProps) {
  return (
    <BaseDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <BaseDialog.Popup className="fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[70rem] max-w-[calc(100vw-1.5rem)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-lg border bg-surface p-5 shadow-raised outline-none sm:p-6">
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
            <BaseDialog.Description render={<div />} className="mt-1 text-sm text-ink-soft">
              {description}
            </BaseDialog.Description>
          )}
          <div className="mt-5">{children}</div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

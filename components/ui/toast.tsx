'use client';
/**
 * Short messages about what has just happened, with an undo where one exists. Wrap a section in `ToastProvider` and
 * call `useToast()({ title, description?, undo? })`. Announced politely; they stay while hovered or focused.
 */
import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from './button';

interface Message {
  title: string;
  description?: string;
  undo?: () => void;
}

export function useToast(): (message: Message) => void {
  const manager = Toast.useToastManager();
  return ({ title, description, undo }) => {
    const takeBack = undo && {
      children: 'Undo',
      onClick: () => {
        // Once: the message goes with its offer.
        manager.close(id);
        undo();
      },
    };
    const id = manager.add({ title, description, timeout: undo ? 10_000 : 5_000, actionProps: takeBack });
  };
}

function Messages() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="flex w-full items-center gap-4 rounded-md bg-ink py-3 pr-3 pl-4 text-sm text-paper shadow-raised transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
    >
      <Toast.Content className="flex min-w-0 flex-1 items-center gap-3">
        <div className="min-w-0 flex-1">
          <Toast.Title className="font-medium" />
          <Toast.Description className="text-paper/80" />
        </div>
        {toast.actionProps && <Toast.Action className={buttonClass({ tone: 'outline', size: 'sm' })} />}
        <Toast.Close
          aria-label="Dismiss"
          // The stack is never folded: the button can be reached at any time.
          aria-hidden={false}
          className="grid size-7 shrink-0 place-items-center rounded-sm hover:bg-paper/15"
        >
          <X aria-hidden="true" className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-50 flex w-[24rem] max-w-[calc(100vw-2rem)] flex-col gap-2">
          <Messages />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
